"""What the house took, and what a point was worth, against the terms of the rule set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.audit.findings import counted, findings
from ofc_analytics.audit.play import hand_rows, money_rows, rule_facts
from ofc_analytics.evaluation import row_class
from ofc_analytics.hands import ROWS
from ofc_analytics.rules import pattern_classes
from ofc_analytics.settlement.claims import money_text

if TYPE_CHECKING:
    from ofc_analytics.audit.play import Rules
    from ofc_analytics.rules import RuleSet

__all__ = ["check_rake"]

_PLAYER = pl.element().struct
_IDENTITY = ("hand_id", "content_hash")


def check_rake(hands: pl.DataFrame, results: pl.DataFrame, rules: Rules) -> pl.DataFrame:
    """Check the rake, jackpot and unit that a source records; what it does not record is not checked.

    Codes: ``rake-wrong``, ``rake-unstated``, ``jackpot-fee``, ``jackpot-draw``, ``jackpot-denied``, ``unit-level``.
    """
    rows = money_rows(hands, results)
    return pl.concat([*_rake(rows, rules), *_jackpot(hands, results, rules), _unit(hands, results, rules)])


def _rake(rows: pl.DataFrame, rules: Rules) -> list[pl.DataFrame]:
    """Recorded rake of players; where rules state none and a table takes it as a rule, that is told once."""
    said, due = pl.col("said_rake"), pl.col("rake")
    told = rule_facts(
        rows.filter(said.is_not_null()), rules, stated=(pl.Boolean(), lambda one: one.rake is not None)
    )
    wrong = told.filter("stated", said != due)
    money = {name: money_text(pl.col(name), pl.col("exponent")) for name in ("said_rake", "rake", "taken")}
    taken = (
        rows.join(
            told.filter(~pl.col("stated")).select("at").unique(), on="at", how="semi", maintain_order="left"
        )
        .group_by("at", maintain_order=True)
        .agg(
            pl.first("hand", "hand_id", "file", "sheet", "line", "exponent", "table_key", "rules"),
            name=pl.col("name").filter(said.fill_null(0) != 0),
            taken=said.sum(),
        )
        .filter(pl.col("taken") != 0)
        .join(
            rows.group_by("table_key").agg(hands=pl.col("at").n_unique()),
            on="table_key",
            maintain_order="left",
        )
        .with_columns(
            times=pl.len().over("table_key"), sum=pl.col("taken").cast(pl.Int128).sum().over("table_key")
        )
        .with_columns(usual=(2 * pl.col("times") >= pl.col("hands")) & (pl.col("times") > 1))
    )
    once = taken.filter("usual").unique("table_key", keep="first", maintain_order=True)
    total = money_text(pl.col("sum"), pl.col("exponent"))
    return [
        findings(
            wrong,
            "rake-wrong",
            "error",
            pl.format("{} paid a rake of {}; by the terms of {} it is {}.", "name", money["said_rake"], "rules", money["rake"]),
            claimed=money["said_rake"],
            recomputed=money["rake"],
            at_stake=money_text((said - due).abs(), pl.col("exponent")),
        ),
        findings(
            once,
            "rake-unstated",
            "warning",
            pl.format(
                "A rake is recorded in {} of the table's {}, {} in all; {} states none.",
                counted(pl.col("times"), "hand"), "hands", total, "rules",
            ),
            players=pl.col("name"),
            claimed=total,
            recomputed=pl.lit("0"),
            at_stake=total,
        ),
        findings(
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


def _jackpot(hands: pl.DataFrame, results: pl.DataFrame, rules: Rules) -> list[pl.DataFrame]:
    paid_in, paid_out = pl.col("jackpot_in"), pl.col("jackpot_out")
    told = _with_winners(hand_rows(hands, results), rules).with_columns(
        name=pl.col("outcome").list.eval(_PLAYER.field("name")),
        fee=-pl.col("outcome").list.eval(_PLAYER.field("jackpot")).list.sum(),
        priced=pl.col("unit").is_not_null(),
        kept=(paid_in.is_not_null() | paid_out.is_not_null()).any().over("table_key"),
    )
    fees = told.filter("priced", paid_in != pl.col("fee"), paid_out.fill_null(0) == 0)
    drawn = told.filter(paid_out > 0, pl.col("winners").list.len() == 0)
    denied = told.filter("kept", paid_out.fill_null(0) == 0, pl.col("winners").list.len() > 0)
    money = {
        name: money_text(pl.col(name), pl.col("exponent")) for name in ("jackpot_in", "jackpot_out", "fee")
    }
    return [
        findings(
            fees,
            "jackpot-fee",
            "error",
            pl.format("The hand paid {} into the jackpot; by the terms of {} it is {}.", money["jackpot_in"], "rules", money["fee"]),
            players=pl.col("name"),
            claimed=money["jackpot_in"],
            recomputed=money["fee"],
            at_stake=money_text((paid_in - pl.col("fee")).abs(), pl.col("exponent")),
        ),
        findings(
            drawn,
            "jackpot-draw",
            "error",
            pl.format("The jackpot paid {}, and no board of the hand wins it under {}.", money["jackpot_out"], "rules"),
            players=pl.col("name"),
            claimed=money["jackpot_out"],
            recomputed=pl.lit("0"),
            at_stake=money["jackpot_out"],
        ),
        findings(
            denied,
            "jackpot-denied",
            "warning",
            pl.format("Under {} the board of {} wins the jackpot, and nothing was paid out of it.", "rules", pl.col("winners").list.join(" and ")),
            players=pl.col("winners"),
            claimed=pl.lit("0"),
        ),
    ]  # fmt: skip


def _with_winners(rows: pl.DataFrame, rules: Rules) -> pl.DataFrame:
    """Rows of hands with the names of those whose boards win the jackpot by their rules."""
    outcome = pl.col("outcome").struct
    drawing = [key for key, one in rules.items() if one.jackpot is not None]
    boards = (
        rows.select("at", "fingerprint", "outcome")
        .filter(pl.col("fingerprint").is_in(drawing))
        .explode("outcome")
        .select(
            "at",
            "fingerprint",
            *(outcome.field(name) for name in ("name", "values", "foul", "natural", "in_fantasyland")),
        )
    )
    won = np.zeros(len(boards), dtype=np.bool_)
    for fingerprint in boards["fingerprint"].unique():
        here = (boards["fingerprint"] == fingerprint).to_numpy()
        won[here] = _wins(boards.filter(pl.Series(here)), rules[fingerprint])
    winners = boards.filter(pl.Series(won)).group_by("at", maintain_order=True).agg(winners="name")
    return rows.join(winners, on="at", how="left", maintain_order="left").with_columns(
        pl.col("winners").fill_null([])
    )


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


def _unit(hands: pl.DataFrame, results: pl.DataFrame, rules: Rules) -> pl.DataFrame:
    """Recorded units against the schedule of levels; a level that is only counted is believed from hand 1 on."""
    recorded = hands.unique(_IDENTITY, keep="first").select(*_IDENTITY, said="unit")
    settled = results.unique(_IDENTITY, keep="first").select(*_IDENTITY, reached="level")
    rows = rule_facts(
        hand_rows(hands, results)
        .join(recorded, on=_IDENTITY, maintain_order="left")
        .join(settled, on=_IDENTITY, maintain_order="left"),
        rules,
        units=(pl.List(pl.String), lambda one: [str(level.unit) for level in one.levels]),
    ).with_columns(from_start=(pl.col("hand_no").first() <= 1).over("table_key"))
    places = pl.lit(10, pl.Int64).pow(pl.col("exponent").cast(pl.UInt32))
    scheduled = pl.col("units").list.get(pl.col("reached").cast(pl.Int64) - 1, null_on_oob=True)
    known = pl.col("level").is_not_null() | pl.col("from_start").fill_null(value=False)
    wrong = (
        rows.filter(known, pl.col("said").is_not_null(), pl.col("units").list.len() > 0)
        .with_columns(due=(scheduled.cast(pl.Decimal(38, 8)) * places).cast(pl.Int64))
        .filter(pl.col("said") != pl.col("due"))
    )
    money = {name: money_text(pl.col(name), pl.col("exponent")) for name in ("said", "due")}
    return findings(
        wrong,
        "unit-level",
        "error",
        pl.format(
            "A point is told to be worth {}; at level {} of {} it is {}.",
            money["said"],
            "reached",
            "rules",
            money["due"],
        ),
        players=pl.col("players").list.eval(_PLAYER.field("name")),
        claimed=money["said"],
        recomputed=money["due"],
    )
