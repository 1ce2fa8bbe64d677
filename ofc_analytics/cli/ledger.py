"""`ofc ledger`: what each player is to receive over a night, and who pays whom."""

from __future__ import annotations

import json
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ofc_analytics.cli.inputs import Counts, left_empty, report_issues
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
from ofc_analytics.errors import OfcError, ParseIssue, SettlementError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import polars as pl

    from ofc_analytics.formats import Night
    from ofc_analytics.settlement.ledger import Ledger

__all__ = ["ledger"]


def ledger(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PATH",
            help="Files, folders or archives of hands, with or without cards, and of what was paid beside them; - reads standard input.",
        ),
    ] = None,
    entries: Annotated[
        list[str] | None,
        typer.Option(
            "--entries",
            metavar="FILE",
            help="Buy-ins, cash-outs, payments, carried balances, corrections; its format is told by its content. Repeatable.",
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
    carry: Annotated[
        Path | None,
        typer.Option(
            "--carry",
            metavar="FILE.csv",
            help="Write the balances there as the entries that the next night starts from, if they are not paid now.",
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
    from ofc_analytics.formats import read_night
    from ofc_analytics.names import read_aliases
    from ofc_analytics.rules import DEFAULT_RULES
    from ofc_analytics.settlement.copies import copy_warnings
    from ofc_analytics.settlement.frames import settle_all
    from ofc_analytics.settlement.given import given_rules
    from ofc_analytics.settlement.ledger import ledger as add_up
    from ofc_analytics.settlement.seating import seatings
    from ofc_analytics.settlement.statements import statements_of

    if not paths and not entries:
        raise OfcError("there is nothing to add up: name files of hands, or --entries FILE, or both")
    if carry == STANDARD:
        raise OfcError("--carry writes a file for the next night: name one, such as carried.csv")
    refuse_overwriting(
        [*(paths or ()), *(entries or ()), aliases, rules], output=output, issues=issues, carry=carry
    )
    known = {} if aliases is None else read_aliases(aliases)
    night = read_night(
        paths or (),
        others=entries or (),
        rules=rules,
        overrides=overrides or (),
        input_format=input_format,
    )
    if night.hands.is_empty():
        given_rules(rules or DEFAULT_RULES, overrides or ())  # no hand asks whether there are such rules
    results, misfits = settle_all(night.hands, rules, overrides=overrides or (), issues=night.issues)
    seated = seatings(results, night.entries)
    _refuse_joined_opponents(seated, known)
    statements, faults = statements_of(results, night.entries, aliases=known)
    doubts = [*misfits, *copy_warnings(results)]
    found = [*night.issues, *doubts, *faults, *_notes(night, results, statements, seated, known)]
    try:
        book = add_up(statements, aliases=known, issues=night.issues)
    except SettlementError:
        report_issues(found, issues)
        raise
    again = list(_told_again(book))
    report_issues([*found, *again], issues)
    _say_counts(night, results, found, again)
    whole = all(issue.severity != "error" for issue in found)
    if statements.is_empty() or (strict and not whole):
        say(f"ofc: nothing was added up{left_empty(found) if statements.is_empty() else ''}")
        raise typer.Exit(NOTHING_DONE)
    unsound = _unsound(found)
    payments = _payments(book, known.get(banker, banker) if banker else None, whole=not unsound)
    _write(book, payments, form, output)
    if unsound:
        say(f"ofc: {unsound}, so nobody is told to pay: put it right first")
    if carry is not None:
        _carry(book, carry, sound=payments is not None)
    if payments is None:
        raise typer.Exit(DISAGREES)


def _unsound(found: Sequence[ParseIssue]) -> str:
    """Why balances cannot be trusted, if they cannot."""
    codes = {issue.code for issue in found}
    if any(issue.severity == "error" for issue in found):
        return "something was left out"
    if "hand-copied" in codes:
        return "hands are counted twice"
    if "chain-broken" in codes:
        return "hands of a Fantasyland chain are missing"
    return "a Fantasyland chain is not settled" if "chain-unfinished" in codes else ""


def _refuse_joined_opponents(seated: pl.DataFrame, known: Mapping[str, str]) -> None:
    """Two who sat in one hand are two players, whatever an alias file says."""
    for hand, names in seated.iter_rows() if known else ():
        joined: dict[str, str] = {}
        for name in names:
            other = joined.setdefault(known.get(name, name), name)
            if other != name:
                raise OfcError(
                    f"{other!r} and {name!r} are one player by --aliases, and both played hand {hand}"
                )


def _payments(book: Ledger, banker: str | None, *, whole: bool) -> pl.DataFrame | None:
    """Who pays whom; None while that cannot be told. A banker must be there in any case."""
    from ofc_analytics.settlement.ledger import require_player, square

    if banker is not None:
        require_player(book, banker)
    return square(book, banker=banker) if whole and book.closes else None


def _notes(
    night: Night,
    results: pl.DataFrame,
    statements: pl.DataFrame,
    seated: pl.DataFrame,
    known: Mapping[str, str],
) -> Iterator[ParseIssue]:
    """Names that may be one player's, but for those who sat in one hand; claims that do not stand; what is not read."""
    import polars as pl

    from ofc_analytics.names import suggest_same
    from ofc_analytics.settlement.entries import HOUSE
    from ofc_analytics.settlement.tables import disagreements

    if not night.clubs.empty:
        told = f"{night.clubs.tables.height} tables of a club export are not added up"
        yield ParseIssue(code="club-not-read", message=told, expected="ofc audit", severity="note")
    wrong = disagreements(results)["hand_id"].n_unique()
    if wrong:
        told = f"claimed results do not stand in {wrong} hand{'s' * (wrong != 1)}: what counts is recomputed"
        yield ParseIssue(code="claims-differ", message=f"{told}; ofc settle shows them", severity="note")
    named = pl.concat([statements["player"], statements["other"].rename("player")]).drop_nulls()
    tables = seated.select(pl.col("names").list.eval(pl.element().replace(dict(known)))).to_series()
    for one, other, why in suggest_same(set(named.replace(dict(known))) - set(HOUSE), tables):
        yield ParseIssue(
            code="names-alike",
            message=f"{one!r} and {other!r} count as two players ({why})",
            expected=f"if they are one, --aliases with the line {_quoted(one)} = [{_quoted(other)}]",
            severity="note",
        )


def _told_again(book: Ledger) -> Iterator[ParseIssue]:
    """Results that others tell too; those that are not the same are checks that fail."""
    for row in book.told_again.iter_rows(named=True):
        what = f"{row['hands']} hand{'s' * (row['hands'] != 1)}" if row["hands"] else "totals"
        how = "and the same" if row["differs"] is None else "and not the same"
        yield ParseIssue(
            code="told-again",
            message=f"{what} of {row['session'] or 'no session'} that {row['counted']} tells too, {how}: they count once",
            file=row["file"],
            sheet=row["sheet"],
            line=row["line"],
            severity="note",
            hands=row["hands"],
        )


def _say_counts(
    night: Night, results: pl.DataFrame, found: list[ParseIssue], again: list[ParseIssue]
) -> None:
    """What became of all hands; of a night without any, nothing."""
    from ofc_analytics.settlement.result_entries import HAS_MONEY
    from ofc_analytics.settlement.tellings import hands_told

    repeated = sum(issue.hands for issue in again)
    told = hands_told(night.entries) - repeated
    counts = Counts.of(results.filter(HAS_MONEY).height, [*found, *again], told=told)
    if counts.read:
        say(f"ofc: {counts.words()}")


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)


def _write(book: Ledger, payments: pl.DataFrame | None, form: OutputFormat, output: Path | None) -> None:
    from ofc_analytics.settlement.ledger_text import ledger_text

    if form is OutputFormat.text:
        write_text(plain(ledger_text(book, payments)), output)
    elif form is OutputFormat.json:
        write_lines(map(_json, _objects(book, payments)), output)
    else:
        write_frame(_balances(book, form), form, output)


def _carry(book: Ledger, file: Path, *, sound: bool) -> None:
    """Write what the next night starts from, unless the balances are still in doubt."""
    from ofc_analytics.settlement.carrying import carried

    if sound:
        write_frame(carried(book), OutputFormat.csv, file)
    else:
        say(f"ofc: {file} was not written: the night does not close yet")


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
