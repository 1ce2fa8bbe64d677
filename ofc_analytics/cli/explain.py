"""`ofc explain`: the receipt of one hand."""

from __future__ import annotations

import json
from typing import Annotated

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
    issues: IssuesOption = None,
    input_format: InputFormatOption = None,
    strict: StrictOption = False,
) -> None:
    """Explain one hand: every row, pair, royalty and payment, in the order they count."""
    from ofc_analytics.settlement.explaining import find_hand, receipt_of
    from ofc_analytics.settlement.frames import settle_all
    from ofc_analytics.settlement.tables import boards

    refuse_overwriting([*paths, rules], output=output, issues=issues)
    hands, found = read_hands(
        paths, rules=rules, input_format=input_format, strict=strict, issues_file=issues
    )
    results, misfits = settle_all(hands, rules, overrides=overrides or (), issues=found)
    found += misfits
    write_issues(found, issues)
    result = find_hand(results, hand, found)
    report_issues([issue for issue in found if issue.hand == hand], None)
    slip = receipt_of(result, hands, rules, overrides=overrides or ())
    if form is OutputFormat.json:
        write_text(json.dumps(slip.as_dict(), ensure_ascii=False), output)
    elif form is OutputFormat.text:
        write_text(plain(slip.text()), output)
    else:
        write_frame(boards(result) if form is OutputFormat.csv else result, form, output)
    if any(slip.agrees(place) is False for place in range(len(slip.hand.players))):
        raise typer.Exit(DISAGREES)
