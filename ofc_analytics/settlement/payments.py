"""What is due in each hand, what waits for a later one, and what is paid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from ofc_analytics.errors import ParseIssue
from ofc_analytics.money import format_money
from ofc_analytics.settlement.amounts import amounts_paid, debts
from ofc_analytics.settlement.scoring import pair_places
from ofc_analytics.settlement.sequence import carry_chains, match_places
from ofc_analytics.wording import CHAIN_BROKEN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ofc_analytics.errors import Severity
    from ofc_analytics.settlement.grouping import Group

__all__ = ["defer_chains", "pay"]


def defer_chains(groups: Sequence[Group], tables: pl.DataFrame) -> list[ParseIssue]:
    """Set what waits and what is carried; give a warning for money that no later hand settles."""
    for group in groups:
        hands, players = group.shape
        waits = group.rules.fantasyland.settled == "after-chain"
        group.deferred = (group.coming.max(axis=1) > 0) & waits
        group.carried = np.zeros((hands, len(pair_places(players))), dtype=np.int64)
        group.chain_broken = np.zeros(hands, dtype=np.bool_)
    chained = [group for group in groups if group.rules.fantasyland.settled == "after-chain"]
    if not chained:
        return []
    money = carry_chains(chained, tables)
    start = 0
    for group in chained:
        stop = start + group.carried.size
        part = money[start:stop]
        group.carried = part["carried"].to_numpy().reshape(group.carried.shape)
        broken = part["chain_broken"].to_numpy().reshape(group.carried.shape)
        group.chain_broken = np.logical_or.reduce(broken, axis=1)
        start = stop
    return [*_unfinished(chained, money), *_broken(chained)]


def _unfinished(groups: Sequence[Group], money: pl.DataFrame) -> list[ParseIssue]:
    hands = pl.concat([group.hands for group in groups])
    waiting = money.filter(pl.col("waiting") != 0).group_by("_order").agg(pl.col("waiting").abs().sum())
    return [
        _remark(
            hand,
            "chain-unfinished",
            "warning",
            f"{format_money(hand['waiting'], exponent=hand['exponent'])} of a Fantasyland chain is not settled: no later hand of its players ends it",
        )
        for hand in waiting.join(hands, on="_order").sort("_order").iter_rows(named=True)
    ]


def _broken(groups: Sequence[Group]) -> list[ParseIssue]:
    hands = pl.concat([group.hands.filter(pl.Series(group.chain_broken)) for group in groups])
    return [
        _remark(
            hand,
            "chain-broken",
            "warning",
            CHAIN_BROKEN,
        )
        for hand in hands.filter(pl.col("unit").is_not_null()).sort("_order").iter_rows(named=True)
    ]


def _remark(hand: Mapping[str, Any], code: str, severity: Severity, message: str) -> ParseIssue:
    source = hand["source"]
    return ParseIssue(
        code=code,
        message=message,
        file=source["file"],
        sheet=source["sheet"],
        line=source["line"],
        hand=hand["native_id"] or hand["hand_id"],
        severity=severity,
    )


def pay(groups: Sequence[Group], tables: pl.DataFrame) -> None:
    """Set what is paid in every hand, and what limits over a match count as lost before it."""
    for group in groups:
        group.owed = debts(
            group.scores, group.rules, group.unit, carried=group.carried, deferred=group.deferred
        )
        group.lost = np.zeros(group.shape, dtype=np.int64)
        group.paid = np.zeros((*group.shape, group.shape[1]), dtype=np.int64)
    limited = [group for group in groups if _limits_matches(group)]
    for group in groups:
        if group not in limited:
            _pay_hands(group, np.ones(group.shape[0], dtype=np.bool_))
    if limited:
        _pay_matches(limited, tables)


def _limits_matches(group: Group) -> bool:
    payout = group.rules.payout
    return payout.loss_limit is not None and payout.loss_limit_per == "match"


def _pay_matches(groups: Sequence[Group], tables: pl.DataFrame) -> None:
    """Pay the first hands of all matches, then the second ones, and so on: each counts what was lost before."""
    players = pl.concat(
        [
            pl.DataFrame({"_order": np.repeat(group.order, group.shape[1]), "name": group.players["name"]})
            for group in groups
        ]
    ).join(match_places(groups, tables), on="_order", maintain_order="left")
    accounts = players.select(pl.struct("match", "name").rank("dense") - 1).to_series().to_numpy()
    turns = players["turn"].to_numpy()
    lost = np.zeros(accounts.max() + 1, dtype=np.int64)
    ends = np.cumsum([group.scores.foul.size for group in groups])[:-1]
    owners = [part.reshape(g.shape) for part, g in zip(np.split(accounts, ends), groups, strict=True)]
    turn_of = [part.reshape(g.shape)[:, 0] for part, g in zip(np.split(turns, ends), groups, strict=True)]
    for turn in range(turns.max() + 1):
        for group, owner, own_turn in zip(groups, owners, turn_of, strict=True):
            here = own_turn == turn
            group.lost[here] = lost[owner[here]]
            _pay_hands(group, here)
            lost[owner[here]] -= group.paid[here].sum(axis=2)


def _pay_hands(group: Group, here: NDArray[np.bool_]) -> None:
    group.paid[here] = amounts_paid(
        group.owed[:, here],
        group.rules,
        unit=group.unit[here],
        stacks=group.stacks[here],
        button=group.button[here],
        already_lost=group.lost[here],
    )
