"""What all checks start from: a row a settled hand, a row a player of it, and each hand's rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import polars as pl

from ofc_analytics.errors import LookupFailedError
from ofc_analytics.hands import SOME_FANTASYLAND
from ofc_analytics.settlement.sequence import table_places

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ofc_analytics.rules import RuleSet

    Rules: TypeAlias = Mapping[str, RuleSet]
    Fact: TypeAlias = tuple[pl.DataType, Callable[[RuleSet], object]]

__all__ = ["hand_rows", "money_rows", "player_rows", "rule_facts"]

_IDENTITY = ("hand_id", "content_hash")
_BOARD = 13


def hand_rows(hands: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """One row a hand that was settled, table by table, each table's hands as they follow each other.

    Which hands follow each other is told by `ofc_analytics.settlement.sequence.table_places`.

    Returns
    -------
    polars.DataFrame
        Columns of `hands` with the rules and unit of the results; ``hand``, ``file``, ``sheet``, ``line`` for findings;
        ``at`` (place in the frame), ``table_key``, ``place`` (at the table, from 0), ``follows`` (whether no
        hand is known to be missing before it), ``outcome`` (players of the results).
    """
    settled = _once(results).select(*_IDENTITY, "rules", "fingerprint", "unit", outcome="players")
    rows = (
        _once(hands)
        .drop("rules", "unit")
        .join(settled, on=_IDENTITY, maintain_order="left")
        .with_row_index("_order")
    )
    return (
        rows.join(table_places(rows), on="_order")
        .rename({"_order": "at"})
        .with_columns(
            pl.col("source").struct.field("file", "sheet", "line"), hand=pl.coalesce("native_id", "hand_id")
        )
        .sort("table_key", "place")
    )


def player_rows(hands: pl.DataFrame, results: pl.DataFrame, rules: Rules) -> pl.DataFrame:
    """One row a player of a settled hand, in seat order.

    Returns
    -------
    polars.DataFrame
        Columns of `hand_rows`, ``line`` now the player's; of the player ``seat``, ``name``, ``stack``,
        ``cards``, ``discards``, ``streets``, ``recorded`` (Fantasyland as recorded), ``expected`` (as the hand
        before earned it), ``fantasyland`` (as settled), ``coming`` (cards of the next), ``played`` (cards of the Fantasyland in this hand by the
        record or by what was dealt, 0 none, null: neither says); ``turn``, 0 for the seat on the left of the button.
    """
    player, outcome = pl.col("players").struct, pl.col("outcome").struct
    first = pl.col("streets").list.first().struct
    received = first.field("dealt").list.len()
    told = (
        pl.when((received >= _BOARD) & (received > pl.col("opening")))
        .then(received)
        .when(received > 0)
        .then(0)
    )
    place = pl.int_range(pl.len()).over("at")
    button = (pl.col("seat") == pl.col("button")).arg_max().over("at")
    seated = (pl.col("seat") == pl.col("button")).any().over("at")
    return (
        rule_facts(
            hand_rows(hands, results), rules, opening=(pl.UInt32(), lambda one: one.deal.streets[0].cards)
        )
        .explode("players", "outcome")
        .with_columns(
            *(player.field(name) for name in ("seat", "name", "stack", "cards", "discards", "streets")),
            line=pl.coalesce(player.field("line"), "line"),
            recorded=player.field("fantasyland"),
            expected=outcome.field("expected_fantasyland"),
            fantasyland=outcome.field("in_fantasyland"),
            coming=outcome.field("fantasyland"),
        )
        .drop("players", "outcome")
        .with_columns(
            played=pl.when((pl.col("recorded") == SOME_FANTASYLAND) & (told > 0))
            .then(told)
            .otherwise(pl.coalesce("recorded", told))
            .cast(pl.Int32),
            turn=pl.when(seated).then((place - button - 1) % pl.len().over("at")),
        )
        .drop("opening")
    )


def money_rows(hands: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """One row a player of a settled hand, in seat order, with all that is said of points and money.

    Returns
    -------
    polars.DataFrame
        Columns of `hand_rows`, ``line`` now the player's; of the player ``seat``, ``name``, ``stack``,
        ``said_points``, ``said_net`` and ``said_rake`` as the source tells them, ``points``, ``net``, ``rake``, ``jackpot``
        and ``already_lost`` as settled.
    """
    player, outcome = pl.col("players").struct, pl.col("outcome").struct
    claim = outcome.field("claimed").struct
    return (
        hand_rows(hands, results)
        .explode("players", "outcome")
        .with_columns(
            *(
                outcome.field(name)
                for name in ("seat", "name", "stack", "points", "net", "rake", "jackpot", "already_lost")
            ),
            said_points=claim.field("points"),
            said_net=claim.field("net"),
            said_rake=player.field("rake"),
            line=pl.coalesce(outcome.field("line"), "line"),
        )
        .drop("players", "outcome")
    )


def rule_facts(rows: pl.DataFrame, rules: Rules, **facts: Fact) -> pl.DataFrame:
    """Join facts of each row's rule set, one column a fact: its dtype, and what reads it from the rule set.

    Raises
    ------
    LookupFailedError
        If the rule set of a row is not among `rules`.
    """
    used = rows["fingerprint"].unique(maintain_order=True).to_list()
    missing = [fingerprint for fingerprint in used if fingerprint not in rules]
    if missing:
        raise LookupFailedError(
            f"no rule set was given with the fingerprint {missing[0]} that hands were settled under"
        )
    table = pl.DataFrame(
        {"fingerprint": used}
        | {name: [read(rules[key]) for key in used] for name, (_, read) in facts.items()},
        schema={"fingerprint": pl.String()} | {name: dtype for name, (dtype, _) in facts.items()},
    )
    return rows.join(table, on="fingerprint", how="left", maintain_order="left")


def _once(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.unique(_IDENTITY, keep="first", maintain_order=True)
