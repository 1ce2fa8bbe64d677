"""`ofc ledger`: what each player is to receive over a night, and who pays whom."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ofc_analytics.cli.inputs import Settled, report_issues, settle_paths, write_issues
from ofc_analytics.cli.options import (
    DISAGREES,
    NOTHING_DONE,
    STANDARD,
    FormatOption,
    InputFormatOption,
    IssuesOption,
    OutputFormat,
    OutputOption,
    RulesOption,
    SetOption,
    StrictOption,
)
from ofc_analytics.cli.output import plain, say, write_frame, write_lines, write_text
from ofc_analytics.cli.overwriting import refuse_overwriting
from ofc_analytics.errors import OfcError, ParseIssue

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    import polars as pl

    from ofc_analytics.settlement.ledger import Ledger

__all__ = ["ledger"]


def ledger(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PATH", help="Files, folders or archives of hands; none where --entries tell it all."
        ),
    ] = None,
    entries: Annotated[
        list[str] | None,
        typer.Option(
            "--entries",
            metavar="FILE.csv",
            help="Buy-ins, cash-outs, payments, carried balances, corrections; repeatable.",
        ),
    ] = None,
    aliases: Annotated[
        str | None,
        typer.Option(
            "--aliases", metavar="FILE.toml", help='Other names of players, such as Anna = ["Аня", "Anya"].'
        ),
    ] = None,
    banker: Annotated[
        str | None,
        typer.Option(
            "--banker", metavar="NAME", help="Pay through this player; else as few payments as can be."
        ),
    ] = None,
    rules: RulesOption = None,
    overrides: SetOption = None,
    form: FormatOption = OutputFormat.text,
    output: OutputOption = None,
    input_format: InputFormatOption = None,
    strict: StrictOption = False,
    issues: IssuesOption = None,
) -> None:
    """Add up a night: check that all that went in came out, and say who pays whom.

    Exit code 0: it closes; 1: a check fails or something was left out, and nobody is told to pay; 2: nothing
    could be done, or --strict met a fault.
    """
    import polars as pl

    from ofc_analytics.names import read_aliases
    from ofc_analytics.settlement.entries import result_entries
    from ofc_analytics.settlement.entry_lines import read_entries
    from ofc_analytics.settlement.ledger import ledger as add_up
    from ofc_analytics.settlement.ledger_text import ledger_text

    if not paths and not entries:
        raise OfcError("there is nothing to add up: name files of hands, or --entries FILE.csv, or both")
    refuse_overwriting([*(paths or ()), *(entries or ()), aliases, rules], output=output, issues=issues)
    known = {} if aliases is None else read_aliases(aliases)
    settled = _settled(paths, rules, overrides, input_format, strict, issues)
    if settled is not None:
        _refuse_joined_opponents(settled, known)
    frames = [] if settled is None else [result_entries(settled.results)]
    typed, found = read_entries(*(entries or ()), currency=_only_currency(frames))
    statements = pl.concat([*frames, typed])
    found += _notes(settled, statements, known)
    _report(found, settled, issues)
    faults = any(issue.severity == "error" for issue in found)
    if statements.is_empty() or (strict and faults):
        say("ofc: nothing was added up")
        raise typer.Exit(NOTHING_DONE)
    whole = not faults and (settled is None or not settled.problems["error"])
    night = add_up(statements, aliases=known)
    payments = _payments(night, known.get(banker, banker) if banker else None) if whole else None
    if form is OutputFormat.text:
        write_text(plain(ledger_text(night, payments)), output)
    elif form is OutputFormat.json:
        write_lines(map(_json, _objects(night, payments)), output)
    else:
        write_frame(_balances(night, form), form, output)
    if not whole:
        say("ofc: something was left out, so nobody is told to pay: put it right first")
    if payments is None:
        raise typer.Exit(DISAGREES)


def _settled(
    paths: list[str] | None,
    rules: str | None,
    overrides: list[str] | None,
    input_format: str | None,
    strict: bool,
    issues: Path | None,
) -> Settled | None:
    if not paths:
        return None
    return settle_paths(
        paths, rules=rules, overrides=overrides, input_format=input_format, strict=strict, issues_file=issues
    )


def _refuse_joined_opponents(settled: Settled, known: Mapping[str, str]) -> None:
    """Two who sat in one hand are two players, whatever an alias file says."""
    import polars as pl

    hands = settled.results.select(
        hand=pl.coalesce("native_id", "hand_id"),
        names=pl.col("players").list.eval(pl.element().struct.field("name")),
    )
    for hand, names in hands.iter_rows() if known else ():
        joined: dict[str, str] = {}
        for name in names:
            other = joined.setdefault(known.get(name, name), name)
            if other != name:
                raise OfcError(
                    f"{other!r} and {name!r} are one player by --aliases, and both played hand {hand}"
                )


def _only_currency(frames: list[pl.DataFrame]) -> str | None:
    currencies = [code for frame in frames for code in frame["currency"].unique()]
    return currencies[0] if len(currencies) == 1 else None


def _payments(night: Ledger, banker: str | None) -> pl.DataFrame | None:
    from ofc_analytics.settlement.ledger import square

    return square(night, banker=banker) if night.closes else None


def _notes(
    settled: Settled | None, statements: pl.DataFrame, known: Mapping[str, str]
) -> Iterator[ParseIssue]:
    """Names that may be one player's, but for those who sat in one hand; and claims that do not stand."""
    import polars as pl

    from ofc_analytics.names import suggest_same
    from ofc_analytics.settlement.entries import HOUSE
    from ofc_analytics.settlement.tables import disagreements

    together = set()
    if settled is not None:
        names = pl.col("players").list.eval(pl.element().struct.field("name").replace(dict(known)))
        tables = settled.results.select(names).to_series().unique().to_list()
        together = {frozenset((one, other)) for table in tables for one in table for other in table}
        wrong = disagreements(settled.results)["hand_id"].n_unique()
        if wrong:
            told = (
                f"claimed results do not stand in {wrong} hand{'s' * (wrong != 1)}: what counts is recomputed"
            )
            yield ParseIssue(code="claims-differ", message=f"{told}; ofc settle shows them", severity="note")
    named = pl.concat([statements["player"], statements["other"].rename("player")]).drop_nulls()
    for one, other, why in suggest_same(set(named.replace(dict(known))) - set(HOUSE)):
        if frozenset((one, other)) not in together:
            yield ParseIssue(
                code="names-alike",
                message=f"{one!r} and {other!r} count as two players ({why})",
                expected=f"if they are one, --aliases with the line {_quoted(one)} = [{_quoted(other)}]",
                severity="note",
            )


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)


def _report(found: list[ParseIssue], settled: Settled | None, issues: Path | None) -> None:
    """Say what was not said yet, and write it down together with what was found in the hands."""
    report_issues(found, STANDARD if issues == STANDARD else None)
    if issues is not None and issues != STANDARD:
        write_issues([*([] if settled is None else settled.issues), *found], issues)


def _balances(night: Ledger, form: OutputFormat) -> pl.DataFrame:
    """Amounts as exact decimals where they are for a spreadsheet."""
    import polars as pl

    from ofc_analytics.settlement.tables import decimal

    if form is OutputFormat.parquet:
        return night.balances
    amounts = night.balances.select(pl.col(pl.Int64)).columns
    return night.balances.with_columns(decimal(name, night.balances) for name in amounts).drop("exponent")


def _objects(night: Ledger, payments: pl.DataFrame | None) -> Iterator[dict[str, Any]]:
    for row in night.balances.iter_rows(named=True):
        yield {"kind": "balance"} | _with_money(row)
    for row in night.checks.iter_rows(named=True):
        yield {"kind": "check"} | _with_money(row)
    for row in night.corrections.rename({"kind": "entry_kind"}).iter_rows(named=True):
        yield {"kind": "correction"} | _with_money(row)
    for row in () if payments is None else payments.iter_rows(named=True):
        yield {"kind": "payment"} | _with_money(row)


def _with_money(row: Mapping[str, Any]) -> dict[str, Any]:
    from ofc_analytics.money import format_money

    exponent = row["exponent"]
    return {
        name: format_money(value, exponent=exponent) if isinstance(value, int) else value
        for name, value in row.items()
        if name != "exponent"
    }


def _json(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False)
