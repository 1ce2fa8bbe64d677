"""What a parser is, and what it is given: the only part of the library that a new format needs to know.

Examples
--------
>>> context = ParseContext(file="night.log", sha256="", parser="my-room", version="1")
>>> context.report(ParseIssue(code="card-unknown", message="no such card", line=3, text="Zz"))
>>> print(*context.issues)
night.log, line 3: no such card: 'Zz'
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, BinaryIO, Protocol, runtime_checkable

import polars as pl

from ofc_analytics.clubs.schema import LINES, MEMBERS, TABLES, conform
from ofc_analytics.errors import ParseError, ParseIssue
from ofc_analytics.formats.beside import Beside
from ofc_analytics.hands import Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    from ofc_analytics.rules import RuleSet
    from ofc_analytics.settlement.given import Overrides

__all__ = ["BATCH", "NewSheet", "ParseContext", "Parser", "SheetWriter", "Sniff"]

BATCH = 10_000
"""Most hands a parser puts into one frame."""


@dataclass(frozen=True, slots=True)
class Sniff:
    """How sure a parser is that an input is of its format.

    Attributes
    ----------
    confidence
        From 0, not this format, to 1, nothing else looks like this.
    reason
        What the judgement rests on, shown where two parsers tie: ``"its lines have a 'players' key"``.
    """

    confidence: float
    reason: str = ""


@dataclass(slots=True)
class ParseContext:
    """What a parser knows about its input, and where it reports what it could not read.

    Attributes
    ----------
    file
        Path or name of the input.
    sha256
        SHA-256 (hex) of the input's content: uncompressed, before any change of encoding.
    parser, version
        Name and version of the parser.
    strict
        Whether the first error stops the reading.
    first_line
        Above 1 where the lines above were read before, and are blank here; only where an earlier reading told a `resume_line`.
    resume_line
        The parser of a log that grows sets it as it reads: the line of a hand from which on it would read the same if all
        above were blank, so that of a log that has grown only the end has to be read. 1 where there is no such line.
    issues
        What was reported so far.
    beside
        What was recorded so far.
    rules, overrides
        Rule set and single rules that the caller names for all hands, for a parser that scores what has no cards.
    """

    file: str
    sha256: str
    parser: str
    version: str
    strict: bool = False
    first_line: int = 1
    resume_line: int = 1
    issues: list[ParseIssue] = field(default_factory=list)
    beside: Beside = field(default_factory=Beside)
    rules: str | None = None
    overrides: Overrides = ()

    def report(self, issue: ParseIssue) -> None:
        """Take down an issue, with the file filled in where it names none.

        Raises
        ------
        ParseError
            If reading is strict and the issue is an error; notes are only ever taken down.
        """
        if not issue.file:
            issue = replace(issue, file=self.file)
        if self.strict and issue.severity == "error":
            raise ParseError(issue)
        self.issues.append(issue)

    def record(self, written: pl.DataFrame) -> None:
        """Take down what the input says about money beside its hands: buy-ins, payments, results without cards.

        `written` has columns of `ofc_analytics.settlement.entries.Entries`; those that are missing are null,
        and the file is filled in.
        """
        self.beside.entries.append(self._with_file(written))

    def record_club(
        self,
        *,
        tables: pl.DataFrame | None = None,
        lines: pl.DataFrame | None = None,
        members: pl.DataFrame | None = None,
    ) -> None:
        """Take down what a club export says: table sessions, players' lines in them, players' totals.

        The frames have columns of `ClubTables`, `ClubLines` and `ClubMembers` in `ofc_analytics.clubs`; those that
        are missing are null, and the file is filled in.
        """
        for frame, schema, place in (
            (tables, TABLES, self.beside.tables),
            (lines, LINES, self.beside.lines),
            (members, MEMBERS, self.beside.members),
        ):
            if frame is not None:
                place.append(conform(self._with_file(frame), schema))

    def _with_file(self, frame: pl.DataFrame) -> pl.DataFrame:
        return frame if "file" in frame.columns else frame.with_columns(file=pl.lit(self.file))

    def source(self, line: int | None = None, sheet: str | None = None) -> Source:
        """Where a hand was read, for `Hand.source`.

        `line` is the 1-based physical line it starts on; in a workbook that of the worksheet `sheet`.
        """
        return Source(
            file=self.file,
            sha256=self.sha256,
            sheet=sheet,
            line=line,
            parser=self.parser,
            version=self.version,
        )


class Parser(Protocol):
    """A format: tells whether an input is its own, and turns it into hands.

    A parser is a class without arguments, named under the entry-point group ``ofc_analytics.parsers``.

    Attributes
    ----------
    name
        What people write after ``--input-format``; kebab-case.
    title
        One line for a list of formats.
    version
        Changes whenever the same input would give other hands.
    tier
        What the parser was tried on: ``proven`` (real files), ``shape`` (files made to the look of real ones)
        or ``documented`` (a description alone).
    extensions
        Usual file name endings, such as ``(".csv",)``; a hint, never a proof.
    """

    name: str
    title: str
    version: str
    tier: str
    extensions: tuple[str, ...]

    def sniff(self, head: bytes, name: str) -> Sniff:
        """Judge an input by its first 64 KiB and its file name.

        Text comes as UTF-8 without a byte order mark, its line ends as they are; the last line or character
        may be cut. Anything else comes as it is; of an office document larger than that, the parts that name its
        sheets and hold their first texts, as a smaller document.
        """
        ...

    def parse(self, stream: BinaryIO, context: ParseContext) -> Iterator[pl.DataFrame]:
        """Read hands as frames of schema `ofc_analytics.schema.Hands`, at most `BATCH` hands each.

        What is said of money beside the hands goes to `context.record`, a club export to `context.record_club`.

        What cannot be read goes to `context.report` and the rest goes on; the first error of a hand that is left
        out has ``hands=1``. The stream is normalised like the head, but single lines may hold bytes that
        are not UTF-8; it can seek where the input is binary. Hands are checked for repeated cards, and those on
        a line that is not UTF-8 left out, by the caller.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSheet:
    """What a blank sheet for a night is made for.

    Attributes
    ----------
    players
        Names in the order of the seats, clockwise.
    rules
        What the night is played by.
    language
        Of the headings and remarks, such as ``en`` or ``ru``.
    hands
        How many there is room for.
    unit, currency
        What one point is worth, as people write it, and of which currency; None where it is not said.
    date
        The day of the night, which is also the session of its hands.
    table
        The table's name.
    """

    players: tuple[str, ...]
    rules: RuleSet
    language: str = "en"
    hands: int = 30
    unit: str | None = None
    currency: str | None = None
    date: date | None = None
    table: str | None = None


@runtime_checkable
class SheetWriter(Parser, Protocol):
    """A parser that also makes the blank sheets it reads.

    Attributes
    ----------
    languages
        What `NewSheet.language` can be.
    """

    languages: tuple[str, ...]

    def new_sheet(self, night: NewSheet) -> bytes:
        """Make a workbook to be filled in; the same night gives the same bytes.

        Raises
        ------
        OfcError
            Naming everything about the night that no sheet can be made for.
        """
        ...

    def claim_cells(self, stream: BinaryIO) -> Mapping[tuple[str | None, int | None, str, str], str]:
        """Find the cells in which results are claimed.

        Returns
        -------
        Mapping
            Reference of a cell by sheet, line and name of the player (`Player.line`, `Player.name`), and claim
            (`ofc_analytics.settlement.claims.CLAIMS`); none in text, and none of hands that cannot be read.
        """
        ...
