"""What the house took, and what a point was worth, against the terms of the rule set."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.audit.findings import counted
from ofc_analytics.evaluation import row_class
from ofc_analytics.hands import ROWS
from ofc_analytics.rules import pattern_classes
from ofc_analytics.settlement.claims import money_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from ofc_analytics.audit.play import Play
    from ofc_analytics.rules import RuleSet

__all__ = ["check_rake"]

_PERCENT = 100


def check_rake(play: Play) -> pl.DataFrame:
    """Check the rake, jackpot and unit that a source records; what it does not record is not checked.

    Codes: ``rake-wrong``, ``rake-unstated``, ``jackpot-fee``, ``jackpot-draw``, ``jackpot-denied``, ``unit-level``.

    Parameters
    ----------
    play
        Hands beside their results.

    Returns
    -------
    polars.DataFrame
        Frame of schema `Findings`, table by table.

    Examples
    --------
    >>> from ofc_analytics.audit import Play
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement.frames import settle
    >>> from ofc_analytics.settlement.grouping import rule_sets
    >>> players = (Player(seat=1, name="Anna", cards=bytes(range(13)), rake=50),
    ...            Player(seat=2, name="Boris", cards=bytes(range(13, 26))))
    >>> hands = frame_from_hands([Hand(players=players, unit=100)])
    >>> play = Play.of(hands, settle(hands), rule_sets(hands))
    >>> check_rake(play)["reason"].to_list()
    ['A rake of 0.50 is recorded; american-pineapple states none.']
    """
    return pl.concat([*_rake(play), *_jackpot(play), _unit(play)])


def _rake(play: Play) -> list[pl.DataFrame]:
    """Recorded rake of players; where rules state none and a table takes it as a rule, that is told once."""
    said, due = pl.col("said_rake"), pl.col("rake")
    told = play.with_rules(
        play.players.filter(said.is_not_null()), stated=(pl.Boolean(), lambda one: one.rake is not None)
    )
    wrong = told.filter("stated", said != due)
    money = {name: money_text(pl.col(name), pl.col("exponent")) for name in ("said_rake", "rake", "taken")}
    taken = (
        told.filter(~pl.col("stated"))
        .group_by("at", maintain_order=True)
        .agg(
            pl.first("exponent", "table_key"),
            name=pl.col("name").filter(said.fill_null(0) != 0),
            taken=said.sum(),
        )
        .filter(pl.col("taken") != 0)
        .join(
            play.settled.group_by("table_key").agg(hands=pl.len()),
            on="table_key",
            maintain_order="left",
        )
        .with_columns(
            times=pl.len().over("table_key"),
            sum=pl.col("taken").cast(pl.Int128).sum().over("table_key"),
        )
        .with_columns(usual=(2 * pl.col("times") >= pl.col("hands")) & (pl.col("times") > 1))
    )
    usual = taken.filter("usual")
    payers = usual.group_by("table_key").agg(payers=pl.col("name").list.explode().unique(maintain_order=True))
    once = usual.unique("table_key", keep="first", maintain_order=True).join(
        payers, on="table_key", maintain_order="left"
    )
    total = money_text(pl.col("sum"), pl.col("exponent"))
    return [
        play.found(
            wrong,
            "rake-wrong",
            "error",
            pl.format("{} paid a rake of {}; by the terms of {} it is {}.", "name", money["said_rake"], "rules", money["rake"]),
            claimed=money["said_rake"],
            recomputed=money["rake"],
            at_stake=money_text((said - due).abs(), pl.col("exponent")),
        ),
        play.found(
            once,
            "rake-unstated",
            "warning",
            pl.format(
                "A rake is recorded in {} of the table's {}, {} in all; {} states none.",
                counted(pl.col("times"), "hand"), "hands", total, "rules",
            ),
            players=pl.col("payers"),
            claimed=total,
            recomputed=pl.lit("0"),
            at_stake=total,
        ),
        play.found(
            taken.filter(~pl.col("usual")),
            "rake-unstated",
            "warning",
            pl.format("A rake of {} is recorded; {} states none.", money["taken"], "rules"),
            players=pl.col("name"),
            claimed=money["taken"],
            recomputed=pl.lit("0"),
            at_stake=money["taken"],
        ),
    ]  # fmt: skip


def _jackpot(play: Play) -> list[pl.DataFrame]:
    paid_in, paid_out = pl.col("jackpot_in"), pl.col("jackpot_out")
    kept = play.settled.filter(paid_in.is_not_null() | paid_out.is_not_null())["table_key"].unique()
    tables = play.settled.filter(pl.col("table_key").is_in(kept.implode()))
    told = _with_fee(_with_winners(tables, play), play)
    fees = told.filter(pl.col("unit").is_not_null(), paid_in != pl.col("fee"))
    drawn = told.filter(paid_out > 0, pl.col("winners").list.len() == 0)
    denied = told.filter(paid_out.fill_null(0) == 0, pl.col("winners").list.len() > 0)
    money = {
        name: money_text(pl.col(name), pl.col("exponent")) for name in ("jackpot_in", "jackpot_out", "fee")
    }
    return [
        play.found(
            fees,
            "jackpot-fee",
            "error",
            pl.format("The hand paid {} into the jackpot; by the terms of {} it is {}.", money["jackpot_in"], "rules", money["fee"]),
            players=pl.col("names"),
            claimed=money["jackpot_in"],
            recomputed=money["fee"],
            at_stake=money_text((paid_in - pl.col("fee")).abs(), pl.col("exponent")),
        ),
        play.found(
            drawn,
            "jackpot-draw",
            "error",
            pl.format("The jackpot paid {}, and no board of the hand wins it under {}.", money["jackpot_out"], "rules"),
            players=pl.col("names"),
            claimed=money["jackpot_out"],
            recomputed=pl.lit("0"),
            at_stake=money["jackpot_out"],
        ),
        play.found(
            denied,
            "jackpot-denied",
            "warning",
            pl.format("Under {} the board of {} wins the jackpot, and nothing was paid out of it.", "rules", pl.col("winners").list.join(" and ")),
            players=pl.col("winners"),
            claimed=pl.lit("0"),
        ),
    ]  # fmt: skip


def _with_winners(hands: pl.DataFrame, play: Play) -> pl.DataFrame:
    """Hands with the names of those whose boards win the jackpot by their rules."""
    drawing = [rule for rule, one in enumerate(play.rules) if one.jackpot is not None]
    boards = (
        hands.filter(pl.col("rule").is_in(drawing))
        .select(
            "at",
            "rule",
            players=play.results["players"][hands.filter(pl.col("rule").is_in(drawing))["result"].to_numpy()],
        )
        .explode("players", empty_as_null=False)
        .unnest("players")
    )
    won = np.zeros(len(boards), dtype=np.bool_)
    for rule in boards["rule"].unique():
        here = (boards["rule"] == rule).to_numpy()
        won[here] = _wins(boards.filter(pl.Series(here)), play.rules[rule])
    winners = boards.filter(pl.Series(won)).group_by("at", maintain_order=True).agg(winners="name")
    return hands.join(winners, on="at", how="left", maintain_order="left").with_columns(
        pl.col("winners").fill_null([])
    )


def _with_fee(hands: pl.DataFrame, play: Play) -> pl.DataFrame:
    """Hands with the ``fee`` that the terms give: what settlement moved, less what was drawn of it by the terms."""
    sums = play.players.group_by("at").agg(moved=pl.col("jackpot").sum())
    shares = {
        f"{who}_{part}": (pl.Int64(), _share(who, part))
        for who in ("winner", "opponents")
        for part in ("numerator", "denominator")
    }
    out, winners = pl.col("jackpot_out").cast(pl.Int128), pl.col("winners").list.len()
    drawn = {
        who: out * pl.col(f"{who}_numerator") // pl.col(f"{who}_denominator")
        for who in ("winner", "opponents")
    }
    shared = pl.when(winners > 0).then(
        drawn["winner"] + pl.when(winners < pl.col("names").list.len()).then(drawn["opponents"]).otherwise(0)
    )
    return play.with_rules(
        hands.join(sums, on="at", how="left", maintain_order="left"), **shares
    ).with_columns(fee=shared.fill_null(0).cast(pl.Int64) - pl.col("moved"))


def _share(who: str, part: str) -> Callable[[RuleSet], object]:
    def read(rules: RuleSet) -> object:
        percent = 0 if rules.jackpot is None else getattr(rules.jackpot, who)
        return getattr(Fraction(percent) / _PERCENT, part)

    return read


def _wins(boards: pl.DataFrame, rules: RuleSet) -> pl.Series | bool:
    jackpot = rules.jackpot
    if jackpot is None or not any(getattr(jackpot, row) for row in ROWS):
        return False
    classes = row_class(boards["values"].to_numpy())
    fits = np.ones(len(boards), dtype=np.bool_)
    for place, row in enumerate(ROWS):
        pattern = getattr(jackpot, row)
        if pattern is not None:
            fits &= pattern_classes(pattern)[classes[:, place]]
    ordinary = pl.lit(value=True) if jackpot.in_fantasyland else pl.col("in_fantasyland") == 0
    sound = boards.select(~pl.col("foul") & pl.col("natural").is_null() & ordinary).to_series()
    return sound & pl.Series(fits)


def _unit(play: Play) -> pl.DataFrame:
    """Recorded units against the schedule of levels; a level that is only counted is believed from hand 1 on."""
    leveled = play.with_rules(
        play.settled, units=(pl.List(pl.String), lambda one: [str(level.unit) for level in one.levels])
    ).filter(pl.col("said_unit").is_not_null(), pl.col("units").list.len() > 0)
    starts = play.hands.group_by("table_key").agg(from_start=pl.col("hand_no").first() <= 1)
    places = pl.lit(10, pl.Int64).pow(pl.col("exponent").cast(pl.UInt32))
    scheduled = pl.col("units").list.get(pl.col("reached").cast(pl.Int64) - 1, null_on_oob=True)
    known = pl.col("level").is_not_null() | pl.col("from_start").fill_null(value=False)
    wrong = (
        leveled.join(starts, on="table_key", how="left", maintain_order="left")
        .filter(known)
        .with_columns(due=(scheduled.cast(pl.Decimal(38, 8)) * places).cast(pl.Int64))
        .filter(pl.col("said_unit") != pl.col("due"))
    )
    money = {name: money_text(pl.col(name), pl.col("exponent")) for name in ("said_unit", "due")}
    return play.found(
        wrong,
        "unit-level",
        "error",
        pl.format(
            "A point is told to be worth {}; at level {} of {} it is {}.",
            money["said_unit"],
            "reached",
            "rules",
            money["due"],
        ),
        players=pl.col("names"),
        claimed=money["said_unit"],
        recomputed=money["due"],
    )
