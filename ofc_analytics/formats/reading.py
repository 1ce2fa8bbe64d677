"""Read hands: whole, leniently, or batch by batch."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.errors import FormatError, ParseIssue
from ofc_analytics.formats.checking import Repeats, check_hands, check_schema
from ofc_analytics.formats.contract import ParseContext
from ofc_analytics.formats.opening import Input, open_inputs
from ofc_analytics.formats.registry import detect, named, parser_failures
from ofc_analytics.schema import HANDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ofc_analytics.formats.contract import Parser
    from ofc_analytics.formats.opening import InputPath

__all__ = ["read", "read_all", "read_batches"]


def read(
    paths: InputPath | Iterable[InputPath],
    *,
    rules: str | None = None,
    input_format: str | None = None,
    strict: bool = True,
) -> pl.DataFrame:
    """Read hands, and stop at the first thing that cannot be read.

    Parameters
    ----------
    paths
        Files, folders, ``"-"`` for standard input, or open binary files; gz and zip are unpacked.
    rules
        Named rule set for every hand; without it each hand keeps what its source says.
    input_format
        Name of a parser; without it each input's content decides.
    strict
        False leaves out what cannot be read, with a warning; `read_all` lists all of it.

    Returns
    -------
    polars.DataFrame
        One row a hand, of schema `ofc_analytics.schema.Hands`.

    Raises
    ------
    FormatError
        If an input cannot be opened, no parser knows it, or several are equally sure that they do.
    ParseError
        If a hand cannot be read.

    Examples
    --------
    >>> import io
    >>> line = (b'{"players": [{"name": "Anna", "top": "2c 2d 3c", "middle": "4c 4d 5c 5d 6c", "bottom": "7c 7d 8c 8d 9c"},'
    ...         b' {"name": "Boris", "top": "2h 2s 3h", "middle": "4h 4s 5h 5s 6h", "bottom": "7h 7s 8h 8s 9h"}]}')
    >>> read(io.BytesIO(line), rules="american-pineapple")["rules"].to_list()
    ['american-pineapple']
    """
    hands, issues = _whole(read_batches(paths, rules=rules, input_format=input_format, strict=strict))
    errors = [issue for issue in issues if issue.severity == "error"]
    if errors:
        count = "1 fault was" if len(errors) == 1 else f"{len(errors)} faults were"
        warnings.warn(f"{count} left out, the first: {errors[0]}", stacklevel=2)
    return hands


def read_all(
    paths: InputPath | Iterable[InputPath],
    *,
    rules: str | None = None,
    input_format: str | None = None,
) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Read all hands that can be read, and list what cannot.

    Parameters
    ----------
    paths, rules, input_format
        As in `read`.

    Returns
    -------
    hands, issues
        The hands as `read` gives them; what was not read (severity ``error``) and what is worth knowing
        (``note``), in the order of the inputs.

    Raises
    ------
    FormatError
        If `input_format` names no parser; every fault of an input is an issue.
    """
    return _whole(read_batches(paths, rules=rules, input_format=input_format))


def read_batches(
    paths: InputPath | Iterable[InputPath],
    *,
    rules: str | None = None,
    input_format: str | None = None,
    strict: bool = False,
) -> Iterator[tuple[pl.DataFrame, list[ParseIssue]]]:
    """Read hands in batches of at most 10,000, for what is larger than memory.

    Parameters
    ----------
    paths, rules, input_format
        As in `read`.
    strict
        Whether the first error is raised.

    Yields
    ------
    hands, issues
        A frame as `read` gives it, and the issues found since the last one. Either may be empty.

    Raises
    ------
    FormatError, ParseError
        As in `read` if `strict`, else as in `read_all`.
    """
    parser = None if input_format is None else named(input_format)
    repeats = Repeats()
    if failures := list(parser_failures()):
        yield _empty(), failures
    for found in open_inputs(paths):
        if isinstance(found, ParseIssue):
            if strict:
                raise FormatError(found)
            yield _empty(), [found]
            continue
        for frame, issues in _read_input(found, parser, repeats, strict=strict):
            yield frame if rules is None else frame.with_columns(rules=pl.lit(rules)), issues


def _read_input(
    found: Input, parser: Parser | None, repeats: Repeats, *, strict: bool
) -> Iterator[tuple[pl.DataFrame, list[ParseIssue]]]:
    issues: list[ParseIssue] = []
    empty = True
    try:
        parser = _parser_for(found, parser)
        context = ParseContext(
            file=found.file,
            sha256=found.sha256,
            parser=parser.name,
            version=parser.version,
            strict=strict,
            issues=issues,
        )
        for parsed in parser.parse(found.stream, context):
            check_schema(parsed, parser=parser.name, file=found.file)
            sound, problems = check_hands(parsed)
            kept, remarks = repeats.take(sound)
            for issue in (*problems, *remarks):
                context.report(issue)
            yield kept, issues.copy()
            issues.clear()
            empty = False
    except FormatError as error:
        if strict:
            raise
        issues.append(error.issue)
    if empty and all(issue.severity == "note" for issue in issues):
        nothing = _no_hands(found.file)
        if strict:
            raise FormatError(nothing)
        issues.append(nothing)
    if issues:
        yield _empty(), issues


def _no_hands(file: str) -> ParseIssue:
    return ParseIssue(
        code="file-empty", message="the file holds no hands", file=file, expected="at least one hand"
    )


def _parser_for(found: Input, wanted: Parser | None) -> Parser:
    if wanted is None:
        return detect(found.head, found.name, file=found.file, binary=found.binary)
    if found.binary and wanted.sniff(found.head, found.name).confidence <= 0:
        raise FormatError(
            ParseIssue(
                code="file-binary",
                message="the file is not text",
                file=found.file,
                text=found.head[:16].hex(" "),
                expected=f"a file of format {wanted.name}",
            )
        )
    return wanted


def _whole(batches: Iterator[tuple[pl.DataFrame, list[ParseIssue]]]) -> tuple[pl.DataFrame, list[ParseIssue]]:
    frames, issues = [_empty()], []
    for frame, found in batches:
        frames.append(frame)
        issues.extend(found)
    return pl.concat(frames), issues


def _empty() -> pl.DataFrame:
    return HANDS.to_frame()
