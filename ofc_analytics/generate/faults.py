"""Faults to plant in hands that have none: a table of kinds, and the planting.

Examples
--------
>>> from ofc_analytics.generate import generate
>>> hands = next(generate("american-pineapple", hands=50, seed=1))
>>> faulty, planted = plant(hands, {"points": 0.1}, rules="american-pineapple", seed=1)
>>> planted.columns, faulty.height
(['hand_id', 'hand', 'kind', 'player', 'what'], 50)
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.errors import LookupFailedError, OfcError
from ofc_analytics.generate import claim_faults, play_faults
from ofc_analytics.generate.scene import Planted, Scene
from ofc_analytics.money import format_money
from ofc_analytics.schema import frame_from_hands, hands_from_frame
from ofc_analytics.settlement.given import given_rules

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping

    from ofc_analytics.hands import Hand
    from ofc_analytics.rules import RuleSet

__all__ = ["FAULTS", "PLANTED", "USUAL_SHARE", "parse_fault", "plant"]

USUAL_SHARE = 0.01
_TRIES = 50  # hands that are looked at for every fault that is wanted

PLANTED = pl.Schema(
    {
        "hand_id": pl.String(),
        "hand": pl.String(),
        "kind": pl.String(),
        "player": pl.String(),
        "what": pl.String(),
    }
)
"""Columns of what was planted: ``hand`` is the hand's own id; ``player`` is null where it is nobody's alone."""


def button_stuck(scene: Scene) -> Planted | None:
    """The button stays where it should have moved; the hand after shows it too."""
    before = scene.before
    if before is None or before.button == scene.hand.button:
        return None
    said = replace(scene.hand, button=before.button)
    return scene.planted(
        said, None, f"the button stays in seat {before.button}; it should be in seat {scene.hand.button}"
    )


def stack_jump(scene: Scene) -> Planted | None:
    """The largest stack is larger than the hand before left it."""
    player = max(scene.hand.players, key=lambda one: one.stack or 0)
    if scene.before is None or scene.hand.unit is None or player.stack is None:
        return None
    said = player.stack + scene.hand.unit * scene.number(5, 30)
    told = (format_money(amount, exponent=scene.hand.exponent) for amount in (player.stack, said))
    return scene.planted(
        scene.with_player(player, stack=said), player, "a stack of {} told as {}".format(*told)
    )


def gap(scene: Scene) -> Planted | None:
    """A hand between two others is not there."""
    inner = scene.before is not None and scene.after is not None
    return Planted((), None, f"hand {scene.hand.hand_no} of its session is left out") if inner else None


def duplicate(scene: Scene) -> Planted | None:
    """A hand is there twice."""
    return Planted((scene.hand, scene.hand), None, "the hand is there twice")


@dataclass(frozen=True, slots=True)
class Fault:
    """A kind of fault: what plants it in a hand, or gives None where that hand cannot have it, and where to look."""

    plant: Callable[[Scene], Planted | None]
    where: pl.Expr = field(default_factory=lambda: pl.lit(value=True))


def _any_player(test: pl.Expr) -> pl.Expr:
    return pl.col("players").list.eval(test).list.any()


_ONE = pl.element().struct
_INSIDE = _any_player(_ONE.field("fantasyland") > 0)
_ORDINARY = _any_player(_ONE.field("fantasyland") == 0)
_FOUL = _any_player(_ONE.field("claimed").struct.field("foul"))
_SOUND = _any_player(~_ONE.field("claimed").struct.field("foul"))
_STREETS = _any_player(_ONE.field("streets").list.len() > 1)
_DISCARDS = _any_player(_ONE.field("discards").list.len() > 1)

FAULTS: Mapping[str, Fault] = {
    "points": Fault(claim_faults.points),
    "sign": Fault(claim_faults.sign),
    "royalty": Fault(claim_faults.royalty),
    "money": Fault(claim_faults.money),
    "rake": Fault(claim_faults.rake),
    "foul-missed": Fault(claim_faults.foul_missed, _FOUL),
    "foul-called": Fault(claim_faults.foul_called, _SOUND),
    "fantasyland-denied": Fault(play_faults.fantasyland_denied, _INSIDE),
    "fantasyland-granted": Fault(play_faults.fantasyland_granted, _ORDINARY),
    "fantasyland-cards": Fault(play_faults.fantasyland_cards, _INSIDE),
    "card-twice": Fault(play_faults.card_twice),
    "discard-back": Fault(play_faults.discard_back, _DISCARDS),
    "street-late": Fault(play_faults.street_late, _STREETS),
    "streets-swapped": Fault(play_faults.streets_swapped, _STREETS),
    "button-stuck": Fault(button_stuck),
    "stack-jump": Fault(stack_jump),
    "gap": Fault(gap),
    "duplicate": Fault(duplicate),
}
"""The kinds of faults by their names."""


def parse_fault(text: str) -> tuple[str, float]:
    """Kind and share of ``KIND`` or ``KIND=SHARE``.

    Raises
    ------
    LookupFailedError
        If there is no such kind.
    OfcError
        If the share is no number from 0 to 1.

    Examples
    --------
    >>> parse_fault("points=0.05"), parse_fault("gap")
    (('points', 0.05), ('gap', 0.01))
    """
    kind, given, share = text.partition("=")
    if kind not in FAULTS:
        raise LookupFailedError(f"there is no fault {kind!r}; expected {', '.join(FAULTS)}")
    try:
        part = float(share) if given else USUAL_SHARE
    except ValueError:
        part = -1
    if not 0 <= part <= 1:
        raise OfcError(f"{text}: {share!r} is no share; expected a number from 0 to 1, such as {kind}=0.05")
    return kind, part


def plant(
    hands: pl.DataFrame,
    shares: Mapping[str, float],
    *,
    rules: str | os.PathLike[str] | RuleSet,
    seed: int | tuple[int, ...] = 0,
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Plant faults in hands, each in a hand of its own with sound hands around it.

    Parameters
    ----------
    hands
        Frame of schema `Hands` without faults, as `ofc_analytics.generate.generate` gives it.
    shares
        By kind (see `FAULTS`), the share of all hands that get it; fewer do where few can have it, and one does
        at least where any can.
    rules
        The rules they were played by.
    seed
        Of which hands, and what becomes of them: one number or several.

    Returns
    -------
    hands, planted
        The hands with their faults, and a frame of schema `PLANTED`, a row a fault, in the order of the hands.

    Raises
    ------
    LookupFailedError
        If there is no such kind, or no such rule set.
    """
    ruleset = given_rules(rules)
    own = (seed,) if isinstance(seed, int) else seed
    taken: dict[int, tuple[str, Planted]] = {}
    free = np.ones(hands.height, dtype=np.bool_)
    for kind, share in shares.items():
        parse_fault(kind)
        rng = np.random.default_rng((*own, list(FAULTS).index(kind)))
        order = np.argsort(rng.random(hands.height), kind="stable")
        likely = hands.select((pl.col("hand_id") != "") & FAULTS[kind].where).to_series().to_numpy()
        wanted = round(share * hands.height) or int(share > 0)
        found = 0
        for at in map(int, order[likely[order]][: _TRIES * wanted]):
            if found == wanted:
                break
            done = FAULTS[kind].plant(_scene(hands, at, ruleset, rng)) if free[at] else None
            if done is not None:
                taken[at] = kind, done
                free[max(at - 1, 0) : at + 2] = False
                found += 1
    return _spliced(hands, taken), _told(hands, taken)


def _scene(hands: pl.DataFrame, at: int, rules: RuleSet, rng: np.random.Generator) -> Scene:
    first = max(at - 1, 0)
    near = hands_from_frame(hands.slice(first, at - first + 2))
    hand = near[at - first]
    before = near[0] if at > first else None
    after = near[-1] if at + 1 < hands.height else None
    return Scene(hand, _of_session(before, hand), _of_session(after, hand), rules, rng)


def _of_session(other: Hand | None, hand: Hand) -> Hand | None:
    return other if other is not None and (other.table, other.session) == (hand.table, hand.session) else None


def _spliced(hands: pl.DataFrame, taken: Mapping[int, tuple[str, Planted]]) -> pl.DataFrame:
    changed = [(at, hand) for at, (_, done) in taken.items() for hand in done.hands]
    if not taken:
        return hands
    numbered = hands.with_row_index("_at").filter(~pl.col("_at").is_in(list(taken)))
    new = frame_from_hands([hand for _, hand in changed]).insert_column(
        0, pl.Series("_at", [at for at, _ in changed], dtype=numbered.schema["_at"])
    )
    return pl.concat([numbered, new]).sort("_at", maintain_order=True).drop("_at")


def _told(hands: pl.DataFrame, taken: Mapping[int, tuple[str, Planted]]) -> pl.DataFrame:
    at = sorted(taken)
    ids = hands.select("hand_id", "native_id")[at].rows()
    rows = [
        (*identity, kind, done.player, done.what)
        for identity, (kind, done) in zip(ids, (taken[place] for place in at), strict=True)
    ]
    return pl.DataFrame(rows, schema=PLANTED, orient="row")
