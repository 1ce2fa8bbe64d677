"""The few lines a report begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.money import format_money
from ofc_analytics.report.contents import Fact
from ofc_analytics.report.names import shown
from ofc_analytics.report.report_words import REPORT_WORDS
from ofc_analytics.report.terms import TERMS
from ofc_analytics.statistics.questions import Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ofc_analytics.report.terms import Language
    from ofc_analytics.statistics.questions import Study

__all__ = ["summary"]

_NAMED = 5


def summary(study: Study, *, player: str | None = None, language: Language = "en") -> list[Fact]:
    """Tell how many hands by whom and when, who won, and how many claims do not stand."""
    words, terms = REPORT_WORDS[language].facts, TERMS[language]
    results, rows = study.results, study.observations
    facts = [
        Fact(words["hands"], f"{results.height:,}"),
        Fact(words["players"], f"{rows['name'].n_unique():,}"),
    ]
    started = results["started_at"].drop_nulls()
    if started.len():
        first, last = pl.Series([started.min(), started.max()]).dt.strftime("%Y-%m-%d %H:%M")
        facts.append(Fact(words["period"], first if first == last else f"{first} – {last}"))
    rules = (
        results.select(pl.coalesce("rules", "fingerprint").unique(maintain_order=True)).to_series().to_list()
    )
    facts.append(
        Fact(words["rules"], ", ".join(map(shown, rules[:_NAMED])) + ("…" if len(rules) > _NAMED else ""))
    )
    facts += _of_all(rows, words) if player is None else _of_one(study, player, words, terms.interval)
    judged = results.select(
        pl.col("players").list.eval(pl.element().struct.field("agrees").is_not_null()).list.any().any()
    )
    wrong = results.select(
        pl.col("players")
        .list.eval(~pl.element().struct.field("agrees"))
        .list.any()
        .fill_null(value=False)
        .sum()
    ).item()
    facts.append(Fact(words["disputed"], f"{wrong:,}" if judged.item() else REPORT_WORDS[language].unclaimed))
    return facts


def _of_all(rows: pl.DataFrame, words: Mapping[str, str]) -> Iterator[Fact]:
    totals = (
        rows.group_by("name").agg(pl.col("points").sum()).sort("points", "name", descending=[True, False])
    )
    for label, place in (("winner", 0), ("loser", -1)):
        name, points = totals.row(place)
        yield Fact(words[label], f"{shown(name)} {points:+,}")


def _of_one(study: Study, player: str, words: Mapping[str, str], interval: str) -> Iterator[Fact]:
    own = study.observations.filter(pl.col("name") == player)
    yield Fact(words["points"], f"{own['points'].sum():+,}")
    [rate] = study.ask(Question(("points",), (), {"player": player})).iter_rows(named=True)
    value = f"{rate['value']:+.2f}"
    if rate["low"] is not None:
        value = interval.format(value=value, low=f"{rate['low']:+.2f}", high=f"{rate['high']:+.2f}")
    yield Fact(words["rate"], value)
    priced = own.drop_nulls("net").group_by("currency", "exponent").agg(pl.col("net").sum()).sort("currency")
    for currency, exponent, net in priced.iter_rows():
        amount = f"{'+' * (net > 0)}{format_money(net, exponent=exponent)}"
        yield Fact(words["net"], f"{amount} {shown(currency)}" if currency else amount)
