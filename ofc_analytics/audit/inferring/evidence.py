"""Hands and what is claimed of them, laid out once and held against one rule set after another.

Work that rule sets share is done once: hands are laid out for a deal, scored for the rules that points depend on,
and followed into Fantasyland for those that it depends on.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.audit.inferring.sampling import sample_hands
from ofc_analytics.cards import BOARD
from ofc_analytics.settlement.claims import CLAIMS, claim_checks
from ofc_analytics.settlement.fitting import split_misfits
from ofc_analytics.settlement.frames import player_money
from ofc_analytics.settlement.grouping import Boards
from ofc_analytics.settlement.levels import price_hands
from ofc_analytics.settlement.payments import defer_chains, pay
from ofc_analytics.settlement.sequence import follow_fantasyland, table_places

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ofc_analytics.rules import RuleSet
    from ofc_analytics.settlement.grouping import Group

__all__ = ["NOT_DEALT", "NOT_TOLD", "STANDS", "WRONG", "Evidence", "Verdict"]

NOT_DEALT, NOT_TOLD, WRONG, STANDS = -2, -1, 0, 1
"""What a rule set makes of a claim: the hand cannot be dealt under it, nothing can be checked, wrong, right."""

_DEAL = {"deal": {"players", "jokers"}, "naturals": True, "surrender": True, "levels": True}
_FANTASYLAND = {"entry": True, "stay": True}
_SCORING = _DEAL | {"rows": True, "foul": True, "royalties": True, "fantasyland": _FANTASYLAND}
_CHAINS = _DEAL | {
    "rows": {"wheel", "middle", "five_of_a_kind"},
    "foul": {"equal_rows"},
    "fantasyland": {**_FANTASYLAND, "repeats": True},
}


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """What a rule set makes of every claim.

    Attributes
    ----------
    checks
        (m, c) int8, a row a player of all hands, a column a claim of `Evidence.claims`.
    hands
        (n,) int8; a hand stands if some of its claims do and none is wrong.
    """

    checks: NDArray[np.int8]
    hands: NDArray[np.int8]

    def count(self, *kinds: int) -> int:
        """Number of hands of some kinds."""
        return int(np.isin(self.hands, kinds).sum())


class Evidence:
    """Hands, numbered in ``_order``, and what is claimed of them.

    Parameters
    ----------
    hands
        Frame of schema `Hands`.

    Attributes
    ----------
    hands
        The same, with ``_order`` and ``_players``.
    claims
        Which of `ofc_analytics.settlement.claims.CLAIMS` are made at all.
    claiming
        (n,) whether anything is claimed of a hand.
    tables
        ``table_key`` and ``place`` of each hand, see `ofc_analytics.settlement.sequence.table_places`.
    starts
        (n + 1,) place of each hand's first player among all players, and the number of players.
    """

    def __init__(self, hands: pl.DataFrame) -> None:
        self.hands = hands.with_row_index("_order").with_columns(_players=pl.col("players").list.len())
        self.starts = np.cumsum([0, *self.hands["_players"]])
        made = _claims_made(hands)
        self.claims = tuple(claim for claim in CLAIMS if made[claim].any())
        self.claiming = self.hands_that(made.select(pl.any_horizontal(*CLAIMS)).to_series().to_numpy())
        self.tables = table_places(self.hands)
        self._deals = _deals(self.hands)
        self._boards: dict[str, list[Boards]] = {}
        self._scores: dict[str, list[Group]] = {}
        self._chains: dict[str, list[Group]] = {}

    def settled(self, rules: RuleSet) -> list[Group]:
        """The hands that fit a rule set, settled as far as their claims ask for."""
        groups = [copy(group) for group in self._scored(rules)]
        for group in groups:
            group.rules = rules
        if not groups or not {"net", "fantasyland"} & set(self.claims):
            return groups
        self._follow(groups)
        if "net" in self.claims:
            price_hands(groups, self.tables)
            defer_chains(groups, self.tables)
            pay(groups, self.tables)
        return groups

    def verdict(self, rules: RuleSet) -> Verdict:
        """What a rule set makes of every claim and hand."""
        found = claim_checks()
        checks = np.full((self.starts[-1], len(self.claims)), NOT_DEALT, dtype=np.int8)
        for group in self.settled(rules):
            places = self.starts[group.order][:, None] + np.arange(group.shape[1])
            told = self.told(group).select(
                found[claim].cast(pl.Int8).fill_null(NOT_TOLD) for claim in self.claims
            )
            checks[places.reshape(-1)] = told.to_numpy()
        otherwise_dealt = self._otherwise_dealt(rules)
        checks[self.players_of(otherwise_dealt)] = NOT_DEALT
        return self.by_hand(checks)

    def by_hand(self, checks: NDArray[np.int8]) -> Verdict:
        """The verdict on players with the one on their hands."""
        marked = {kind: self.hands_that((checks == kind).any(axis=1)) for kind in (NOT_DEALT, WRONG, STANDS)}
        kinds = np.select(list(marked.values()), list(marked), NOT_TOLD)
        return Verdict(checks, kinds.astype(np.int8))

    def told(self, group: Group) -> pl.DataFrame:
        """What is claimed of the players of a settled group, and what it should be.

        Returns
        -------
        polars.DataFrame
            One row a player: ``claimed`` as in the schema, ``points``, ``foul``, ``royalties``, ``row_royalties``,
            ``fantasyland`` and ``net``, null where nobody claims any, or money has no unit; ``unit``, ``chain_broken``,
            ``fantasyland_known``.
        """
        scores = group.scores
        told = group.players.select(
            "claimed",
            unit=group.hands.select(pl.col("unit").repeat_by(group.shape[1]).explode()).to_series(),
            points=pl.Series(scores.totals.reshape(-1)),
            foul=pl.Series(scores.foul.reshape(-1)),
            royalties=pl.Series(scores.row_royalties.sum(axis=2, dtype=np.int32).reshape(-1)),
            row_royalties=pl.Series(scores.row_royalties.reshape(-1, 3)),
            fantasyland=None,
            net=None,
            chain_broken=False,
            fantasyland_known=True,
        )
        if "fantasyland" in self.claims:
            told = told.with_columns(
                fantasyland=pl.Series(group.coming.reshape(-1)),
                fantasyland_known=pl.Series(np.repeat(group.fantasyland_known, group.shape[1])),
            )
        if "net" in self.claims:
            net = pl.Series(player_money(group)[2].reshape(-1))
            told = told.with_columns(
                net=pl.when(pl.col("unit").is_not_null()).then(net),
                chain_broken=pl.Series(np.repeat(group.chain_broken, group.shape[1])),
            )
        return told

    def hands_that(self, players: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """(n,) whether any player of a hand is marked in (m,) `players`."""
        return np.logical_or.reduceat(players, self.starts[:-1])

    def players_of(self, hands: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """(m,) whether a player is of one of the (n,) marked `hands`."""
        return np.repeat(hands, np.diff(self.starts))

    def focus(self, wanted: NDArray[np.bool_], most: int) -> Evidence:
        """The hands of those tables that have (n,) `wanted` ones, at most so many; itself where it has no more."""
        if len(wanted) <= most:
            return self
        tables = self.tables["table_key"]
        hands = self.hands.drop("_order", "_players").filter(
            tables.is_in(tables.filter(wanted).unique().implode())
        )
        return Evidence(sample_hands(hands, most))

    def _scored(self, rules: RuleSet) -> list[Group]:
        key = _key(rules, _SCORING)
        if key not in self._scores:
            self._scores[key] = [boards.scored(rules) for boards in self._fitting(rules)]
        return self._scores[key]

    def _fitting(self, rules: RuleSet) -> list[Boards]:
        key = _key(rules, _DEAL)
        if key not in self._boards:
            fitting, _ = split_misfits(self.hands, rules)
            parts = fitting.partition_by("_players", maintain_order=True) if fitting.height else []
            self._boards[key] = [Boards.of(part) for part in parts]
        return self._boards[key]

    def _follow(self, groups: list[Group]) -> None:
        """Set who is in Fantasyland."""
        key = _key(groups[0].rules, _CHAINS)
        if key not in self._chains:
            follow_fantasyland(groups, self.tables)
            self._chains[key] = [copy(group) for group in groups]
        for group, followed in zip(groups, self._chains[key], strict=True):
            group.playing, group.expected, group.coming = (
                followed.playing,
                followed.expected,
                followed.coming,
            )
            group.fantasyland_known = followed.fantasyland_known

    def _otherwise_dealt(self, rules: RuleSet) -> NDArray[np.bool_]:
        """(n,) whether streets are recorded that a rule set deals otherwise; what lies in one go tells nothing."""
        streets = "-".join(str(street.cards) for street in rules.deal.streets) + "-"
        told = self._deals.unique().drop_nulls()
        others = [deals for deals in told if not streets.startswith(deals)]
        return self._deals.is_in(others).fill_null(value=False).to_numpy()


def _claims_made(hands: pl.DataFrame) -> pl.DataFrame:
    """One row a player, a column a claim: whether it is made."""
    claimed = hands.select(pl.col("players").explode().struct.field("claimed")).unnest("claimed")
    return claimed.select(pl.col(*CLAIMS).is_not_null())


def _deals(hands: pl.DataFrame) -> pl.Series:
    """Cards that the streets of a hand dealt to a player outside Fantasyland, as ``5-3-3-``; the fewest streets."""
    dealt = pl.col("streets").list.eval(pl.element().struct.field("dealt").list.len())
    ordinary = (dealt.list.min() > 0) & (dealt.list.first() < BOARD)
    text = dealt.list.eval(pl.element().cast(pl.String)).list.join("-") + "-"
    return (
        hands.select("_order", pl.col("players").list.eval(pl.element().struct.field("streets")))
        .explode("players")
        .rename({"players": "streets"})
        .group_by("_order", maintain_order=True)
        .agg(pl.when(ordinary).then(text).max())
        .to_series(1)
    )


def _key(rules: RuleSet, sections: Mapping[str, object]) -> str:
    return rules.model_dump_json(include=dict(sections))  # type: ignore[arg-type]
