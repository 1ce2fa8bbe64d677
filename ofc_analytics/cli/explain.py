"""`ofc explain`: the receipt of one hand."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_analytics.cli.inputs import read_hands, report_issues, write_issues
from ofc_analytics.cli.options import (
    DISAGREES,
    FormatOption,
    InputFormatOption,
    IssuesOption,
    OutputFormat,
    OutputOption,
    PathsArgument,
    RulesOption,
    SetOption,
    StrictOption,
)
from ofc_analytics.cli.output import plain, write_frame, write_text
from ofc_analytics.cli.overwriting import refuse_overwriting
from ofc_analytics.errors import LookupFailedError, ParseIssue

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl

__all__ = ["explain"]

_SHORTEST_PREFIX = 4
_SHOWN_IDS = 5


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
    issues: IssuesOption = None,
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
    from ofc_analytics.settlement.tables import boards

    refuse_overwriting([*paths, rules], output=output, issues=issues)
    hands, found = read_hands(
        paths, rules=rules, input_format=input_format, strict=strict, issues_file=issues
    )
    results, misfits = settle_all(hands, rules, overrides=overrides or ())
    found += misfits
    write_issues(found, issues)
    result = _find(results, hand, found)
    report_issues([issue for issue in found if issue.hand == hand], None)
    row = result.row(0, named=True)
    (played,) = hands_from_frame(hands.filter(pl.col("hand_id") == row["hand_id"]))
    ruleset = load_rules(rules or rules_of(played.rules, played.variant), overrides or ())
    slip = receipt(replace(played, unit=row["unit"], level=row["level"]), ruleset, Past.of(row))
    if form is OutputFormat.json:
        write_text(json.dumps(slip.as_dict(), ensure_ascii=False), output)
    elif form is OutputFormat.text:
        write_text(plain(slip.text()), output)
    else:
        write_frame(boards(result) if form is OutputFormat.csv else result, form, output)
    if any(slip.agrees(place) is False for place in range(len(played.players))):
        raise typer.Exit(DISAGREES)


def _place(source: Mapping[str, object]) -> str:
    sheet = f"sheet {source['sheet']!r}" if source["sheet"] is not None else ""
    line = f"line {source['line']}" if source["line"] is not None else ""
    return ", ".join(part for part in (str(source["file"]), sheet, line) if part)


def _find(results: pl.DataFrame, wanted: str, issues: list[ParseIssue]) -> pl.DataFrame:
    """The one hand that is called so: by its id or number, else by the beginning of its identity.

    Whoever names a hand that could not be read does not mean another whose identity begins like it.
    """
    import polars as pl

    name = wanted.encode(errors="replace").decode()
    unread = [issue for issue in issues if issue.severity == "error"]
    named = [issue for issue in unread if issue.hand == name]
    begun = [issue for issue in unread if issue.hand is not None and issue.hand.startswith(name)]
    steps: list[tuple[pl.Expr, list[ParseIssue]]] = [
        ((pl.col("native_id") == name), []),
        ((pl.col("hand_id") == name), named),
    ]
    if len(name) >= _SHORTEST_PREFIX:
        steps.append((pl.col("hand_id").str.starts_with(name), begun))
    for match, faults in steps:
        found = results.filter(match)
        if found.height == 1:
            return found
        if found.height > 1:
            known = ", ".join(
                f"{identity} ({_place(source)})"
                for identity, source in found.select("hand_id", "source").head(10).iter_rows()
            )
            raise LookupFailedError(
                f"{found.height} hands are called {wanted!r}; choose one by its hand_id: {known}"
            )
        if faults:
            raise LookupFailedError(f"hand {wanted!r} could not be read: {faults[0]}")
    if results.is_empty():
        reason = f": {unread[0]}" if unread else ""
        raise LookupFailedError(f"no hand is called {wanted!r}; none could be settled{reason}")
    ids = results.select(pl.coalesce("native_id", "hand_id")).to_series()
    shown = ", ".join(ids.head(_SHOWN_IDS).to_list()) + ", …" * (len(ids) > _SHOWN_IDS)
    raise LookupFailedError(
        f"no hand is called {wanted!r}; the settled hands are {shown}. A hand_id may be cut short to"
        f" {_SHORTEST_PREFIX} digits or more"
    )
