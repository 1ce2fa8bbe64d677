"""A question is a metric, what to split it by, and which hands to choose."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

import dataframely as dy
import polars as pl

from ofc_analytics.errors import LookupFailedError, QuestionError
from ofc_analytics.settlement.checking import require_hands, require_results
from ofc_analytics.statistics.counting import CLUSTERS, estimate, tally
from ofc_analytics.statistics.dimensions import as_values, find_dimension, matching
from ofc_analytics.statistics.metrics import find_metric
from ofc_analytics.statistics.observations import Observations, meetings, observations
from ofc_analytics.wording import nearest_first

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ofc_analytics.statistics.dimensions import Where
    from ofc_analytics.statistics.metrics import Metric

__all__ = ["Answers", "Frame", "Question", "Study", "as_names", "ask", "study_of"]

_MONEY = ("currency", "exponent")
_NAMED = ("player", "opponent", "room", "table", "session", "rules", "currency")
_NEAREST = 5


class Answers(dy.Schema):
    """One row a metric and group. After `metric` stand the columns asked for with `by`.

    Where money was asked for, `currency` and `exponent` (decimal places) are among them, and value, low, high and total
    are minor units.
    """

    metric = dy.String(description="name of the metric")
    value = dy.Float64(
        nullable=True, description="scale * total / chances of the metric; null without a chance"
    )
    low = dy.Float64(nullable=True, description="lower bound of value; null where nothing tells it")
    high = dy.Float64(nullable=True, description="its upper bound")
    total = dy.Int64(description="what was counted")
    chances = dy.Int64(description="what it was counted over")
    hands = dy.Int64(description="hands looked at, those without a chance included")
    clusters = dy.Int64(description="chains, or sessions, that had a chance")
    telling = dy.Int64(
        description="those that `enough` takes some of: all of them, of an amount those with more than its least"
    )
    enough = dy.Bool(
        description="whether the interval tells what the metric asks, see `Metric`, and rests on as many telling"
        " clusters as `CLUSTERS` has for fewest"
    )
    hands_needed = dy.Int64(
        nullable=True,
        description="about how many hands, these included, would, at the mean and spread seen; for an interval that is to"
        " exclude a reference with a chance of 80%. Null where they are enough, or nothing tells it",
    )


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, apart from the hands it is asked of.

    Attributes
    ----------
    metric
        A name of `METRICS`, or several.
    by
        A name of `DIMENSIONS`, or several; none: all hands together.
    where
        Choice of hands, see `ofc_analytics.statistics.dimensions.matching`.
    title
        For people.
    """

    metric: str | tuple[str, ...]
    by: str | tuple[str, ...] = "player"
    where: Where | None = None
    title: str = ""

    def check(self) -> None:
        """Refuse what nobody can answer.

        Raises
        ------
        LookupFailedError
            If there is no such metric or dimension.
        QuestionError
            If a dimension cannot have such a value, or an expression is about no column of `Observations`.
        """
        if not self.metric:
            raise QuestionError("there is no metric to count")
        for name in as_names(self.metric):
            find_metric(name)
        for name in as_names(self.by):
            find_dimension(name)
        known = Observations.column_names()
        for name in matching(self.where).meta.root_names():
            if name not in known:
                raise QuestionError(
                    f"where: there is no column {name!r}; nearest first: {nearest_first(name, known)}"
                )

    @property
    def columns(self) -> set[str]:
        """Columns of `Observations` that tell the groups and the hands."""
        expressions = [find_dimension(name).expression for name in as_names(self.by)]
        return {name for told in (*expressions, matching(self.where)) for name in told.meta.root_names()}


@dataclass(frozen=True)
class Study:
    """Results to ask many questions of: they are unnested once.

    Examples
    --------
    See `ask`, which asks one.
    """

    results: pl.DataFrame
    hands: pl.DataFrame | None = None
    confidence: float = field(default=0.95, kw_only=True)
    cluster: str = field(default="chain", kw_only=True)
    anytime: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        require_results(self.results)
        if self.hands is not None:
            require_hands(self.hands)
        if self.cluster not in CLUSTERS:
            raise QuestionError(f"cluster = {self.cluster!r}: expected {' or '.join(CLUSTERS)}")
        if not 0 < self.confidence < 1:
            raise QuestionError(f"confidence = {self.confidence}: expected a number between 0 and 1")

    @cached_property
    def observations(self) -> pl.DataFrame:
        """One row a player and hand."""
        return observations(self.results, self.hands)

    @cached_property
    def meetings(self) -> pl.DataFrame:
        """One row a player, opponent and hand."""
        return meetings(self.results, self.hands)

    def check_names(self, question: Question) -> None:
        """Refuse a choice by a name that no hand has, most likely a slip.

        Raises
        ------
        LookupFailedError
            If there is no such player, room, table, session, rule set or currency; the message has the nearest.

        Examples
        --------
        >>> from ofc_analytics.schema import RESULTS
        >>> Study(RESULTS.to_frame()).check_names(Question("points", where={"player": "Anna"}))  # no hands at all
        """
        if isinstance(question.where, pl.Expr) or self.results.is_empty():
            return
        for name, given in (question.where or {}).items():
            if name not in _NAMED:
                continue
            dimension = find_dimension("player" if name == "opponent" else name)
            known = set(self.observations.select(dimension.expression.unique().drop_nulls()).to_series())
            for value in as_values(dimension, given):
                if value is not None and value != "" and str(value) not in known:
                    nearest = nearest_first(str(value), sorted(known), most=_NEAREST)
                    raise LookupFailedError(
                        f"no hand has {name} {str(value)!r}; nearest first: {nearest or 'none'}"
                    )

    def ask(self, question: Question) -> pl.DataFrame:
        """Answer one question; see `ask`."""
        question.check()
        if "layout" in question.columns and self.hands is None:
            raise QuestionError(
                "layout: results do not tell it; expected hands=, the hands they were settled from"
            )
        rows = self.meetings if "opponent" in question.columns else self.observations
        try:
            chosen = rows.filter(matching(question.where))
        except pl.exceptions.PolarsError as error:
            raise QuestionError(f"where: {error}") from None
        metrics, by = [find_metric(name) for name in as_names(question.metric)], as_names(question.by)
        priced = chosen.filter(pl.col("net").is_not_null()) if any(map(_is_money, metrics)) else chosen
        answers = [
            answer
            for money, asked in groupby(metrics, key=_is_money)
            for answer in self._answers(priced if money else chosen, list(asked), by)
        ]
        first = ["metric", *dict.fromkeys((*by, *(_MONEY if any(map(_is_money, metrics)) else ())))]
        return pl.concat(answers, how="diagonal").select(*first, pl.exclude(*first))

    def _answers(
        self, rows: pl.DataFrame, metrics: list[Metric], by: tuple[str, ...]
    ) -> Iterator[pl.DataFrame]:
        keys = {name: find_dimension(name).expression for name in by}
        if _is_money(metrics[0]):
            keys |= {name: pl.col(name) for name in _MONEY}
        tallies = tally(rows, metrics, keys, self.cluster)
        groups = tallies.group_by("group", maintain_order=True).first().select(*keys)
        for metric in metrics:
            told = estimate(
                tallies, metric, confidence=self.confidence, cluster=self.cluster, anytime=self.anytime
            )
            answer = pl.concat([groups, told], how="horizontal")
            yield answer.select(pl.lit(metric.name).alias("metric"), pl.all())


Frame: TypeAlias = pl.DataFrame | Study
"""A frame of schema `Results`, or a `Study` of one, which unnests it once for all that is asked of it."""


def study_of(frame: Frame) -> Study:
    """The study of a frame of results; one that is given is used.

    Raises
    ------
    SettlementError
        If it is neither.

    Examples
    --------
    >>> from ofc_analytics.schema import RESULTS
    >>> study = study_of(RESULTS.to_frame())
    >>> study_of(study) is study
    True
    """
    return frame if isinstance(frame, Study) else Study(frame)


def ask(
    metric: str | Sequence[str],
    results: pl.DataFrame,
    *,
    by: str | Sequence[str] | None = "player",
    where: Where | None = None,
    hands: pl.DataFrame | None = None,
    confidence: float = 0.95,
    cluster: str = "chain",
    anytime: bool = False,
) -> pl.DataFrame:
    """Count a metric, split by dimensions, over the hands that are chosen.

    Parameters
    ----------
    metric
        A name of `METRICS`, or several, one below the other.
    results
        Frame of schema `Results`.
    by
        A name of `DIMENSIONS`, or several; None: all hands together.
    where
        For each dimension a value, or several of which a hand has to have one; or an expression over a row of
        `Observations`. Where `by` or `where` names the opponent, what is counted is a player, opponent and hand; else a
        player and hand.
    hands
        Frame of schema `Hands` the results were settled from, needed for the dimension ``layout``.
    confidence
        Nominal coverage of the interval, between 0 and 1.
    cluster
        What is independent of each other: ``chain``, or ``session``, a table's hands as a whole.
    anytime
        Whether the interval is to hold for those who look again and again
        (`ofc_analytics.statistics.intervals.confidence_sequence`).

    Returns
    -------
    polars.DataFrame
        Schema `Answers` with the columns of `by`, ordered by them; money is split by currency too.

    Raises
    ------
    SettlementError
        If `results` or `hands` is no such frame.
    LookupFailedError
        If there is no such metric or dimension; the message lists those there are.
    QuestionError
        If a dimension cannot have such a value, or an argument is out of range.

    Examples
    --------
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement import settle
    >>> anna = Player(seat=1, name="Anna", cards=split_board("Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"))
    >>> boris = Player(seat=2, name="Boris", cards=split_board("4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c"))
    >>> results = settle(frame_from_hands([Hand(players=(anna, boris), button=2)]))
    >>> seats = ask("middle_won", results, by="position")
    >>> seats.select("position", "value", "total", "chances").rows()
    [('first', 1.0, 1, 1), ('button', 0.0, 0, 1)]
    """
    question = Question(metric=as_names(metric), by=as_names(by or ()), where=where)
    study = Study(results, hands, confidence=confidence, cluster=cluster, anytime=anytime)
    return study.ask(question)


def as_names(given: str | Sequence[str]) -> tuple[str, ...]:
    """One name, or several without those that come again.

    >>> as_names("seat"), as_names(["room", "seat", "room"])
    (('seat',), ('room', 'seat'))
    """
    return (given,) if isinstance(given, str) else tuple(dict.fromkeys(given))


def _is_money(metric: Metric) -> bool:
    return metric.money
