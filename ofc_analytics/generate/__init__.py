"""Realistic hands at any size: for benchmarks, for tests, and for people who want data to try things on.

Examples
--------
>>> hands = next(generate("american-pineapple", hands=20, seed=7))
>>> hands.height, hands["players"][0][0]["name"]
(20, 'ПозднийЁж')
>>> from ofc_analytics.settlement import settle
>>> settle(hands)["players"].list.eval(pl.element().struct.field("agrees").all()).list.first().all()
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.errors import OfcError
from ofc_analytics.generate.faults import FAULTS, plant
from ofc_analytics.generate.frames import hands_played
from ofc_analytics.generate.placing import Watchers
from ofc_analytics.generate.playing import Dealer
from ofc_analytics.generate.sessions import Plan
from ofc_analytics.generate.skills import SKILLS, crowd
from ofc_analytics.settlement.given import given_rules

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from ofc_analytics.rules import RuleSet
    from ofc_analytics.settlement.given import Overrides

__all__ = ["FAULTS", "SKILLS", "crowd", "generate", "plant"]


def generate(
    rules: str | os.PathLike[str] | RuleSet = "american-pineapple",
    *,
    hands: int,
    seed: int = 0,
    players: tuple[int, int] | None = None,
    tables: int = 10,
    session_hands: int = 50,
    overrides: Overrides = (),
) -> Iterator[pl.DataFrame]:
    """Play hands and give them in frames of some ten thousand each.

    Players of several skills sit down at tables side by side, a session at a time. They place their cards by
    what the rows may come to, with mistakes; Fantasyland, the button, stacks and money follow the rule set;
    every hand claims what settlement finds. The same arguments give the same hands, and fewer hands are the
    first of more, but that a session which is cut short ends with another last hand where money waits for the
    end of a Fantasyland chain.

    Parameters
    ----------
    rules
        Name or file of a rule set, or a `RuleSet`.
    hands
        How many, in all.
    seed
        Of all chances, 0 or more.
    players
        Fewest and most players of a table; None: what the rule set seats.
    tables
        Tables side by side.
    session_hands
        Hands of a session.
    overrides
        Single rules to change, as in `ofc_analytics.settle`.

    Yields
    ------
    polars.DataFrame
        Frame of schema `ofc_analytics.schema.Hands`, session after session. ``rules`` is null where the name of
        the rule set does not say all its rules; settle such hands under the same rules.

    Raises
    ------
    OfcError
        If a number makes no sense, or the rule set seats no such number of players.
    RulesError, LookupFailedError
        If `rules` or `overrides` cannot be read.
    """
    ruleset = given_rules(rules, overrides)
    plan = Plan(
        hands=hands,
        length=session_hands,
        tables=tables,
        players=ruleset.deal.players if players is None else players,
        seed=seed,
    )
    _check(plan, ruleset)
    return _blocks(plan, ruleset)


def _blocks(plan: Plan, rules: RuleSet) -> Iterator[pl.DataFrame]:
    people = crowd(plan.crowd, seed=plan.seed)
    names = people["name"].to_list()
    noise, caution = (people[name].to_numpy().astype(np.float32) for name in ("noise", "caution"))
    dealer = Dealer(rules)
    for number in range(plan.blocks):
        parts = []
        for sessions in plan.block(number):
            seated = sessions.players.reshape(-1)
            watchers = Watchers(noise[seated], caution[seated])
            play = dealer.play(sessions, watchers, seed=(plan.seed, number), width=plan.width)
            parts.append(hands_played(play, sessions, names, rules, plan.run))
        yield pl.concat(parts).sort("_session", maintain_order=True).drop("_session")


def _check(plan: Plan, rules: RuleSet) -> None:
    for word, number, least in (
        ("hands", plan.hands, 0),
        ("session_hands", plan.length, 1),
        ("tables", plan.tables, 1),
        ("seed", plan.seed, 0),
    ):
        if number < least:
            raise OfcError(f"{word}: {number}; expected {least} or more")
    fewest, most = plan.players
    if not rules.deal.players[0] <= fewest <= most <= rules.deal.players[1]:
        asked = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise OfcError(f"players: {asked}; {rules.name} {rules.deal.seating}")
