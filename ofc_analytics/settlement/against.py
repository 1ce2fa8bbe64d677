"""The same hands under several rule sets, side by side, and which rule makes the difference."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.errors import RulesError
from ofc_analytics.rules import RuleSet, change_rules, diff
from ofc_analytics.settlement.claims import money_text
from ofc_analytics.settlement.frames import settle_all
from ofc_analytics.settlement.given import given_rules
from ofc_analytics.settlement.grouping import rule_sets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.errors import ParseIssue
    from ofc_analytics.settlement.given import Overrides

__all__ = ["settle_against"]

_HAND = ("hand_id", "content_hash")
_OUTCOME = ("points", "net", "foul", "in_fantasyland", "fantasyland")


def settle_against(
    hands: pl.DataFrame,
    others: Sequence[str | RuleSet],
    rules: str | RuleSet | None = None,
    *,
    overrides: Overrides = (),
    issues: Sequence[ParseIssue] = (),
) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Settle each hand under its own rules and under other rule sets.

    Parameters
    ----------
    hands, rules, overrides, issues
        As `ofc_analytics.settlement.frames.settle_all` takes them.
    others
        Rule sets to settle the hands under besides.

    Returns
    -------
    table, issues
        One row a player, hand and other rule set: ``hand``, ``hand_id``, ``seat``, ``name``; the outcome under
        the hand's own rules (``rules``, ``points``, ``net`` as text, ``foul``, ``in_fantasyland``,
        ``fantasyland``) and under the other set (the same names after ``other_``); ``differs``, whether the
        hand came out differently for anyone; ``because``, the rules each of which alone changes the hand, or
        all that differ where only several together do. Issues tell of hands that fit one of the sets only.

    Examples
    --------
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> boards = ["2c 4h 6d / Ks Qh Th 6c 3s / Ad Kd Tc 6s 3d", "2s 3h 5d / Kc Qd 9h 5c 2h / Ah Kh 9c 5s 2d"]
    >>> hand = Hand(players=tuple(Player(seat=seat, name=f"P{seat}", cards=split_board(board))
    ...                           for seat, board in enumerate(boards, start=1)))
    >>> table, _ = settle_against(frame_from_hands([hand]), ["american-pineapple"], "tournament-pineapple")
    >>> table.select("points", "other_points", "because").row(0)
    (3, 6, ['rows.scoop'])
    """
    own, said = settle_all(hands, rules, overrides=overrides, issues=issues)
    bases = rule_sets(hands, rules, overrides)
    parts = []
    for other in others:
        ruleset = given_rules(other)
        results, misfits = settle_all(hands, ruleset, issues=issues)
        said += misfits
        compared = _compared(own, results)
        reasons = [
            _reasons(hands, own.filter(pl.col("fingerprint") == fingerprint), base, ruleset, issues)
            for fingerprint, base in bases.items()
        ]
        parts.append(compared.join(pl.concat(reasons), on=_HAND, how="left", maintain_order="left"))
    table = pl.concat(parts).with_columns(
        because=pl.when("differs").then(pl.col("because")).otherwise(pl.lit([], dtype=pl.List(pl.String)))
    )
    return table.drop("content_hash"), said


def _compared(own: pl.DataFrame, other: pl.DataFrame) -> pl.DataFrame:
    mine, theirs = _outcomes(own), _outcomes(other)
    renamed = theirs.select(
        *_HAND, "seat", *(pl.col(name).alias(f"other_{name}") for name in ("rules", *_OUTCOME))
    )
    joined = mine.join(renamed, on=[*_HAND, "seat"], how="inner", maintain_order="left")
    same = [pl.col(name).eq_missing(pl.col(f"other_{name}")) for name in _OUTCOME]
    differs = (~pl.all_horizontal(*same)).any().over(_HAND)
    return joined.with_columns(
        differs=differs,
        **{name: money_text(pl.col(name), pl.col("exponent")) for name in ("net", "other_net")},
    ).select(
        pl.coalesce("native_id", "hand_id").alias("hand"),
        *_HAND,
        "seat",
        "name",
        "rules",
        *_OUTCOME,
        "other_rules",
        *(f"other_{name}" for name in _OUTCOME),
        "differs",
    )


def _outcomes(results: pl.DataFrame) -> pl.DataFrame:
    columns = (*_HAND, "native_id", "rules", "exponent", "players")
    return results.select(columns).explode("players").unnest("players").drop("claimed", "values", "cards")


def _reasons(
    hands: pl.DataFrame, own: pl.DataFrame, base: RuleSet, other: RuleSet, issues: Sequence[ParseIssue]
) -> pl.DataFrame:
    """One row a hand of `own`: the keys on which the sets differ and which change it."""
    differences = diff(base, other)
    played = hands.join(own.select(_HAND), on=_HAND, how="semi", maintain_order="left")
    changed = []
    for difference in differences:
        try:
            results, _ = settle_all(played, change_rules(base, difference.override), issues=issues)
        except RulesError:  # this rule cannot stand without another of the set
            continue
        hit = _compared(own, results).filter("differs").select(_HAND).unique()
        changed.append(hit.with_columns(key=pl.lit(difference.key)))
    empty = pl.DataFrame(schema={**dict.fromkeys(_HAND, pl.String), "key": pl.String})
    single = (
        pl.concat([empty, *changed]).group_by(_HAND, maintain_order=True).agg(pl.col("key").alias("because"))
    )
    together = pl.lit([difference.key for difference in differences], dtype=pl.List(pl.String))
    return own.select(_HAND).join(single, on=_HAND, how="left").with_columns(pl.coalesce("because", together))
