"""Faults planted in generated hands, one at a time or mixed, and how many of them are found."""

from __future__ import annotations

import io
from functools import cache

import numpy as np
import polars as pl
from planted_kinds import OWN

import ofc_analytics as ofc
from ofc_analytics.audit import audit
from ofc_analytics.generate import generate
from ofc_analytics.generate.faults import FAULTS, plant
from ofc_analytics.generate.lines import ofc_json
from ofc_analytics.generate.scene import Scene
from ofc_analytics.rules import load_rules
from ofc_analytics.schema import frame_from_hands, hands_from_frame
from ofc_analytics.settlement.entries import make_entries
from ofc_analytics.settlement.frames import settle_all

__all__ = [
    "GENERATED", "OWN", "audited", "clean", "family", "found", "found_totals", "own_hands", "own_rules", "plant", "plant_kind",
    "plant_own", "shared_rules",
]  # fmt: skip

GENERATED = {
    "points": "points",
    "sign": "points",
    "royalty": "royalties",
    "money": "money",
    "rake": "rake",
    "foul-missed": "fouls",
    "foul-called": "fouls",
    "fantasyland-denied": "fantasyland",
    "fantasyland-granted": "fantasyland",
    "fantasyland-cards": "fantasyland",
    "card-twice": "deck",
    "discard-back": "deck",
    "street-late": "streets",
    "streets-swapped": "streets",
    "button-stuck": "button",
    "stack-jump": "continuity",
    "gap": "continuity",
    "duplicate": "continuity",
}
"""Family that must find each kind of the generator."""

assert set(GENERATED) == set(FAULTS)

_NOTES = {"duplicate"}
"""Kinds of which a note is all there is to say: a hand that is there twice is kept once."""


@cache
def own_rules(kind):
    """American Pineapple with the rules that a kind of `OWN` needs."""
    return load_rules("american-pineapple", OWN[kind].overrides)


@cache
def shared_rules():
    """American Pineapple with the rules that the kinds of `OWN` need which can be planted beside each other."""
    overrides = dict.fromkeys(rule for kind in OWN.values() if not kind.alone for rule in kind.overrides)
    return load_rules("american-pineapple", tuple(overrides))


def clean(rules="american-pineapple", *, hands=1000, seed=1, **options):
    """Generated hands without a fault."""
    return pl.concat(list(generate(rules, hands=hands, seed=seed, **options)))


@cache
def own_hands(overrides, hands, seed):
    """Clean hands under some rules, and what is found in them."""
    rules = load_rules("american-pineapple", overrides)
    frame = clean(rules, hands=hands, seed=seed)
    return frame, audited(frame, rules, as_file=False)


def plant_own(hands, numbers, rules, seed=1):
    """Plant kinds of `OWN`, each in up to so many hands; give the hands, and by kind the ids of those that have it."""
    rng = np.random.default_rng(seed)
    objects = hands_from_frame(hands)
    taken = set()
    planted = {kind: [] for kind in numbers}
    for kind, number in numbers.items():
        for at in map(int, rng.permutation(np.arange(1, len(objects) - 1))):
            if len(planted[kind]) == number:
                break
            if taken & {at - 1, at, at + 1}:
                continue
            hand = objects[at]
            before, after = (
                one if (one.table, one.session) == (hand.table, hand.session) else None
                for one in (objects[at - 1], objects[at + 1])
            )
            done = OWN[kind].plant(Scene(hand, before, after, rules, rng))
            if done is not None:
                changed = done if isinstance(done, tuple) else (done,)
                objects[at + 1 - len(changed) : at + 1] = changed
                taken |= {at - 1, at}
                planted[kind].append(hand.native_id)
    return frame_from_hands(objects), planted


def plant_kind(hands, kind, number, rules, seed=1):
    """Plant a kind in `number` hands; give the hands, and the ids at which it must be found."""
    if kind in OWN:
        faulty, planted = plant_own(hands, {kind: number}, rules, seed)
        return faulty, planted[kind]
    faulty, planted = plant(hands, {kind: number / hands.height}, rules=rules, seed=seed)
    if kind != "gap":
        return faulty, planted["hand"].to_list()
    return faulty, [_after(hand) for hand in planted["hand"]]


def _after(native_id):
    """A gap is found at the hand behind it."""
    session, _, number = native_id.rpartition("-")
    return f"{session}-{int(number) + 1}"


def family(kind):
    """The family that must find a kind."""
    return OWN[kind].family if kind in OWN else GENERATED[kind]


def audited(hands, rules, *, as_file=True, entries=None):
    """Findings on a frame of hands, by way of a file where the source records no more than its lines hold."""
    issues = []
    if as_file:
        hands, issues = ofc.read_all(io.BytesIO(ofc_json(hands)), input_format="ofc-json")
    results, misfits = settle_all(hands, rules)
    return audit(hands, results, {rules.fingerprint: rules}, issues=[*issues, *misfits], entries=entries)


def found(findings, kind, ids, before):
    """How many of the hands with a fault of a kind have a finding of it, above note, that `before` does not have.

    It is of the kind's codes, where it has some, else of its family; `before` are the findings in the clean hands.
    """
    told = _told(findings, kind) - _told(before, kind)
    return len({hand for hand, _ in told}.intersection(ids))


def _told(findings, kind):
    codes = OWN[kind].codes if kind in OWN else ()
    which = pl.col("code").is_in(codes) if codes else pl.col("family") == family(kind)
    above = pl.lit(value=True) if kind in _NOTES else pl.col("severity") != "note"
    return set(findings.filter(which, above).select("hand", "code").rows())


def found_totals(hands, rules, number, seed=1):
    """How many of wrong totals of players and sessions are found, among right ones; and how many findings there are."""
    results, _ = settle_all(hands, rules)
    player = pl.col("players").struct
    totals = (
        results.select("session", "currency", "exponent", "players")
        .explode("players")
        .group_by("session", "currency", "exponent", player=player.field("name"), maintain_order=True)
        .agg(amount=player.field("net").sum())
        .with_columns(kind=pl.lit("result"), verified=pl.lit("claimed"), file=pl.lit("totals.csv"))
        .with_row_index("line", offset=1)
    )
    wrong = np.random.default_rng(seed).choice(totals.height, number, replace=False)
    off = totals.with_columns(
        amount=pl.col("amount") + pl.col("line").is_in((wrong + 1).tolist()).cast(pl.Int64)
    )
    told = audited(hands, rules, as_file=False, entries=make_entries(off)).filter(
        pl.col("code") == "total-result"
    )
    pairs = zip(told["hand"], told["players"].list.first(), strict=True)
    planted = set(off[wrong].select("session", "player").rows())
    return len(planted.intersection(pairs)), told.height
