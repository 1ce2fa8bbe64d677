"""A room's disagreement over rules as one finding, in place of all that is right by the rules it plays by."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.findings import FINDINGS, SEVERITIES
from ofc_analytics.audit.summary import summary
from ofc_analytics.settlement.frames import settle_all
from ofc_analytics.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ofc_analytics.audit.inferring.inferred import InferredRules
    from ofc_analytics.errors import ParseIssue

__all__ = ["fold", "settled_otherwise"]

_PLACE = tuple(pl.col("source").struct.field(name) for name in ("file", "sheet", "line"))
_SAME = ("code", "hand_id", "hand", "file", "sheet", "line", "_names")


def settled_otherwise(
    hands: pl.DataFrame,
    results: pl.DataFrame,
    issues: Sequence[ParseIssue],
    inferred: Iterable[InferredRules],
) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Settle the hands anew that other rules explain, by these.

    Returns
    -------
    tuple
        `results` in which those hands have the results under the rules that were inferred for them; and `issues` with
        what settling says of them now.
    """
    told = list(issues)
    for one in inferred:
        mine = pl.col("hand_id").is_in(one.hand_ids.implode())
        played = hands.filter(mine)
        settled, misfits = settle_all(played, one.best, issues=issues)
        places = set(played.select(*_PLACE, pl.coalesce("native_id", "hand_id")).iter_rows())
        told = [issue for issue in told if issue.severity != "error" or _place(issue) not in places]
        told += misfits
        results = pl.concat([results.filter(~mine), settled])
    return results, told


def fold(
    found: pl.DataFrame, otherwise: pl.DataFrame, inferred: Sequence[InferredRules], results: pl.DataFrame
) -> pl.DataFrame:
    """Put the findings that rooms play by other rules in place of all that is no finding under those.

    Parameters
    ----------
    found, otherwise
        Frames of schema `Findings`: under the rules used now, and under those that were inferred.
    inferred
        What `infer_rules` gave for parts of the same hands.
    results
        Frame of schema `Results`, which tells the currencies.

    Returns
    -------
    polars.DataFrame
        Frame of schema `Findings`: each ``rules-differ`` first, as severe as the worst that it stands for and with
        the money that was at stake in all of it; then what is left.
    """
    names = pl.col("players").list.join("\n").alias("_names")
    kept = found.with_columns(names).with_row_index("_row")
    gone = kept.join(otherwise.with_columns(names), on=_SAME, how="anti", nulls_equal=True)
    differing = []
    for one in inferred:
        explained = pl.col("hand_id").is_in(one.explained.implode())
        if one.convincing:
            explained |= pl.col("hand_id").is_null()
        folded = gone.filter(explained)
        gone = gone.join(folded, on="_row", how="anti")
        kept = kept.join(folded, on="_row", how="anti", maintain_order="left")
        differing.append(_standing_for(one.finding, folded.select(found.columns), results))
    return pl.concat([*differing, kept.select(found.columns)])


def _standing_for(finding: pl.DataFrame, folded: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    if folded.is_empty():
        return finding
    severity = next(severity for severity in SEVERITIES if (folded["severity"] == severity).any())
    words = f" It stands for {counted(folded.height, 'finding')} that {'is' if folded.height == 1 else 'are'} none by those rules."
    stakes = summary(folded.with_columns(family=pl.lit("rules")), results)["at_stake"][0]
    if stakes is not None:
        words += f" At stake in them: {stakes}."
    amount = None if stakes is None or ", " in stakes else stakes.partition(" ")[0]
    return finding.with_columns(
        severity=pl.lit(severity),
        at_stake=pl.lit(amount),
        reason=pl.col("reason") + words,
    ).cast(FINDINGS)


def _place(issue: ParseIssue) -> tuple[str | int | None, ...]:
    return issue.file, issue.sheet, issue.line, issue.hand
