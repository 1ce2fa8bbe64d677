"""Count what is met again and again, and tell of it once: unknown keys, messages of no use, what is assumed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ofc_analytics.errors import ParseIssue

if TYPE_CHECKING:
    from ofc_analytics.formats import ParseContext

__all__ = ["Tally"]

_MOST_TEXTS = 50
_OTHERS = "others"


@dataclass(slots=True)
class _Count:
    message: str
    expected: str | None
    line: int | None
    times: int = 0


class Tally:
    """Remarks by code and text, each with how often and where first it was met.

    Examples
    --------
    >>> from ofc_analytics.formats import ParseContext
    >>> tally = Tally()
    >>> for line in (3, 4, 9):
    ...     tally.add("key-unknown", "a key nobody knows", text="s[].zz", line=line)
    >>> context = ParseContext(file="night.log", sha256="", parser="my-room", version="1")
    >>> tally.report(context)
    >>> print(*context.issues)
    night.log, line 3: a key nobody knows (3 times, first here): 's[].zz'
    """

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str | None], _Count] = {}

    def add(
        self,
        code: str,
        message: str,
        *,
        text: str | None = None,
        line: int | None = None,
        expected: str | None = None,
        times: int = 1,
    ) -> None:
        """Count a remark `times` times; beyond 50 texts of one tally the further ones are one remark a code."""
        key = code, text
        if key not in self._counts and text is not None and len(self._counts) >= _MOST_TEXTS:
            key = code, _OTHERS
        count = self._counts.setdefault(key, _Count(message, expected, line))
        count.times += times

    def report(self, context: ParseContext) -> None:
        """Report each remark as a note with its count, and begin anew."""
        for (code, text), count in self._counts.items():
            often = "" if count.times == 1 else f" ({count.times:,} times, first here)"
            context.report(
                ParseIssue(
                    code=code,
                    message=f"{count.message}{often}",
                    line=count.line,
                    text=text,
                    expected=count.expected,
                    severity="note",
                )
            )
        self._counts.clear()
