"""All tests together: corrected for how many were made, in words, and as findings."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import dataframely as dy
import numpy as np
import polars as pl

from ofc_analytics.audit.fairness.counts import measure_counts
from ofc_analytics.audit.fairness.openings import measure_jokers, measure_openings
from ofc_analytics.audit.fairness.rates import measure_rates
from ofc_analytics.audit.fairness.repeats import measure_repeats
from ofc_analytics.audit.fairness.sight import cards_in_sight
from ofc_analytics.audit.findings import FINDINGS, Findings, command_of
from ofc_analytics.settlement.checking import require_hands
from ofc_analytics.statistics.testing import Tests, benjamini_hochberg, holm
from ofc_analytics.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.audit.fairness.measured import Measured
    from ofc_analytics.audit.fairness.sight import Sight

__all__ = ["LEVEL", "DealTests", "Fairness", "judge_deals"]

LEVEL = 0.05
"""Chance that a fair room is asked about anything at all."""


_NEGLIGIBLE = 1e-12  # below it rounding errors decide


class DealTests(Tests):
    """One row a test. The interval is a 95 % one; where the largest of several is shown, one for all of them."""

    pure = dy.Bool(description="whether it is about the deal alone; others have no part in the verdict")
    observations = dy.Int64(description="cards, deals or pairs that were counted")
    culprit = dy.String(description="what stands out most, which in any room is something")


@dataclass(frozen=True, slots=True)
class Fairness:
    """What the deals of a room look like.

    Attributes
    ----------
    hands
        Number of hands, each counted once.
    used
        Those of them with a card dealt in sight.
    seen
        One row what is in sight of a player in a hand: ``sight`` in words, ``players``, ``cards``.
    tests
        Frame of schema `DealTests`.
    findings
        Frame of schema `Findings`: a warning for each test below `LEVEL`, and a note on what was looked at.
    words
        The verdict in words; they never say that a deal is fair.
    """

    hands: int
    used: int
    seen: pl.DataFrame
    tests: pl.DataFrame
    findings: pl.DataFrame
    words: str


def judge_deals(hands: pl.DataFrame, *, results: pl.DataFrame | None = None) -> Fairness:
    """Ask whether the cards dealt in sight look like a fair deal.

    Boards are never counted: their cards were chosen, and the discards of most players are hidden.

    Parameters
    ----------
    hands
        Frame of schema `Hands`. Hands of one table stand in the order they were played or have numbers.
    results
        Frame of schema `Results`, settled from `hands`: the rates of fouls and Fantasyland are taken from it.
        None: from what the source claims.

    Returns
    -------
    Fairness

    Raises
    ------
    SettlementError
        If `hands` is no frame of hands.

    Examples
    --------
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> anna = Player(seat=1, name="Anna", cards=bytes(range(13)))
    >>> boris = Player(seat=2, name="Boris", cards=bytes(range(13, 26)))
    >>> judge_deals(frame_from_hands([Hand(players=(anna, boris))])).words
    'In 1 hand no card is known to have been dealt in sight, so nothing can be said of the deal. In sight of a player in a hand: nothing, as no streets are recorded, 2 times.'
    """
    require_hands(hands)
    sight = cards_in_sight(hands)
    measured = [
        *measure_counts(sight),
        measure_jokers(sight),
        *measure_openings(sight),
        *measure_repeats(sight),
        *measure_rates(hands, results),
    ]
    tests = _tests(measured)
    words = _summary(sight, tests)
    findings = _findings(measured, tests, words, sight)
    return Fairness(sight.hands.height, sight.used, sight.seen, tests, findings, words)


def _tests(measured: Sequence[Measured]) -> pl.DataFrame:
    family = [one for one in measured if one.pure and one.p is not None]
    p = np.array([one.p for one in family], dtype=np.float64)
    adjusted = {
        one.name: pair
        for one, *pair in zip(family, holm(p).tolist(), benjamini_hochberg(p).tolist(), strict=True)
    }
    rows = [_row(one, adjusted.get(one.name, [None, None]), LEVEL / max(1, len(family))) for one in measured]
    return DealTests.validate(pl.DataFrame(rows, schema=DealTests.create_empty().schema))


def _row(one: Measured, adjusted: Sequence[float | None], level: float) -> dict[str, object]:
    held, shown = adjusted
    if one.missing is not None:
        verdict = f"not tested: {one.missing}"
    elif not one.pure:
        verdict = f"{_effect(one)}. Players differ in skill, so this says nothing of the deal by itself"
    elif held is not None and held < LEVEL:
        verdict = f"a question: {one.culprit}; {_effect(one)}; {_chance(held)} for all tests"
    else:
        verdict = f"nothing unusual in {counted(one.hands, 'hand')}"
    return {name: getattr(one, name) for name in DealTests.column_names() if hasattr(one, name)} | {
        "p_holm": held,
        "p_bh": shown,
        "needed": None if one.needed is None else math.ceil(one.needed(level)),
        "verdict": verdict,
    }


def _chance(p: float) -> str:
    return f"p = {p:.2g}" if p > _NEGLIGIBLE else f"p < {_NEGLIGIBLE:.0e}"


def _effect(one: Measured) -> str:
    effect, low, high = (format(number, one.spec) for number in (one.effect, one.low, one.high))
    return f"{one.measure} {effect} ({low} to {high})"


def _findings(measured: Sequence[Measured], tests: pl.DataFrame, words: str, sight: Sight) -> pl.DataFrame:
    """A note on what was looked at, and a warning for each test that is below the level."""
    if sight.hands.is_empty():
        return FINDINGS.to_frame()
    files = sight.hands["file"].unique(maintain_order=True).to_list()
    place = {"file": files[0] if len(files) == 1 else f"{len(files)} files"}
    blank = dict.fromkeys(FINDINGS) | {"family": "deal", "players": []}
    code = "deal-tested" if _made(tests) else "deal-unseen"
    summary = blank | place | {"code": code, "severity": "note", "reason": words}
    by_name = {one.name: one for one in measured}
    rows = [summary]
    for test in tests.filter(pl.col("p_holm") < LEVEL).iter_rows(named=True):
        one = by_name[test["name"]]
        example = (
            sight.hands.filter(pl.col("hand_id") == one.example).head(1).to_dicts() if one.example else []
        )
        where = {key: example[0][key] for key in ("hand", "hand_id", "file")} if example else place
        rows.append(
            blank
            | where
            | {
                "code": one.name,
                "severity": "warning",
                "players": list(one.players),
                "reason": (
                    f"{one.about[0].upper()}{one.about[1:]}, {counted(one.hands, 'hand')}: {one.culprit}; {_effect(one)}. "
                    f"A fair room shows as much in any of {_made(tests)} tests with {_chance(test['p_holm'])}. "
                    "This is a question to the room, not a verdict."
                ),
            }
        )
    found = pl.DataFrame(rows, schema=FINDINGS)
    return Findings.validate(found.with_columns(explain=command_of(pl.col("file"), pl.col("hand_id"))))


def _summary(sight: Sight, tests: pl.DataFrame) -> str:
    hands, used, seen = sight.hands.height, sight.used, sight.seen
    sights = "; ".join(
        f"{what}, {counted(players, 'time')}" for what, players in seen.select("sight", "players").iter_rows()
    )
    known = f"In sight of a player in a hand: {sights}."
    if not used:
        return (
            f"In {counted(hands, 'hand')} no card is known to have been dealt in sight, so nothing can be said of the "
            f"deal. {known}"
        )
    dealt = f"{counted(int(seen['cards'].sum()), 'card')} dealt in sight"
    if not _made(tests):
        return f"Nothing could be tested in {counted(hands, 'hand')}: every test takes more than the {dealt}. {known}"
    made = counted(_made(tests), "test")
    cards = f"{dealt}, in {used:,} of {counted(hands, 'hand')}"
    asked = tests.filter(pl.col("p_holm") < LEVEL).height
    verdict = (
        f"{asked} of {made} of {cards}, {'asks' if asked == 1 else 'ask'} a question."
        if asked
        else f"Nothing unusual in {counted(used, 'hand')}: {made} of {cards}."
    )
    return f"{verdict} A fair room is asked any with a chance of at most {LEVEL:.0%}. {known}"


def _made(tests: pl.DataFrame) -> int:
    return len(tests["p_holm"].drop_nulls())
