"""Inputs written again without the names of those who played, and proof that they still read the same."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass, field
from html import unescape
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, Protocol, runtime_checkable

import polars as pl
import polars.selectors as cs

from ofc_analytics.errors import FormatError, ParseIssue
from ofc_analytics.formats.disguise import Disguise
from ofc_analytics.formats.night import read_night
from ofc_analytics.formats.opening import Input, open_inputs
from ofc_analytics.formats.registry import detect, named
from ofc_analytics.settlement.frames import settle_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ofc_analytics.formats.contract import Parser
    from ofc_analytics.formats.opening import InputPath

__all__ = ["Anonymised", "Anonymiser", "anonymise"]

_SAME = ("game", "kind", "stakes", "fee_rate", "fee_cap", "utc_offset", "complete")
"""What a club export says in words, and of nobody."""
_ZIP = b"PK\x03\x04"
_BOOKS = frozenset({".xlsx", ".xlsm", ".ods"})
_TEXTS = re.compile(r">([^<]+)<|<sheet [^>]*?name=\"([^\"]*)\"")
"""Texts of a workbook's cells, and names of its sheets."""


@runtime_checkable
class Anonymiser(Protocol):
    """What a parser also has if it can write an input again without the names of those who played."""

    def anonymise(self, stream: BinaryIO, disguise: Disguise) -> Iterator[bytes]:
        """Write the input again in its own format, with other names, ids, tables and days.

        Whatever is not read, such as a broken line, goes through ``disguise.scrub``. All that decides a result
        stays: cards, seats, points, money, order.
        """
        ...


@dataclass(frozen=True, slots=True)
class Anonymised:
    """One input without its names.

    Attributes
    ----------
    file
        Path or name of the input.
    suffix
        Ending for the name of what is written, such as ``.csv``.
    content
        What is to be written; None where it may not be, and `issues` say why.
    issues
        What a person should look at before he shares it.
    """

    file: str
    suffix: str
    content: bytes | None
    issues: list[ParseIssue] = field(default_factory=list)


def anonymise(
    paths: InputPath | Iterable[InputPath], *, salt: str, input_format: str | None = None
) -> Iterator[Anonymised | ParseIssue]:
    r"""Write inputs again without names, one after another; what cannot be opened comes as an issue in its place.

    Parameters
    ----------
    paths
        As in `ofc_analytics.read`; each member of an archive is an input.
    salt
        The same salt gives the same replacements, in all inputs and at all times.
    input_format
        Name of a parser; without it each input's content decides.

    Yields
    ------
    Anonymised or ParseIssue
        What is written reads and settles as the input does, or comes with an issue ``reads-differently``. No name
        that was replaced is read from it again, or it has no content and an issue ``name-left``; a line in which
        one still stands comes with an issue ``name-perhaps-left``.

    Raises
    ------
    FormatError
        If `input_format` names no parser.

    Examples
    --------
    >>> [done] = anonymise(io.BytesIO(b"player,top,middle,bottom\nAnna,2c 2d 3c,4c 4d 5c 5d 6c,7c 7d 8c 8d 9c\n"
    ...                               b"Boris,2h 2s 3h,4h 4s 5h 5s 6h,7h 7s 8h 8s 9h\n"), salt="night")
    >>> done.suffix, b"Anna" in done.content, done.content.count(b"Player ")
    ('.csv', False, 2)
    """
    parser = None if input_format is None else named(input_format)
    disguise = Disguise(salt)
    for found in open_inputs(paths):
        if isinstance(found, ParseIssue):
            yield found
            continue
        try:
            yield _anonymised(found, parser or _parser_of(found), disguise)
        except FormatError as error:
            yield error.issue


def _parser_of(found: Input) -> Parser:
    return detect(found.head, found.name, file=found.file, binary=found.binary)


def _anonymised(found: Input, parser: Parser, disguise: Disguise) -> Anonymised:
    if not isinstance(parser, Anonymiser):
        raise FormatError(
            ParseIssue(
                code="format-not-anonymised",
                message=f"files of format {parser.name} cannot be written without their names",
                file=found.file,
                expected="the files that an archive was made of; of a plugin, a parser that has a method anonymise",
            )
        )
    start = found.stream.tell()
    before = found.stream.read()
    found.stream.seek(start)
    after = b"".join(parser.anonymise(found.stream, disguise))
    one, other = (_told(content, parser.name) for content in (before, after))
    suffix = _suffix(parser, after)
    if left := sorted(filter(disguise.shows, one.names & other.names)):
        return Anonymised(found.file, suffix, None, [_left(name, found.file) for name in left])
    issues = [*_perhaps_left(after, disguise, found.file), *_differences(one, other, found.file)]
    return Anonymised(found.file, suffix, after, issues)


def _suffix(parser: Parser, content: bytes) -> str:
    """The parser's first ending for a workbook, or for a text."""
    fitting = (end for end in parser.extensions if (end in _BOOKS) == content.startswith(_ZIP))
    return next(fitting, parser.extensions[0])


class _Told(NamedTuple):
    """What an input says: whose it is, and all the rest."""

    names: set[str]
    rest: dict[str, list[Any]]


def _told(content: bytes, parser: str) -> _Told:
    night = read_night(io.BytesIO(content), input_format=parser)
    results, misfits = settle_all(night.hands)
    nameless = pl.element().struct.with_fields(name=pl.lit(None, pl.String))
    played = results.select(
        "hand_no", "button", "unit", "rules", "pairs", players=pl.col("players").list.eval(nameless)
    )
    clubs = [
        frame.select(cs.numeric() | cs.by_name(*_SAME, require_all=False)).rows()
        for frame in (night.clubs.tables, night.clubs.lines, night.clubs.members)
    ]
    named = [
        night.hands.select(pl.col("players").explode().struct.field("name")),
        *(night.hands.select(name) for name in ("table", "session", "native_id")),
        *(night.entries.select(name) for name in ("player", "other", "session", "note")),
        *(night.clubs.tables.select(name) for name in ("game_id", "club", "name", "creator")),
        *(night.clubs.lines.select(name) for name in ("player", "nick", "agent", "club", "league")),
        *(night.clubs.members.select(name) for name in ("player", "nick", "agent", "club")),
    ]
    return _Told(
        names={name for frame in named for name in frame.to_series().drop_nulls()},
        rest={
            "hands": played.rows(),
            "amounts": [*night.entries.select("kind", "amount", "currency").rows(), *clubs],
            "issues": [
                (issue.code, issue.severity, issue.line, issue.cell) for issue in night.issues + misfits
            ],
        },
    )


def _left(name: str, file: str) -> ParseIssue:
    return ParseIssue(
        code="name-left",
        message="something that was to be replaced is still there, so nothing is written",
        file=file,
        text=name,
        expected="a report of this, without the file, to those who keep the parser",
    )


def _perhaps_left(content: bytes, disguise: Disguise, file: str) -> Iterator[ParseIssue]:
    """Names that stand somewhere all the same, each once: often a name is also a word of the format."""
    places: dict[str, list[int | None]] = {}
    for number, line in _lines(content):
        if (name := disguise.first_in(line)) is not None:
            places.setdefault(name, []).append(number)
    for name, numbers in places.items():
        often = f" ({len(numbers):,} times, first here)" if len(numbers) > 1 else ""
        yield ParseIssue(
            code="name-perhaps-left",
            message="a name that was replaced elsewhere still stands here, perhaps as a word of the format"
            + often,
            file=file,
            line=numbers[0],
            text=name,
            expected="look at it before you share the file",
            severity="warning",
        )


def _lines(content: bytes) -> Iterator[tuple[int | None, str]]:
    """Lines of a text with their numbers, or the texts of a workbook."""
    if not content.startswith(_ZIP):
        yield from enumerate(content.decode(errors="replace").splitlines(), 1)
        return
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        for member in book.namelist():
            for text in _TEXTS.finditer(book.read(member).decode(errors="replace")):
                yield None, unescape(text[1] or text[2] or "")


def _differences(one: _Told, other: _Told, file: str) -> Iterator[ParseIssue]:
    for what, there in one.rest.items():
        if there != other.rest[what]:
            yield ParseIssue(
                code="reads-differently",
                message=f"what was written does not read as the input does: {what} are not the same",
                file=file,
                expected=f"the same {what}; look through it before you share it",
                severity="warning",
            )
