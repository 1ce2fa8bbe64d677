"""Money that was paid by another policy than the rules': which one gives exactly what is claimed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np
import polars as pl

from ofc_analytics.audit.findings import FINDINGS
from ofc_analytics.rules import change_rules
from ofc_analytics.settlement.amounts import amounts_paid, debts
from ofc_analytics.settlement.claims import money_text
from ofc_analytics.settlement.fees import jackpot_amounts, rake_amounts
from ofc_analytics.settlement.grouping import Group, group_hands
from ofc_analytics.settlement.policy import CHOICES
from ofc_analytics.settlement.receipt_text import WIN_CAPS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ofc_analytics.audit.play import Play
    from ofc_analytics.rules import RuleSet

    Money = NDArray[np.int64]

__all__ = ["check_payouts"]

_SAID = {
    "payout.order = pair-major": "pairs settle one after another from the left of the button",
    "payout.order = payer-major": "each player in turn from the left of the button pays all that he owes",
    "payout.order = seats": "pairs settle in the order of their seats",
    "payout.order = proportional": "each player shares what he has over all that he owes",
    **{f"payout.win_cap = {cap}": WIN_CAPS[cap] for cap in ("starting-total", "starting", "current", "none")},
    " with ": " and ",
    " or ": " or if ",
}
"""What a host calls the policies; of names that begin alike the longer one first."""


class _Policy(NamedTuple):
    """Another way to pay: the code it is told by, in words what it is and what it is instead of, its rules, and whether stacks count."""

    code: str
    words: str
    own: str
    rules: RuleSet
    stacks: bool = True


def check_payouts(play: Play) -> pl.DataFrame:
    """Find hands whose claimed money does not stand, and is what another payout gives to the minor unit.

    Other orders, other caps and no limits at all are tried, in this sequence, and then an order and a cap together.
    Hands in which points are claimed that do not stand are passed over.

    Codes: ``payout-order``, ``payout-cap``, ``payout-unlimited``.

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
    >>> from ofc_analytics.hands import Claim, Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement.frames import settle
    >>> from ofc_analytics.settlement.grouping import rule_sets
    >>> players = (Player(seat=1, name="Anna", stack=500, cards=bytes(range(13)), claimed=Claim(net=4600)),
    ...            Player(seat=2, name="Boris", stack=500, cards=bytes(range(13, 26)), claimed=Claim(net=-4600)))
    >>> hands = frame_from_hands([Hand(players=players, unit=100)])
    >>> play = Play.of(hands, settle(hands), rule_sets(hands))
    >>> check_payouts(play)["reason"].to_list()
    ['The money of the hand is right if stacks, caps and limits do not count; under american-pineapple stacks, caps and limits count.']
    """
    disputed = play.hands.select("at", "rule", "result").join(
        _disputed(play), on="at", how="semi", maintain_order="left"
    )
    found = [FINDINGS.to_frame()]
    for (rule,), part in disputed.group_by("rule", maintain_order=True):
        own = play.rules[cast("int", rule)]
        results = play.results[part["result"].to_numpy()]
        played = play.recorded[part["at"].to_numpy()].with_columns(results["unit"], results["level"])
        for group in group_hands(played, own, ())[0]:
            rows = part[group.order].select("at")
            found.append(_explained(_resumed(group, here := results[group.order]), here, rows, own, play))
    return pl.concat(found)


def _disputed(play: Play) -> pl.DataFrame:
    """Hands of which all money is claimed, some of it wrongly, and no points are."""
    said, net = pl.col("said_net"), pl.col("net")
    points = (pl.col("said_points") == pl.col("points")).fill_null(value=True)
    return (
        play.players.group_by("at")
        .agg(
            told=(said.is_not_null() & net.is_not_null()).all(),
            wrong=(said != net).any(),
            points=points.all(),
        )
        .filter("told", "wrong", "points")
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


def _explained(
    group: Group, results: pl.DataFrame, rows: pl.DataFrame, own: RuleSet, play: Play
) -> pl.DataFrame:
    """A finding for each hand that some other policy explains."""
    players = results.select(pl.col("players").explode()).to_series().struct.unnest()
    claimed = players["claimed"].struct.field("net").to_numpy().reshape(group.shape)
    policies = list(_policies(own))
    fits = np.array([(_nets(group, policy) == claimed).all(axis=1) for policy in policies])
    kinds = np.array([policy.own for policy in policies])
    net = players["net"].to_numpy().reshape(group.shape)
    rows = rows.with_columns(stake=pl.Series((claimed - net).clip(min=0).sum(axis=1)))
    found, told = [], np.zeros(len(rows), dtype=np.bool_)
    for place, policy in enumerate(policies):
        first = fits[place] & ~told
        told |= first
        alike = fits[:, first] & (kinds == policy.own)[:, None]
        words = [" or ".join(policies[at].words for at in np.flatnonzero(column)) for column in alike.T]
        found.append(
            play.found(
                rows.filter(pl.Series(first)).with_columns(words=pl.Series(words, dtype=pl.String)),
                policy.code,
                "error",
                pl.format(
                    "The money of the hand is right if {}; under {} {}.",
                    _said(pl.col("words")),
                    "rules",
                    _said(pl.lit(policy.own)),
                ),
                players=pl.col("names"),
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
        "stacks, caps and limits do not count",
        "stacks, caps and limits count",
        rules,
        stacks=False,
    )
    for one, other in possible:
        if one != order and other != cap:
            rules = change_rules(own, {"payout.order": one, "payout.win_cap": other})
            words = f"payout.order = {one} with payout.win_cap = {other}"
            yield _Policy("payout-order", words, f"payout.order = {order} with payout.win_cap = {cap}", rules)


def _said(words: pl.Expr) -> pl.Expr:
    return words.str.replace_many(list(_SAID), list(_SAID.values()), leftmost=True)


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
