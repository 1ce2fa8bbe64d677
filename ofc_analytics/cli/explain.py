"""`ofc explain`: the receipt of one hand."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_analytics.cli.inputs import read_hands
from ofc_analytics.cli.options import (
    DISAGREES,
    FormatOption,
    InputFormatOption,
    OutputFormat,
    OutputOption,
    PathsArgument,
    RulesOption,
    SetOption,
    StrictOption,
)
from ofc_analytics.cli.output import plain, write_frame, write_text
from ofc_analytics.errors import LookupFailedError, ParseIssue

if TYPE_CHECKING:
    import polars as pl

__all__ = ["explain"]


def explain(
    paths: PathsArgument,
    hand: Annotated[
        str,
        typer.Option(
            "--hand", metavar="ID", help="The room's own id or number, or hand_id or its beginning."
        ),
    ],
    rules: RulesOption = None,
    overrides: SetOption = None,
    form: FormatOption = OutputFormat.text,
    output: OutputOption = None,
    input_format: InputFormatOption = None,
    strict: StrictOption = False,
) -> None:
    """Explain one hand: every row, pair, royalty and payment, in the order they count."""
    import polars as pl

    from ofc_analytics.rules import load_rules
    from ofc_analytics.schema import hands_from_frame
    from ofc_analytics.settlement.frames import settle_all
    from ofc_analytics.settlement.grouping import rules_of
    from ofc_analytics.settlement.receipt import Past, receipt
    from ofc_analytics.settlement.receipt_text import receipt_text
    from ofc_analytics.settlement.tables import boards

    hands, issues = read_hands(paths, input_format=input_format, strict=strict)
    results, misfits = settle_all(hands, rules, overrides=overrides or ())
    result = _find(results, hand, [issue for issue in (*issues, *misfits) if issue.hand == hand])
    row = result.row(0, named=True)
    (found,) = hands_from_frame(hands.filter(pl.col("hand_id") == row["hand_id"]))
    ruleset = load_rules(rules or rules_of(found.rules, found.variant), overrides or ())
    slip = receipt(replace(found, unit=row["unit"], level=row["level"]), ruleset, Past.of(row))
    if form is OutputFormat.json:
        write_text(json.dumps(slip.as_dict(), ensure_ascii=False), output)
    elif form is OutputFormat.text:
        write_text(plain(receipt_text(slip)), output)
    else:
        write_frame(boards(result) if form is OutputFormat.csv else result, form, output)
    if any(slip.agrees(place) is False for place in range(len(found.players))):
        raise typer.Exit(DISAGREES)


def _find(hands: pl.DataFrame, wanted: str, unread: list[ParseIssue]) -> pl.DataFrame:
    import polars as pl

    for match in (
        pl.col("native_id") == wanted,
        pl.col("hand_id") == wanted,
        pl.col("hand_id").str.starts_with(wanted),
    ):
        found = hands.filter(match)
        if found.height == 1:
            return found
        if found.height > 1:
            known = ", ".join(
                f"{identity} ({source['file']}, line {source['line']})"
                for identity, source in found.select("hand_id", "source").head(10).iter_rows()
            )
            raise LookupFailedError(
                f"{found.height} hands are called {wanted!r}; choose one by its hand_id: {known}"
            )
    if unread:
        raise LookupFailedError(f"hand {wanted!r} could not be read: {unread[0]}")
    ids = hands.select(pl.coalesce("native_id", "hand_id")).to_series().head(5).to_list()
    raise LookupFailedError(
        f"no hand is called {wanted!r}; the {hands.height} hands begin with {', '.join(ids)}"
    )
