"""Every exception this library raises, and the issue a parser reports.

::

    OfcError
    ├── CardError         a text or code is no card
    ├── RulesError        a rule set cannot be read, or does not make sense
    ├── FormatError       no parser, or more than one, can read the input
    ├── ParseError        a hand in a readable input cannot be read; carries a ParseIssue
    ├── SettlementError   hands or amounts that cannot be settled
    ├── ArchiveError      an archive cannot be opened, read or written
    ├── QuestionError     a question to statistics that cannot be asked
    └── LookupFailedError a hand, player or rule set that was asked for is not there

Examples
--------
>>> from ofc_analytics.errors import ParseIssue
>>> print(ParseIssue(code="row-length", message="the top row has 4 cards", file="night.csv", line=7,
...                  text="Qc Qd 7s 2h", expected="3 cards"))
night.csv, line 7: the top row has 4 cards: 'Qc Qd 7s 2h'; expected 3 cards
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias, get_args

__all__ = [
    "SEVERITIES",
    "ArchiveError",
    "CardError",
    "FormatError",
    "LookupFailedError",
    "OfcError",
    "ParseError",
    "ParseIssue",
    "QuestionError",
    "RulesError",
    "SettlementError",
    "Severity",
]

Severity: TypeAlias = Literal["error", "warning", "note"]
"""What an issue or a finding can be, the gravest first."""

_REPEATS = frozenset({"duplicate-hand", "told-again"})
SEVERITIES: tuple[Severity, ...] = get_args(Severity)

_SHOWN_TEXT = 120


class OfcError(Exception):
    """Base of all errors raised on purpose; the command line prints it as one line."""


class CardError(OfcError, ValueError):
    """A text or a code that is no card.

    Attributes
    ----------
    text
        The whole text that was read.
    position
        0-based offset in `text` at which reading failed.
    """

    def __init__(self, message: str, *, text: str = "", position: int = 0) -> None:
        super().__init__(message)
        self.text = text
        self.position = position


class RulesError(OfcError, ValueError):
    """A rule set that cannot be read or contradicts itself."""


class FormatError(OfcError):
    """No parser can read an input, or several are equally sure that they can.

    Attributes
    ----------
    issue
        The same fault as a `ParseIssue`, for lists of issues.
    """

    def __init__(self, issue: ParseIssue) -> None:
        super().__init__(str(issue))
        self.issue = issue


class SettlementError(OfcError, ValueError):
    """Hands or amounts that cannot be settled as asked."""


class ArchiveError(OfcError):
    """An archive that cannot be opened, read or written; nothing of it was changed."""


class QuestionError(OfcError, ValueError):
    """A question to statistics that cannot be asked so: a value no hand can have, a file that is no list of questions."""


class LookupFailedError(OfcError, LookupError):
    """Something asked for by name is not there, or the name fits several."""


@dataclass(frozen=True, slots=True)
class ParseIssue:
    """One fault or remark found while reading, with its place.

    Attributes
    ----------
    code
        Stable kebab-case identifier, such as ``card-unknown`` or ``row-length``.
    message
        What is wrong, in words.
    file
        Path or name of the input; for a member of an archive, ``night.zip/night.csv``.
    line
        1-based physical line, where the input has lines.
    sheet, cell
        Worksheet name and cell reference (``B7``), where the input is a workbook.
    text
        The offending text.
    expected
        What would have been right.
    hand
        The room's own id or number of the hand, where it is known.
    raw
        The whole piece that was not understood (a line, a row), for the quarantine.
    severity
        ``error``: a hand or file was not read, or cannot be settled; ``warning``: it was, and does not follow
        the rules; ``note``: all was read, and this is worth knowing.
    hands
        Number of hands that this issue keeps out of the result. The first error of a hand that is left out
        has 1 and its further ones 0, so the sum over all errors is the number of hands left out, and the
        sum over the notes ``duplicate-hand`` the number of repeated ones. 0 too for a fault of a line or file
        whose hands cannot be counted.
    """

    code: str
    message: str
    file: str = ""
    line: int | None = None
    sheet: str | None = None
    cell: str | None = None
    text: str | None = None
    expected: str | None = None
    hand: str | None = None
    raw: str | None = None
    severity: str = "error"
    hands: int = 0

    def __str__(self) -> str:
        place = ", ".join(
            part
            for part in (
                self.file,
                f"sheet {self.sheet!r}" if self.sheet is not None else "",
                f"cell {self.cell}" if self.cell is not None else "",
                f"line {self.line}" if self.line is not None and self.cell is None else "",
                f"hand {self.hand}" if self.hand is not None else "",
            )
            if part
        )
        shown = "" if self.text is None else f": {_shorten(self.text)!r}"
        expected = "" if self.expected is None else f"; expected {self.expected}"
        return f"{place}: {self.message}{shown}{expected}" if place else f"{self.message}{shown}{expected}"

    @property
    def is_repeat(self) -> bool:
        """Whether its hands are known already, and count elsewhere.

        >>> ParseIssue(code="duplicate-hand", message="the hand is there already", hands=1).is_repeat
        True
        """
        return self.code in _REPEATS

    def as_dict(self) -> dict[str, Any]:
        """All fields by name, for a row of an issues file."""
        return asdict(self)


class ParseError(OfcError):
    """A hand that cannot be read, raised where the caller asked to stop at the first.

    Attributes
    ----------
    issue
        What was found and where.
    """

    def __init__(self, issue: ParseIssue) -> None:
        super().__init__(str(issue))
        self.issue = issue


def _shorten(text: str) -> str:
    return text if len(text) <= _SHOWN_TEXT else text[: _SHOWN_TEXT - 1] + "…"
