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
from typing import TYPE_CHECKING, BinaryIO, Protocol

import polars as pl

from ofc_analytics.errors import ParseError, ParseIssue
from ofc_analytics.hands import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["BATCH", "ParseContext", "Parser", "Sniff"]

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
    issues
        What was reported so far.
    entries
        What was recorded so far.
    """

    file: str
    sha256: str
    parser: str
    version: str
    strict: bool = False
    issues: list[ParseIssue] = field(default_factory=list)
    entries: list[pl.DataFrame] = field(default_factory=list)

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
        if "file" not in written.columns:
            written = written.with_columns(file=pl.lit(self.file))
        self.entries.append(written)

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
        may be cut. Anything else comes as it is.
        """
        ...

    def parse(self, stream: BinaryIO, context: ParseContext) -> Iterator[pl.DataFrame]:
        """Read hands as frames of schema `ofc_analytics.schema.Hands`, at most `BATCH` hands each.

        What is said of money beside the hands goes to `context.record`.

        What cannot be read goes to `context.report` and the rest goes on; the first error of a hand that is left
        out has ``hands=1``. The stream is normalised like the head, but single lines may hold bytes that
        are not UTF-8; it can seek where the input is binary. Hands are checked for repeated cards, and those on
        a line that is not UTF-8 left out, by the caller.
        """
        ...
