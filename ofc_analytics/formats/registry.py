"""Which parsers there are, and which of them an input belongs to."""

from __future__ import annotations

import difflib
from functools import cache
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import TYPE_CHECKING

from ofc_analytics.errors import FormatError, ParseIssue

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ofc_analytics.formats.contract import Parser, Sniff

__all__ = ["GROUP", "detect", "named", "parser_failures", "parsers"]

GROUP = "ofc_analytics.parsers"
"""Entry-point group that parsers are found in."""


def parsers() -> Mapping[str, Parser]:
    """All installed parsers by name, in alphabetical order.

    >>> parsers()["ofc-json"].title
    'open interchange format, one JSON object a line'
    """
    return _load()[0]


def parser_failures() -> tuple[ParseIssue, ...]:
    """Give notes (code ``parser-broken``) on installed parsers that could not be loaded, or share another's name."""
    return _load()[1]


def named(name: str) -> Parser:
    """Give the parser of a name.

    Raises
    ------
    FormatError
        If there is none; code ``format-unknown``.
    """
    known = parsers()
    if name not in known:
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise FormatError(
            ParseIssue(
                code="format-unknown",
                message="there is no parser of this name",
                text=name,
                expected=f"one of {', '.join(known)}{hint}",
            )
        )
    return known[name]


def detect(head: bytes, name: str, *, file: str = "", binary: bool = False) -> Parser:
    """Find the parser that is surest of an input.

    Parameters
    ----------
    head
        The first 64 KiB; text as UTF-8 without a byte order mark.
    name
        File name.
    file
        Path or name for messages; `name` if it is not given.
    binary
        Whether the input is no text.

    Raises
    ------
    FormatError
        If no parser knows it (``format-unknown``, or ``file-binary`` for what is no text), or several are
        equally sure (``format-ambiguous``; all of them are named).

    Examples
    --------
    >>> detect(b'{"hand":3,"seats":["Anna","Boris"]}', "night.jsonl").name
    'poker-arena'
    """
    sniffs = {known: parser.sniff(head, name) for known, parser in parsers().items()}
    best = max((sniff.confidence for sniff in sniffs.values()), default=0.0)
    if best <= 0:
        raise FormatError(_unknown(file or name, head, binary=binary))
    sure = {known: sniff for known, sniff in sniffs.items() if sniff.confidence == best}
    if len(sure) > 1:
        raise FormatError(_ambiguous(file or name, sure))
    return named(next(iter(sure)))


@cache
def _load() -> tuple[Mapping[str, Parser], tuple[ParseIssue, ...]]:
    found: dict[str, Parser] = {}
    failures = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        try:
            parser: Parser = point.load()()
        except Exception as error:  # noqa: BLE001 (a stranger's module may raise anything; it must not stop the others)
            failures.append(_broken(point.name, point.value, f"{type(error).__name__}: {error}"))
            continue
        if parser.name in found:
            failures.append(_broken(parser.name, point.value, "another parser has the same name"))
        else:
            found[parser.name] = parser
    return MappingProxyType(found), tuple(failures)


def _broken(name: str, module: str, reason: str) -> ParseIssue:
    return ParseIssue(
        code="parser-broken",
        message=f"the parser {name!r} cannot be used: {reason}",
        text=module,
        severity="note",
    )


def _unknown(file: str, head: bytes, *, binary: bool) -> ParseIssue:
    known = ", ".join(parsers())
    broken = "".join(f"; {issue.message}" for issue in parser_failures())
    if binary:
        return ParseIssue(
            code="file-binary",
            message="the file is neither text nor a workbook that any parser knows",
            file=file,
            text=head[:16].hex(" "),
            expected=f"a format of {known}{broken}",
        )
    first = head.lstrip().split(b"\n", 1)[0].decode(errors="replace").strip()
    return ParseIssue(
        code="format-unknown",
        message="no parser knows this format",
        file=file,
        text=first,
        expected=f"a format of {known}, or one named with --input-format{broken}",
    )


def _ambiguous(file: str, sure: Mapping[str, Sniff]) -> ParseIssue:
    claims = " and ".join(f"{name} ({sniff.reason})" for name, sniff in sure.items())
    return ParseIssue(
        code="format-ambiguous",
        message=f"{len(sure)} parsers are equally sure of this file: {claims}",
        file=file,
        expected=f"one of them named with --input-format, such as --input-format {next(iter(sure))}",
    )
