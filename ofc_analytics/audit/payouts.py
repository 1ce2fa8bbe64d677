"""Money that was paid by another policy than the rules': which one gives exactly what is claimed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl

from ofc_analytics.audit.findings import FINDINGS, findings
from ofc_analytics.rules import change_rules
from ofc_analytics.settlement.amounts import amounts_paid, debts
from ofc_analytics.settlement.claims import money_text
from ofc_analytics.settlement.fees import jackpot_amounts, rake_amounts
from ofc_analytics.settlement.grouping import Group, group_hands
from ofc_analytics.settlement.policy import CHOICES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ofc_analytics.audit.play import Rules
    from ofc_analytics.rules import RuleSet

    Money = NDArray[np.int64]

__all__ = ["check_payouts"]

_PLAYER = pl.element().struct
_IDENTITY = ("hand_id", "content_hash")


class _Policy(NamedTuple):
    """Another way to pay: the code it is told by, in words what it is and what it is instead of, its rules, and whether stacks count."""

    code: str
    words: str
    own: str
    rules: RuleSet
    stacks: bool = True


def check_payouts(hands: pl.DataFrame, results: pl.DataFrame, rules: Rules) -> pl.DataFrame:
    """Find hands whose claimed money does not stand, and is what another payout gives to the minor unit.

    Other orders, other caps and no limits at all are tried, in this sequence, and then an order and a cap together.
    Hands in which points are claimed that do not stand are passed over.

    Codes: ``payout-order``, ``payout-cap``, ``payout-unlimited``.
    """
    disputed = results.filter(_is_disputed()).unique(_IDENTITY, keep="first", maintain_order=True)
    found = [FINDINGS.to_frame()]
    for (fingerprint,), part in disputed.group_by("fingerprint", maintain_order=True):
        own = rules[str(fingerprint)]
        played = part.select(_IDENTITY).join(
            hands.unique(_IDENTITY, keep="first"), on=_IDENTITY, maintain_order="left"
        )
        played = played.with_columns(part["unit"], part["level"]).select(hands.columns)
        for group in group_hands(played, own, ())[0]:
            here = part[group.order]
            found.append(_explained(_resumed(group, here), here, own))
    return pl.concat(found)


def _is_disputed() -> pl.Expr:
    claim = _PLAYER.field("claimed").struct
    told = claim.field("net").is_not_null() & _PLAYER.field("net").is_not_null()
    wrong = claim.field("net") != _PLAYER.field("net")
    points = (claim.field("points") == _PLAYER.field("points")).fill_null(value=True)
    players = pl.col("players").list
    return (
        players.eval(told).list.all()
        & players.eval(wrong.fill_null(value=False)).list.any()
        & players.eval(points).list.all()
    )


def _resumed(group: Group, results: pl.DataFrame) -> Group:
    """The group with what its hands took from those before them."""
    players = results.select(pl.col("players").explode()).to_series().struct.unnest()
    pairs = results.select(pl.col("pairs").explode()).to_series().struct.unnest()
    group.playing = players["in_fantasyland"].to_numpy().reshape(group.shape)
    group.lost = players["already_lost"].fill_null(0).to_numpy().reshape(group.shape)
    group.carried = pairs["carried"].fill_null(0).to_numpy().reshape(group.shape[0], -1)
    group.deferred = results["deferred"].to_numpy()
    group.unit = results["unit"].to_numpy()
    return group


def _explained(group: Group, results: pl.DataFrame, own: RuleSet) -> pl.DataFrame:
    """A finding for each hand that some other policy explains."""
    players = results.select(pl.col("players").explode()).to_series().struct.unnest()
    claimed = players["claimed"].struct.field("net").to_numpy().reshape(group.shape)
    policies = list(_policies(own))
    fits = np.array([(_nets(group, policy) == claimed).all(axis=1) for policy in policies])
    kinds = np.array([policy.own for policy in policies])
    net = players["net"].to_numpy().reshape(group.shape)
    rows = results.select(
        pl.col("source").struct.field("file", "sheet", "line"),
        "hand_id",
        "exponent",
        "rules",
        hand=pl.coalesce("native_id", "hand_id"),
        name=pl.col("players").list.eval(_PLAYER.field("name")),
        stake=pl.Series((claimed - net).clip(min=0).sum(axis=1)),
    )
    found, told = [], np.zeros(len(rows), dtype=np.bool_)
    for place, policy in enumerate(policies):
        first = fits[place] & ~told
        told |= first
        alike = fits[:, first] & (kinds == policy.own)[:, None]
        words = [" or ".join(policies[at].words for at in np.flatnonzero(column)) for column in alike.T]
        found.append(
            findings(
                rows.filter(pl.Series(first)).with_columns(words=pl.Series(words, dtype=pl.String)),
                policy.code,
                "error",
                pl.format(
                    "The money of the hand is what {} gives; {} pays by {}.",
                    "words",
                    "rules",
                    pl.lit(policy.own),
                ),
                players=pl.col("name"),
                claimed=pl.col("words"),
                recomputed=pl.lit(policy.own),
                at_stake=money_text(pl.col("stake"), pl.col("exponent")),
            )
        )
    return pl.concat([FINDINGS.to_frame(), *found])


def _policies(own: RuleSet) -> Iterator[_Policy]:
    """Every other policy, those that change less before those that change more."""
    order, cap = own.payout.order, own.payout.win_cap
    both = [(one, other) for one in CHOICES["order"] for other in CHOICES["win_cap"]]
    possible = [pair for pair in both if pair[0] != "proportional" or pair[1] in {"none", "starting-total"}]
    for other in [pair[0] for pair in possible if pair[0] != order and pair[1] == cap]:
        rules = change_rules(own, {"payout.order": other})
        yield _Policy("payout-order", f"payout.order = {other}", f"payout.order = {order}", rules)
    for other in [pair[1] for pair in possible if pair[0] == order and pair[1] != cap]:
        rules = change_rules(own, {"payout.win_cap": other})
        yield _Policy("payout-cap", f"payout.win_cap = {other}", f"payout.win_cap = {cap}", rules)
    rules = change_rules(own, {"payout.win_cap": "none", "payout.loss_limit": "none"})
    yield _Policy(
        "payout-unlimited",
        "no regard to stacks, caps and limits",
        "stacks, caps and limits",
        rules,
        stacks=False,
    )
    for one, other in possible:
        if one != order and other != cap:
            rules = change_rules(own, {"payout.order": one, "payout.win_cap": other})
            words = f"payout.order = {one} with payout.win_cap = {other}"
            yield _Policy("payout-order", words, f"payout.order = {order} with payout.win_cap = {cap}", rules)


def _nets(group: Group, policy: _Policy) -> Money:
    """(n, k) money of each player under a policy."""
    rules, unit = policy.rules, group.unit
    stacks = group.stacks if policy.stacks else np.full(group.shape, -1, dtype=np.int64)
    paid = amounts_paid(
        debts(group.scores, rules, unit, carried=group.carried, deferred=group.deferred),
        rules,
        unit=unit,
        stacks=stacks,
        button=group.button,
        already_lost=group.lost,
    )
    rake = rake_amounts(group.scores, paid, rules, unit=unit, stacks=stacks)
    net = paid.sum(axis=2) - rake
    fee, draw = jackpot_amounts(
        group.scores,
        rules,
        unit=unit,
        stacks=stacks,
        net=net,
        drawn=group.hands["jackpot_out"].fill_null(0).to_numpy(),
        playing=group.playing,
    )
    nets: Money = net + draw - fee
    return nets
