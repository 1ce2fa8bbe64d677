"""What is asked of the hands that two players share: flow, scoops, fouls, and what both win from others."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.audit.company.excess import Marks, Observed, excess
from ofc_analytics.audit.company.testing import Asked, tested

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ofc_analytics.audit.company.meetings import Meetings

    Ints = NDArray[np.int64]

__all__ = ["ask_flows", "questions_of"]

_WHERE = ("at", "chain", "session", "game")

_FLOW = Asked(
    name="pair-flow",
    about="points between the two, beyond what each wins from everybody else",
    measure="points a hand from the second to the first beyond that",
    stated="one point a hand",
    size=1.0,
    bent=True,
    sides=2,
)
_SCOOPS = Asked(
    name="pair-scoops",
    about="which of the two scoops the other, both without a foul, beyond how each fares with everybody else",
    measure="odds that it is the first, over those to be expected",
    stated="odds twice as high",
    size=math.log(2),
    sides=2,
    spec=".2f",
    counts="scoop",
    odds=True,
)
_GAINS = Asked(
    name="pair-gains",
    about="what the two win from others at their table, beyond what each wins without the other",
    measure="points a hand that each wins from each other player beyond that",
    stated="one point a hand",
    size=1.0,
    bent=True,
)
_FOULS = Asked(
    name="pair-fouls",
    about="fouls of the first with the second at the table, beyond those without",
    measure="fouls a hand beyond that",
    stated="one foul in ten hands",
    size=0.1,
    spec="+.1%",
)


def ask_flows(met: Meetings) -> list[pl.DataFrame]:
    """Ask all questions of every pair; frames of schema `Answers`."""
    pairs = met.pairs
    first, second = pairs["first"].to_numpy(), pairs["second"].to_numpy()
    asked, question = questions_of(pairs.select("first", "second"))
    marks = Marks(np.arange(pairs.height), question, np.ones(pairs.height))
    effects = np.stack([first, second], axis=1)
    apart = np.array([1.0, -1.0])
    scooped = (
        pairs.select((pl.col("scoop") != 0) & ~pl.col("first_foul") & ~pl.col("second_foul"))
        .to_series()
        .to_numpy()
    )
    scoops = pairs.filter(scooped)
    state = scoops["inside"].to_numpy() + 1 + len(met.names)
    uneven = np.column_stack([effects[scooped], state])
    scoop_marks = Marks(np.arange(scoops.height), question[scooped], np.ones(scoops.height))
    thirds, gain_pairs, gain_marks = _with_third(met)
    fouls, foul_pairs, foul_marks = _with_other(met)
    company = fouls["company"].to_numpy() + len(met.names)
    by_player = np.stack([fouls["player"].to_numpy(), company], axis=1)
    observed = (
        (_FLOW, asked, _observed(pairs, pairs["points"], effects, apart, marks, asked)),
        (
            _SCOOPS,
            asked,
            _observed(scoops, scoops["scoop"] > 0, uneven, np.array([1.0, -1.0, 1.0]), scoop_marks, asked),
        ),
        (_GAINS, gain_pairs, _observed(thirds, thirds["points"], effects, apart, gain_marks, gain_pairs)),
        (_FOULS, foul_pairs, _observed(fouls, fouls["foul"], by_player, np.ones(2), foul_marks, foul_pairs)),
    )
    return [
        tested(question, whom, excess(replace(rows, odds=question.odds, bent=question.bent)), met.names)
        for question, whom, rows in observed
    ]


def questions_of(rows: pl.DataFrame) -> tuple[pl.DataFrame, Ints]:
    """Distinct rows in order, and of every row the place it has among them."""
    distinct = rows.unique().sort(rows.columns)
    places = rows.join(distinct.with_row_index("question"), on=rows.columns, maintain_order="left")
    return distinct, places["question"].cast(pl.Int64).to_numpy()


def _observed(  # noqa: PLR0917
    rows: pl.DataFrame,
    numbers: pl.Series,
    effects: Ints,
    signs: NDArray[np.float64],
    marks: Marks,
    asked: pl.DataFrame,
) -> Observed:
    hand, chain, session, game = (rows[name].to_numpy() for name in _WHERE)
    return Observed(
        numbers=numbers.cast(pl.Float64).to_numpy(),
        effects=effects,
        signs=signs,
        marks=marks,
        questions=asked.height,
        hand=hand,
        chain=chain,
        session=session,
        game=game,
    )


def _with_third(met: Meetings) -> tuple[pl.DataFrame, pl.DataFrame, Marks]:
    """Rows between a player of the pair and a third, while the other of the pair is at the table."""
    rows = met.pairs.with_row_index("row")
    thirds = rows.join(met.players.select("at", third="player"), on="at", maintain_order="left").filter(
        pl.col("third") != pl.col("first"), pl.col("third") != pl.col("second")
    )
    sides = [
        thirds.select(
            "row",
            first=pl.min_horizontal(side, "third"),
            second=pl.max_horizontal(side, "third"),
            sign=pl.lit(sign),
        )
        for side, sign in (("first", 1.0), ("second", -1.0))
    ]
    marked = pl.concat(sides)
    asked, question = questions_of(marked.select("first", "second"))
    return rows, asked, Marks(marked["row"].cast(pl.Int64).to_numpy(), question, marked["sign"].to_numpy())


def _with_other(met: Meetings) -> tuple[pl.DataFrame, pl.DataFrame, Marks]:
    """Rows of players outside Fantasyland, marked by everybody else at the table."""
    rows = met.players.filter(~pl.col("inside")).with_row_index("row")
    others = rows.join(met.players.select("at", other="player"), on="at", maintain_order="left").filter(
        pl.col("other") != pl.col("player")
    )
    asked, question = questions_of(others.select(first="player", second="other"))
    return rows, asked, Marks(others["row"].cast(pl.Int64).to_numpy(), question, np.ones(others.height))
