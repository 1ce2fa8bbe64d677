"""Read hands: whole, leniently, or batch by batch; and what the inputs say of money beside them."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from ofc_analytics.errors import FormatError, ParseError, ParseIssue
from ofc_analytics.formats.checking import Repeats, check_hands, check_lines, check_schema
from ofc_analytics.formats.contract import ParseContext
from ofc_analytics.formats.encoding import not_utf8
from ofc_analytics.formats.opening import Input, open_inputs
from ofc_analytics.formats.registry import detect, named, parser_failures
from ofc_analytics.formats.unpacking import CUT
from ofc_analytics.rules import load_rules
from ofc_analytics.schema import HANDS
from ofc_analytics.settlement.entries import ENTRIES, entry_faults, with_ids

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ofc_analytics.formats.contract import Parser
    from ofc_analytics.formats.opening import InputPath

__all__ = ["Night", "read", "read_all", "read_batches", "read_night"]


@dataclass(frozen=True, slots=True)
class Night:
    """Everything that inputs say.

    Attributes
    ----------
    hands
        Schema `ofc_analytics.schema.Hands`.
    entries
        Schema `ofc_analytics.settlement.entries.Entries`: what is said of money beside the hands. Those with a
        fault are left out, and of entries with one id none is here.
    issues
        What was not read, and what is worth knowing.
    """

    hands: pl.DataFrame
    entries: pl.DataFrame
    issues: list[ParseIssue]


class _Batch(NamedTuple):
    """What was read since the last batch; `entries` as the parsers wrote them down."""

    hands: pl.DataFrame
    issues: list[ParseIssue]
    entries: list[pl.DataFrame]


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
    batches = _batches(paths, rules=rules, input_format=input_format, strict=strict)
    return ((batch.hands, [*batch.issues, *_without_cards(batch.entries)]) for batch in batches)


def _without_cards(entries: list[pl.DataFrame]) -> Iterator[ParseIssue]:
    for frame in entries:
        yield ParseIssue(
            code="money-not-read",
            message=f"{frame.height} statements about money without cards are no hands",
            file=frame["file"][0],
            expected="ofc ledger, which adds them up",
            severity="note",
        )


def read_night(
    paths: InputPath | Iterable[InputPath],
    *,
    rules: str | None = None,
    input_format: str | None = None,
) -> Night:
    r"""Read all hands that can be read, and what is said of money beside them: buy-ins, payments, results without cards.

    Parameters
    ----------
    paths, rules, input_format
        As in `read`.

    Raises
    ------
    FormatError, LookupFailedError, RulesError
        As in `read_all`.

    Examples
    --------
    >>> import io
    >>> night = read_night(io.BytesIO(b"kind,player,amount\nbuy-in,Anna,500\nbuy-in,Boris,much\n"))
    >>> night.entries.select("kind", "player", "amount").rows()
    [('buy-in', 'Anna', 50000)]
    >>> night.issues[0].line, night.issues[0].text
    (3, 'much')
    """
    batches = list(_batches(paths, rules=rules, input_format=input_format, strict=False))
    issues = [issue for batch in batches for issue in batch.issues]
    entries, faults = _sound_entries([frame for batch in batches for frame in batch.entries])
    return Night(pl.concat([_empty(), *(batch.hands for batch in batches)]), entries, issues + faults)


def _sound_entries(written: list[pl.DataFrame]) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Entries without a fault, and the faults of the others."""
    entries = pl.concat([ENTRIES.to_frame(), *map(with_ids, written)])
    faults = entry_faults(entries)
    places = pl.DataFrame(
        [(fault.file, fault.sheet, fault.line) for fault in faults],
        schema={name: ENTRIES[name] for name in ("file", "sheet", "line")},
        orient="row",
    )
    twice = [fault.text for fault in faults if fault.code == "entry-twice"]
    sound = entries.join(places, on=places.columns, how="anti", nulls_equal=True, maintain_order="left")
    return sound.filter(~pl.col("entry_id").is_in(twice)), faults


def _batches(
    paths: InputPath | Iterable[InputPath], *, rules: str | None, input_format: str | None, strict: bool
) -> Iterator[_Batch]:
    parser = None if input_format is None else named(input_format)
    if rules is not None:
        load_rules(rules)
    batches = _read_inputs(paths, parser, strict=strict)
    return _by_name(batches, strict=strict) if rules is None else _under(rules, batches)


def _under(rules: str, batches: Iterator[_Batch]) -> Iterator[_Batch]:
    for batch in batches:
        yield batch._replace(hands=batch.hands.with_columns(rules=pl.lit(rules)))


def _by_name(batches: Iterator[_Batch], *, strict: bool) -> Iterator[_Batch]:
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
        yield _Batch(frame.filter(~is_file), [*batch.issues, *refused], batch.entries)


def _read_inputs(
    paths: InputPath | Iterable[InputPath], parser: Parser | None, *, strict: bool
) -> Iterator[_Batch]:
    repeats = Repeats()
    if failures := list(parser_failures()):
        yield _Batch(_empty(), failures, [])
    for found in open_inputs(paths):
        if isinstance(found, Input):
            yield from _read_input(found, parser, repeats, strict=strict)
        elif strict and found.severity == "error":
            raise FormatError(found)
        else:
            yield _Batch(_empty(), [found], [])


def _read_input(found: Input, parser: Parser | None, repeats: Repeats, *, strict: bool) -> Iterator[_Batch]:
    issues: list[ParseIssue] = []
    entries: list[pl.DataFrame] = []
    empty = True
    try:
        for frame in _frames(found, parser, repeats, issues, entries, strict=strict):
            yield _Batch(frame, issues.copy(), entries.copy())
            issues.clear()
            entries.clear()
            empty = False
    except FormatError as error:
        if strict:
            raise
        issues.append(error.issue)
    if empty and not entries and all(issue.severity == "note" for issue in issues):
        _report_input(_no_hands(found.file), issues, strict=strict)
    if issues or entries:
        yield _Batch(_empty(), issues, entries)


def _frames(
    found: Input,
    wanted: Parser | None,
    repeats: Repeats,
    issues: list[ParseIssue],
    entries: list[pl.DataFrame],
    *,
    strict: bool,
) -> Iterator[pl.DataFrame]:
    """Frames of one input, each checked; `issues` and `entries` take what is found on the way to the next one."""
    cut = None
    issues.extend(found.remarks)
    if found.fault is not None:
        cut = found.fault if found.fault.code == CUT else None
        _report_input(found.fault, issues, strict=strict)
    parser = _parser_for(found, wanted)
    context = ParseContext(
        file=found.file,
        sha256=found.sha256,
        parser=parser.name,
        version=parser.version,
        strict=strict,
        issues=issues,
        entries=entries,
    )
    strays = set(found.strays)
    for parsed in parser.parse(found.stream, context):
        check_schema(parsed, parser=parser.name, file=found.file)
        strays -= _lines_of_errors(issues)
        trusted, doubts = check_lines(parsed, sorted(strays), cut)
        sound, problems = check_hands(trusted)
        kept, remarks = repeats.take(sound)
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


def _parser_for(found: Input, wanted: Parser | None) -> Parser:
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


def _whole(batches: Iterator[tuple[pl.DataFrame, list[ParseIssue]]]) -> tuple[pl.DataFrame, list[ParseIssue]]:
    frames, issues = [_empty()], []
    for frame, found in batches:
        frames.append(frame)
        issues.extend(found)
    return pl.concat(frames), issues


def _empty() -> pl.DataFrame:
    return HANDS.to_frame()
