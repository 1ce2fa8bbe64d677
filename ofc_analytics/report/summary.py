"""The few lines a report begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.plots.style import of_player, short
from ofc_analytics.report.contents import Fact
from ofc_analytics.report.report_words import REPORT_WORDS
from ofc_analytics.settlement.claims import is_disputed
from ofc_analytics.statistics.dimensions import began
from ofc_analytics.statistics.questions import Question
from ofc_analytics.statistics.writing import amount_text, count_text, interval_text
from ofc_analytics.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ofc_analytics.report.terms import Language
    from ofc_analytics.statistics.questions import Study

__all__ = ["summary"]

_NAMED = 5
_LONGEST_NAME = 60


def summary(
    study: Study, results: pl.DataFrame, *, player: str | None = None, language: Language = "en"
) -> list[Fact]:
    """Tell how many hands by whom and when, who won, and how many claims do not stand.

    Parameters
    ----------
    study
        All hands, which chains and intervals are counted over.
    results
        Those the report is about, of schema `Results`.
    player
        Whose report it is.
    language
        Of the labels.

    Examples
    --------
    >>> from ofc_analytics.schema import RESULTS
    >>> from ofc_analytics.statistics.questions import Study
    >>> nothing = RESULTS.to_frame()
    >>> [fact.value for fact in summary(Study(nothing), nothing)]
    ['0', '0', '', 'the sources claim nothing']
    """
    words = REPORT_WORDS[language].facts
    rows = study.observations.filter(pl.col("hand_id").is_in(results["hand_id"].implode()))
    facts = [
        Fact(words["hands"], count_text(results.height, language)),
        Fact(words["players"], count_text(rows["name"].n_unique(), language)),
    ]
    facts += _period(results, words)
    rules = (
        results.select(pl.coalesce("rules", "fingerprint").unique(maintain_order=True)).to_series().to_list()
    )
    facts.append(
        Fact(words["rules"], ", ".join(map(shown, rules[:_NAMED])) + ("…" if len(rules) > _NAMED else ""))
    )
    facts += _of_all(rows, words, language) if player is None else _of_one(study, player, words, language)
    judged = results.select(
        pl.col("players").list.eval(pl.element().struct.field("agrees").is_not_null()).list.any().any()
    )
    wrong = results.select(is_disputed().sum()).item()
    facts.append(
        Fact(
            words["disputed"],
            count_text(wrong, language) if judged.item() else REPORT_WORDS[language].unclaimed,
        )
    )
    return facts


def _period(results: pl.DataFrame, words: Mapping[str, str]) -> Iterator[Fact]:
    """From when to when; of a session that is a day only the day is known."""
    told = results.select(began(), timed=pl.col("started_at").is_not_null()).drop_nulls("began").sort("began")
    if told.is_empty():
        return
    first, last = (
        f"{moment:%Y-%m-%d %H:%M}" if timed else f"{moment:%Y-%m-%d}"
        for moment, timed in (told.row(0), told.row(-1))
    )
    unknown = results.height - told.height
    text = first if first == last else f"{first} – {last}"
    yield Fact(words["period"], f"{text} ({words['undated'].format(unknown)})" if unknown else text)


def _of_all(rows: pl.DataFrame, words: Mapping[str, str], language: Language) -> Iterator[Fact]:
    totals = (
        rows.group_by("name").agg(pl.col("points").sum()).sort("points", "name", descending=[True, False])
    )
    if totals.is_empty():
        return
    for label, place in (("winner", 0), ("loser", -1)):
        name, points = totals.row(place)
        yield Fact(words[label], f"{short(name, _LONGEST_NAME)} {count_text(points, language, signed=True)}")


def _of_one(study: Study, player: str, words: Mapping[str, str], language: Language) -> Iterator[Fact]:
    own = of_player(study.observations, player)
    yield Fact(words["points"], count_text(int(own["points"].sum()), language, signed=True))
    [rate] = study.ask(Question(("points",), (), {"player": player})).iter_rows(named=True)
    yield Fact(words["rate"], interval_text(rate, "points", language))
    priced = own.drop_nulls("net").group_by("currency", "exponent").agg(pl.col("net").sum()).sort("currency")
    for currency, exponent, net in priced.iter_rows():
        amount = amount_text(net, exponent, language, signed=True)
        yield Fact(words["net"], f"{amount} {shown(currency)}" if currency else amount)
