"""A frame of hands to a frame of results.

Hands are settled in groups that share a rule set and a number of players, each step one call over arrays;
what goes from hand to hand at a table is followed over all groups at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
import polars as pl

from ofc_analytics.errors import ParseError, ParseIssue
from ofc_analytics.schema import RESULTS
from ofc_analytics.settlement.checking import require_hands
from ofc_analytics.settlement.claims import agreement
from ofc_analytics.settlement.fees import jackpot_amounts, rake_amounts
from ofc_analytics.settlement.grouping import Group, group_hands
from ofc_analytics.settlement.levels import price_hands
from ofc_analytics.settlement.naturals import NATURALS
from ofc_analytics.settlement.payments import defer_chains, pay
from ofc_analytics.settlement.scoring import pair_places
from ofc_analytics.settlement.sequence import follow_fantasyland, table_places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ofc_analytics.rules import RuleSet
    from ofc_analytics.settlement.given import Overrides

    Money = NDArray[np.int64]

__all__ = ["player_money", "settle", "settle_all"]


def settle(
    hands: pl.DataFrame, rules: str | RuleSet | None = None, *, overrides: Overrides = ()
) -> pl.DataFrame:
    """Settle a frame of hands, and stop at the first hand that cannot be settled.

    Parameters
    ----------
    hands
        Frame of schema `Hands`. Hands of one table (room, table and session) stand in the order they were
        played.
    rules
        Name or file of a rule set, or a `RuleSet`, for all hands. None: each hand's own ``rules``, else
        the usual set of its ``variant``, else american-pineapple.
    overrides
        Single rules to change, as ``{"rows.scoop": "6"}`` or ``["rows.scoop=6"]``.

    Returns
    -------
    polars.DataFrame
        Frame of schema `Results`, one row a hand, in the order of `hands`.

    Raises
    ------
    ParseError
        If a hand does not fit its rule set: unknown rules, more players than it seats, jokers it is
        played without.
    RulesError, LookupFailedError
        If `rules` or `overrides` cannot be read.
    SettlementError
        If `hands` is no frame of hands, amounts are too large, or a level's unit does not fit the currency.
    """
    results, issues = settle_all(hands, rules, overrides=overrides)
    errors = [issue for issue in issues if issue.severity == "error"]
    if errors:
        raise ParseError(errors[0])
    return results


def settle_all(
    hands: pl.DataFrame,
    rules: str | RuleSet | None = None,
    *,
    overrides: Overrides = (),
    issues: Sequence[ParseIssue] = (),
) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Settle every hand that can be settled; each of the others comes back as an issue.

    Parameters
    ----------
    hands, rules, overrides
        As in `settle`.
    issues
        What reading the same hands said: between two lines where a hand was left out nothing is carried, neither Fantasyland
        nor, unless it is said, money.

    Returns
    -------
    results, issues
        The results and the issues of severity ``error`` together are as many as the hands. A warning tells of money that a
        Fantasyland chain without an end leaves unsettled, a note of hands that pay a chain of which hands are missing.
    """
    require_hands(hands)
    groups, misfits = group_hands(hands, rules, overrides)
    if not groups:
        return pl.DataFrame(schema=RESULTS), misfits
    tables = table_places(hands.with_row_index("_order"), issues)
    follow_fantasyland(groups, tables)
    price_hands(groups, tables)
    remarks = defer_chains(groups, tables)
    pay(groups, tables)
    results = pl.concat([_results(group) for group in groups])
    return results.sort("_order").select(*RESULTS), [*misfits, *remarks]


def _results(group: Group) -> pl.DataFrame:
    players = group.shape[1]
    return group.hands.with_columns(
        rules=pl.lit(group.rules.name),
        fingerprint=pl.lit(group.rules.fingerprint),
        deferred=pl.Series(group.deferred),
        chain_broken=pl.Series(group.chain_broken),
        fantasyland_known=pl.Series(group.fantasyland_known),
        players=_nest(_player_rows(group), players),
        pairs=_nest(_pair_rows(group), len(pair_places(players))),
    ).select("_order", *RESULTS)


def player_money(group: Group) -> tuple[Money, Money, Money]:
    """(n, k) what each player pays to the house, has of a jackpot, and has won in all, of a group that is paid."""
    scores, rules, unit, stacks = group.scores, group.rules, group.unit, group.stacks
    rake = rake_amounts(scores, group.paid, rules, unit=unit, stacks=stacks)
    net = group.paid.sum(axis=2) - rake
    fee, draw = jackpot_amounts(
        scores,
        rules,
        unit=unit,
        stacks=stacks,
        net=net,
        drawn=group.hands["jackpot_out"].fill_null(0).to_numpy(),
        playing=group.playing,
    )
    return rake, draw - fee, net + draw - fee


def _player_rows(group: Group) -> pl.DataFrame:
    scores = group.scores
    rake, jackpot, net = player_money(group)
    unpriced = group.hands["unit"].is_null()
    return (
        group.players.select(
            "seat",
            "name",
            "stack",
            pl.Series("in_fantasyland", group.playing.reshape(-1)),
            pl.Series("expected_fantasyland", group.expected.reshape(-1)).replace(-1, None).cast(pl.UInt8),
            "cards",
            pl.Series("foul", scores.foul.reshape(-1)),
            pl.Series("values", scores.values.reshape(-1, 3)),
            _natural("natural", scores.natural),
            _natural("held_natural", scores.held),
            pl.Series("row_royalties", scores.row_royalties.reshape(-1, 3)),
            pl.Series("royalties", scores.row_royalties.sum(axis=2, dtype=np.int32).reshape(-1)),
            pl.Series("fantasyland", group.coming.reshape(-1)),
            pl.Series("points", scores.totals.reshape(-1)),
            _money("already_lost", group.lost, unpriced),
            _money("rake", rake, unpriced),
            _money("jackpot", jackpot, unpriced),
            _money("net", net, unpriced),
            "claimed",
            "line",
            **{
                name: pl.Series(np.repeat(getattr(group, name), group.shape[1]))
                for name in ("chain_broken", "fantasyland_known")
            },
        )
        .with_columns(agrees=agreement())
        .select(_field_names("players"))
    )


def _pair_rows(group: Group) -> pl.DataFrame:
    scores = group.scores
    first, second = np.array(pair_places(group.shape[1])).T
    seats = group.column("seat")
    price = np.where(group.deferred, 0, group.unit)
    points = {name: getattr(scores, name) for name in ("row_points", "scoop", "royalties", "other", "points")}
    unpriced = group.hands["unit"].is_null()
    return pl.DataFrame(
        [
            pl.Series("first", seats[:, first].reshape(-1)),
            pl.Series("second", seats[:, second].reshape(-1)),
            pl.Series("rows", scores.rows.reshape(-1, 3)),
            *(pl.Series(name, values.reshape(-1)) for name, values in points.items()),
            _money("carried", group.carried, unpriced),
            _money("due", scores.points * price[:, None] + group.carried, unpriced),
            _money("paid", group.paid[:, first, second], unpriced),
        ]
    ).select(_field_names("pairs"))


def _natural(name: str, codes: NDArray[np.uint8]) -> pl.Series:
    names = {0: None} | dict(enumerate(NATURALS, start=1))
    return pl.Series(name, codes.reshape(-1)).replace_strict(names, return_dtype=pl.String)


def _money(name: str, amounts: Money, unpriced: pl.Series) -> pl.Series:
    """Flatten (n, m) amounts; null in the hands whose unit is not known."""
    without_unit = pl.Series(np.repeat(unpriced.to_numpy(), amounts.shape[1]))
    return pl.Series(name, amounts.reshape(-1)).set(without_unit, None)


def _nest(rows: pl.DataFrame, size: int) -> pl.Series:
    """Fold every `size` consecutive rows into one list of structs."""
    return rows.to_struct().reshape((len(rows) // size, size)).arr.to_list()


def _field_names(column: str) -> list[str]:
    nested = cast("pl.List", RESULTS[column]).inner
    return [field.name for field in cast("pl.Struct", nested).fields]
