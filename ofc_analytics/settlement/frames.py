"""A frame of hands to a frame of results.

Hands are settled in groups that share a rule set and a number of players: each group is one call of
`score` and one of `payout`, whatever its size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
import polars as pl

from ofc_analytics.errors import LookupFailedError, ParseError, ParseIssue, RulesError
from ofc_analytics.rules import RuleSet, rules_for_variant
from ofc_analytics.schema import RESULTS
from ofc_analytics.settlement.amounts import amounts_due, amounts_paid
from ofc_analytics.settlement.claims import agreement
from ofc_analytics.settlement.readiness import ready_rules
from ofc_analytics.settlement.scoring import Scores, pair_places, score

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ofc_analytics.settlement.readiness import Overrides

__all__ = ["rules_of", "settle", "settle_all"]

_FIRST_JOKER = 52
_UNLIMITED = -1


def settle(
    hands: pl.DataFrame, rules: str | RuleSet | None = None, *, overrides: Overrides = ()
) -> pl.DataFrame:
    """Settle a frame of hands, and stop at the first hand that cannot be settled.

    Parameters
    ----------
    hands
        Frame of schema `Hands`.
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
    RulesError
        If `rules` or `overrides` cannot be read.
    SettlementError
        If a rule set uses money rules that settlement cannot apply yet.
    """
    results, issues = settle_all(hands, rules, overrides=overrides)
    if issues:
        raise ParseError(issues[0])
    return results


def settle_all(
    hands: pl.DataFrame, rules: str | RuleSet | None = None, *, overrides: Overrides = ()
) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Settle every hand that can be settled; each of the others comes back as an issue.

    Takes what `settle` takes. ``len(results) + len(issues) == len(hands)``.
    """
    numbered = hands.with_row_index("_order").with_columns(_players=pl.col("players").list.len())
    by = [] if rules is not None else ["rules", "variant"]
    groups = numbered.partition_by(by, maintain_order=True) if by else [numbered]
    settled, issues = [], []
    for group in groups:
        try:
            ruleset = ready_rules(rules or rules_of(*group.select("rules", "variant").row(0)), overrides)
        except (RulesError, LookupFailedError) as error:
            if rules is not None or overrides:
                raise
            issues += _issues(group, "rules-unknown", str(error))
            continue
        fitting, misfits = _split_misfits(group, ruleset)
        issues += misfits
        settled += [
            _settle_group(table, ruleset) for table in fitting.partition_by("_players", maintain_order=True)
        ]
    if not settled:
        return pl.DataFrame(schema=RESULTS), issues
    return pl.concat(settled).sort("_order").select(*RESULTS), issues


def rules_of(rules: str | None, variant: str | None) -> str:
    """Name of the rule set a hand is settled under when the caller names none.

    Raises
    ------
    LookupFailedError
        If the hand names no rules and its variant is not known.

    Examples
    --------
    >>> rules_of(None, "classic"), rules_of("tonybet", "classic"), rules_of(None, None)
    ('american-classic', 'tonybet', 'american-pineapple')
    """
    return rules or rules_for_variant(variant)


def _split_misfits(hands: pl.DataFrame, rules: RuleSet) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Take out the hands that cannot have been dealt under their rule set."""
    fewest, most = rules.deal.players
    jokers = (
        pl.col("players").list.eval(pl.element().struct.field("cards").arr.max() >= _FIRST_JOKER).list.any()
    )
    checks = (
        (
            "players-not-seated",
            ~pl.col("_players").is_between(fewest, most),
            f"{rules.name} seats {fewest} to {most} players",
        ),
        ("joker-not-in-deck", jokers & (rules.deal.jokers == 0), f"{rules.name} is dealt without jokers"),
    )
    issues: list[ParseIssue] = []
    for code, misfit, message in checks:
        marked = hands.select(misfit).to_series()
        issues += _issues(hands.filter(marked), code, message)
        hands = hands.filter(~marked)
    return hands, issues


def _issues(hands: pl.DataFrame, code: str, message: str) -> list[ParseIssue]:
    return [
        ParseIssue(
            code=code, message=message, file=source["file"], line=source["line"], hand=native or identity
        )
        for source, native, identity in hands.select("source", "native_id", "hand_id").iter_rows()
    ]


def _settle_group(hands: pl.DataFrame, rules: RuleSet) -> pl.DataFrame:
    players = cast("int", hands["_players"][0])
    shape = (len(hands), players)
    flat = hands.select(pl.col("players").explode()).unnest("players")
    seats = flat["seat"].to_numpy().reshape(shape)
    scores = score(
        flat["cards"].to_numpy().reshape(*shape, 13),
        rules,
        in_fantasyland=flat["fantasyland"].to_numpy().reshape(shape),
    )
    unit = hands["unit"].fill_null(0).to_numpy()
    paid = amounts_paid(
        scores,
        rules,
        unit=unit,
        stacks=flat["stack"].fill_null(_UNLIMITED).to_numpy().reshape(shape),
        button=_button_places(hands["button"], seats),
    )
    due = amounts_due(scores, unit)
    unpriced = hands["unit"].is_null()
    return hands.with_columns(
        rules=pl.lit(rules.name),
        fingerprint=pl.lit(rules.fingerprint),
        players=_nest(_player_rows(flat, scores, paid, unpriced), players),
        pairs=_nest(_pair_rows(seats, scores, due, paid, unpriced), len(pair_places(players))),
    ).select("_order", *RESULTS)


def _player_rows(
    flat: pl.DataFrame, scores: Scores, paid: NDArray[np.int64], unpriced: pl.Series
) -> pl.DataFrame:
    return (
        flat.select(
            "seat",
            "name",
            "stack",
            pl.col("fantasyland").alias("in_fantasyland"),
            "cards",
            pl.Series("foul", scores.foul.reshape(-1)),
            pl.Series("values", scores.values.reshape(-1, 3)),
            pl.Series("row_royalties", scores.row_royalties.reshape(-1, 3)),
            pl.Series("royalties", scores.row_royalties.sum(axis=2, dtype=np.int32).reshape(-1)),
            pl.Series("fantasyland", scores.fantasyland.reshape(-1)),
            pl.Series("points", scores.totals.reshape(-1)),
            _money("net", paid.sum(axis=2), unpriced),
            "claimed",
            "line",
        )
        .with_columns(agrees=agreement())
        .select(_field_names("players"))
    )


def _pair_rows(
    seats: NDArray[np.uint8],
    scores: Scores,
    due: NDArray[np.int64],
    paid: NDArray[np.int64],
    unpriced: pl.Series,
) -> pl.DataFrame:
    first, second = np.array(pair_places(seats.shape[1])).T
    points = {name: getattr(scores, name) for name in ("row_points", "scoop", "royalties", "other", "points")}
    return pl.DataFrame(
        [
            pl.Series("first", seats[:, first].reshape(-1)),
            pl.Series("second", seats[:, second].reshape(-1)),
            pl.Series("rows", scores.rows.reshape(-1, 3)),
            *(pl.Series(name, values.reshape(-1)) for name, values in points.items()),
            _money("due", due[:, first, second], unpriced),
            _money("paid", paid[:, first, second], unpriced),
        ]
    ).select(_field_names("pairs"))


def _money(name: str, amounts: NDArray[np.int64], unpriced: pl.Series) -> pl.Series:
    """Flatten (n, m) amounts; null in the hands whose unit is not known."""
    without_unit = pl.Series(np.repeat(unpriced.to_numpy(), amounts.shape[1]))
    return pl.Series(name, amounts.reshape(-1)).set(without_unit, None)


def _button_places(button: pl.Series, seats: NDArray[np.uint8]) -> NDArray[np.intp]:
    """0-based place of the button; the last place where no player of the hand is known to have it."""
    has_button = seats == button.fill_null(0).to_numpy()[:, None]
    places: NDArray[np.intp] = np.where(has_button.any(axis=1), has_button.argmax(axis=1), seats.shape[1] - 1)
    return places


def _nest(rows: pl.DataFrame, size: int) -> pl.Series:
    """Fold every `size` consecutive rows into one list of structs."""
    return rows.to_struct().reshape((len(rows) // size, size)).arr.to_list()


def _field_names(column: str) -> list[str]:
    nested = cast("pl.List", RESULTS[column]).inner
    return [field.name for field in cast("pl.Struct", nested).fields]
