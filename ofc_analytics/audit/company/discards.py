"""Whether a player acts as if he knew what the other has thrown away unseen.

A card that another player threw away is gone, whatever it would have been worth; what helps a partner is to know it. Who does
throws away what cannot be paired any more. So of all cards a player was dealt whose rank another had thrown away on
an earlier street, the share that he threw away as well is looked at. Low cards are thrown away by everybody: the rank,
and the habits of both players, are taken out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.audit.company.excess import Marks, Observed, excess
from ofc_analytics.audit.company.flows import questions_of
from ofc_analytics.audit.company.meetings import named
from ofc_analytics.audit.company.testing import Asked, tested
from ofc_analytics.cards import JOKERS

if TYPE_CHECKING:
    from ofc_analytics.audit.company.meetings import Meetings

__all__ = ["ask_discards"]

_RANKS = 13
_ASKED = Asked(
    name="pair-discards",
    about="cards that either threw away of a rank that the other had thrown away unseen before",
    measure="share of such cards thrown away, beyond that of these ranks and players",
    stated="10 points of 100 more",
    size=0.1,
    spec="+.1%",
)


def ask_discards(hands: pl.DataFrame, met: Meetings) -> pl.DataFrame:
    """Ask every pair whose discards are known on both sides; frame of schema `Answers`.

    Parameters
    ----------
    hands
        Frame of schema `Hands`, of which `met` was settled.
    met
        Who met whom.
    """
    rows = _matches(hands, met)
    asked, question = questions_of(
        rows.select(
            first=pl.min_horizontal("player", "other"),
            second=pl.max_horizontal("player", "other"),
        )
    )
    players = len(met.names)
    effects = np.stack(
        [
            rows["player"].to_numpy(),
            rows["other"].to_numpy() + players,
            rows["rank"].cast(pl.Int64).to_numpy() + 2 * players,
        ],
        axis=1,
    )
    observed = Observed(
        numbers=rows["thrown"].cast(pl.Float64).to_numpy(),
        effects=effects,
        signs=np.ones(3),
        marks=Marks(np.arange(rows.height), question, np.ones(rows.height)),
        questions=asked.height,
        hand=rows["at"].to_numpy(),
        chain=rows["chain"].to_numpy(),
        session=rows["session"].to_numpy(),
        game=rows["game"].to_numpy(),
    )
    return tested(_ASKED, asked, excess(observed), met.names)


def _matches(hands: pl.DataFrame, met: Meetings) -> pl.DataFrame:
    """One row a card dealt to ``player`` of the rank of one that ``other`` threw away on an earlier street."""
    player = pl.col("players").struct
    street = pl.col("streets").struct
    streets = (
        hands.unique("hand_id", keep="first", maintain_order=True)
        .select("hand_id", "players")
        .explode("players", empty_as_null=False)
        .select("hand_id", player.field("name", "streets"))
        .with_columns(number=pl.int_ranges(pl.col("streets").list.len()))
        .explode("streets", "number", empty_as_null=False)
        .select(
            "hand_id",
            "name",
            "number",
            kept=pl.concat_list(street.field("top"), street.field("middle"), street.field("bottom")),
            thrown=street.field("discarded"),
        )
        .filter(pl.col("number") > 0, pl.col("thrown").list.len() > 0, pl.col("name").is_in(met.names))
    )
    cards = pl.concat(
        streets.select("hand_id", "name", "number", card=part, thrown=pl.lit(part == "thrown")).explode(
            "card", empty_as_null=False
        )
        for part in ("kept", "thrown")
    )
    ranked = cards.filter(pl.col("card") < JOKERS[0]).select(
        "hand_id", "number", "thrown", player=named("name", met.names), rank=pl.col("card") // 4
    )
    gone = ranked.filter("thrown").select("hand_id", "rank", other="player", earlier="number")
    return (
        ranked.join(gone, on=["hand_id", "rank"])
        .filter(pl.col("player") != pl.col("other"), pl.col("earlier") < pl.col("number"))
        .join(met.hands, on="hand_id")
        .sort("at", "player", "number", "other", "earlier")
    )
