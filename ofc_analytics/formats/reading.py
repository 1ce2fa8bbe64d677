"""Read hands: whole, leniently, or batch by batch."""

from __future__ import annotations

import warnings
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from ofc_analytics.errors import FormatError, ParseError, ParseIssue
from ofc_analytics.formats.beside import Beside
from ofc_analytics.formats.checking import Repeats, check_hands, check_lines, check_schema
from ofc_analytics.formats.collecting import uncollected
from ofc_analytics.formats.contract import ParseContext
from ofc_analytics.formats.encoding import not_utf8
from ofc_analytics.formats.opening import Input, open_inputs
from ofc_analytics.formats.registry import detect, named, parser_failures
from ofc_analytics.formats.unpacking import CUT
from ofc_analytics.rules import load_rules
from ofc_analytics.schema import HANDS
from ofc_analytics.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ofc_analytics.formats.contract import Parser
    from ofc_analytics.formats.opening import InputPath
    from ofc_analytics.settlement.given import Overrides

__all__ = ["Batch", "batches", "batches_of", "parser_for", "read", "read_all", "read_batches"]


class Batch(NamedTuple):
    """What was read since the last batch, and `ParseContext.resume_line` as it is now."""

    hands: pl.DataFrame
    issues: list[ParseIssue]
    beside: Beside
    resume_line: int = 1


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
    LookupFailedError, RulesError
        If there are no `rules` of that name, or they cannot be read; before anything is opened.

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
        (``note``), in the order of the inputs. `ParseIssue.hands` tells how many hands an issue kept out.

    Raises
    ------
    FormatError
        If `input_format` names no parser; every fault of an input is an issue.
    LookupFailedError, RulesError
        As in `read`.
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
    LookupFailedError, RulesError
        As in `read`.
    """
    found = batches(paths, rules=rules, input_format=input_format, strict=strict)
    return ((batch.hands, [*batch.issues, *batch.beside.remarks()]) for batch in found)


def batches(
    paths: InputPath | Iterable[InputPath],
    *,
    rules: str | None,
    input_format: str | None,
    strict: bool,
    others: Iterable[InputPath] = (),
    overrides: Overrides = (),
) -> Iterator[Batch]:
    """Read as `read_batches` does, with what the inputs say beside the hands.

    The formats of `others`, which are read last, are told by their content whatever the `input_format` is. `overrides`
    change rules for what a parser itself scores.
    """
    parser = None if input_format is None else named(input_format)
    if rules is not None:
        load_rules(rules)
    inputs = chain(
        ((found, parser) for found in open_inputs(paths)), ((found, None) for found in open_inputs(others))
    )
    found = _read_inputs(inputs, rules, overrides, strict=strict)
    return _by_name(found, strict=strict) if rules is None else _under(rules, found)


def batches_of(found: Input, parser: Parser) -> Iterator[Batch]:
    """Read one open input, without regard to what others held."""
    return _by_name(_read_input(found, parser, Repeats(), strict=False), strict=False)


def parser_for(found: Input, wanted: Parser | None) -> Parser:
    """Give the parser that reads an input: the one that is wanted, or else the surest.

    Raises
    ------
    FormatError
        If no parser knows the input, several are equally sure, or the one that is wanted does not read it.
    """
    if wanted is None:
        try:
            return detect(found.head, found.name, file=found.file, binary=found.binary)
        except FormatError as unknown:
            broken = None if found.binary else not_utf8(found.head, found.file)
            raise (unknown if broken is None else FormatError(broken)) from None
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


def _under(rules: str, batches: Iterator[Batch]) -> Iterator[Batch]:
    for batch in batches:
        yield batch._replace(hands=batch.hands.with_columns(rules=pl.lit(rules)))


def _by_name(batches: Iterator[Batch], *, strict: bool) -> Iterator[Batch]:
    """Leave out hands whose source names a file for its rules: a log must not choose what is opened here."""
    for batch in batches:
        frame = batch.hands
        is_file = frame["rules"].str.contains(r"[/\\]|\.toml$").fill_null(value=False)
        refused = [
            ParseIssue(
                code="rules-not-a-name",
                message="the source names a file for its rules",
                file=source["file"],
                sheet=source["sheet"],
                line=source["line"],
                hand=native,
                text=rules,
                expected="the name of a rule set that comes with the library; a file is named with --rules",
                hands=1,
            )
            for source, native, rules in frame.filter(is_file)
            .select("source", "native_id", "rules")
            .iter_rows()
        ]
        if strict and refused:
            raise ParseError(refused[0])
        yield batch._replace(hands=frame.filter(~is_file), issues=[*batch.issues, *refused])


def _read_inputs(
    inputs: Iterable[tuple[Input | ParseIssue, Parser | None]],
    rules: str | None,
    overrides: Overrides,
    *,
    strict: bool,
) -> Iterator[Batch]:
    repeats = Repeats()
    first: dict[str, str] = {}
    if failures := list(parser_failures()):
        yield Batch(_empty(), failures, Beside())
    for found, parser in inputs:
        if isinstance(found, Input):
            before = first.get(found.sha256)
            first.setdefault(found.sha256, found.file)
            batches = _read_input(found, parser, repeats, strict=strict, rules=rules, overrides=overrides)
            yield from batches if before is None else _once(batches, found.file, before, strict=strict)
        elif strict and found.severity == "error":
            raise FormatError(found)
        else:
            yield Batch(_empty(), [found], Beside())


def _once(batches: Iterator[Batch], file: str, first: str, *, strict: bool) -> Iterator[Batch]:
    """What a file adds that has the content of one before it: its hands are known, and what it says of money is left out."""
    known = 0
    for batch in batches:
        known += sum(issue.hands for issue in batch.issues if issue.is_repeat)
        issues = [issue for issue in batch.issues if not issue.is_repeat]
        if batch.beside:
            batch.beside.take()
            message = "the file says the same of money as one before it, and is left out"
            issue = ParseIssue(
                code="file-twice", message=message, file=file, text=first, expected="each file once"
            )
            _report_input(issue, issues, strict=strict)
        yield batch._replace(issues=issues)
    if known:
        message = f"the file was read before ({first}), and its {counted(known, 'hand')} are kept once"
        note = ParseIssue(code="duplicate-hand", message=message, file=file, hands=known, severity="note")
        yield Batch(_empty(), [note], Beside())


def _read_input(
    found: Input,
    parser: Parser | None,
    repeats: Repeats,
    *,
    strict: bool,
    rules: str | None = None,
    overrides: Overrides = (),
) -> Iterator[Batch]:
    issues: list[ParseIssue] = []
    beside = Beside()
    empty = True
    try:
        context = ParseContext(
            file=found.file,
            sha256=found.sha256,
            parser="",
            version="",
            strict=strict,
            first_line=found.first_line,
            issues=issues,
            beside=beside,
            rules=rules,
            overrides=overrides,
        )
        for frame in _frames(found, parser, repeats, context):
            yield Batch(frame, issues.copy(), _readable(beside.take(), found), context.resume_line)
            issues.clear()
            empty = False
    except FormatError as error:
        if strict:
            raise
        issues.append(error.issue)
    if empty and not beside and all(issue.severity == "note" for issue in issues):
        _report_input(_no_hands(found.file), issues, strict=strict)
    if issues or beside:
        yield Batch(_empty(), issues, _readable(beside, found), context.resume_line)


def _readable(beside: Beside, found: Input) -> Beside:
    """Leave out what is said of money on lines that are not UTF-8: those are reported, and a name may be wrong."""
    if found.strays:
        on_them = pl.col("line").is_in(found.strays)
        beside.entries[:] = [
            kept for frame in beside.entries if not (kept := frame.remove(on_them)).is_empty()
        ]
    return beside


def _frames(
    found: Input, wanted: Parser | None, repeats: Repeats, context: ParseContext
) -> Iterator[pl.DataFrame]:
    """Frames of one input, each checked; `context` takes what is found on the way to the next one."""
    cut = None
    issues = context.issues
    issues.extend(found.remarks)
    if found.fault is not None:
        cut = found.fault if found.fault.code == CUT else None
        _report_input(found.fault, issues, strict=context.strict)
    parser = parser_for(found, wanted)
    context.parser, context.version = parser.name, parser.version
    strays = set(found.strays)
    for parsed in uncollected(parser.parse(found.stream, context)):
        check_schema(parsed, parser=parser.name, file=found.file)
        strays -= _lines_of_errors(issues)
        trusted, doubts = check_lines(parsed, sorted(strays), cut)
        sound, problems = check_hands(trusted)
        kept, remarks, conflicts = repeats.take(sound)
        context.beside.add_conflicts(conflicts)
        for issue in (*doubts, *problems, *remarks):
            context.report(issue)
        strays -= _lines_of_errors(issues)
        yield kept
    for line in sorted(strays - _lines_of_errors(issues)):
        context.report(_stray(line))


def _report_input(issue: ParseIssue, issues: list[ParseIssue], *, strict: bool) -> None:
    if strict:
        raise FormatError(issue)
    issues.append(issue)


def _lines_of_errors(issues: list[ParseIssue]) -> set[int]:
    return {issue.line for issue in issues if issue.severity == "error" and issue.line is not None}


def _stray(line: int) -> ParseIssue:
    return ParseIssue(
        code="encoding",
        message="the line has bytes that are not UTF-8 text",
        line=line,
        expected="UTF-8 text",
    )


def _no_hands(file: str) -> ParseIssue:
    return ParseIssue(
        code="file-empty", message="the file holds no hands", file=file, expected="at least one hand"
    )


def _whole(batches: Iterator[tuple[pl.DataFrame, list[ParseIssue]]]) -> tuple[pl.DataFrame, list[ParseIssue]]:
    frames, issues = [_empty()], []
    for frame, found in batches:
        frames.append(frame)
        issues.extend(found)
    return pl.concat(frames), issues


def _empty() -> pl.DataFrame:
    return HANDS.to_frame()
