"""The full numbers of the audit: clean hands of every rule set, and planted faults kind by kind and mixed.

Run ``python tests/audit_campaign.py [CLEAN] [PLANTED]``: as many clean hands of american-pineapple (a tenth of every other
named set), and as many faults of each kind. It ends with exit code 1 where a clean hand has a finding above note, or
fewer than 99 of 100 faults are found: above note, and by a finding that the hands do not have without the fault.
"""

from __future__ import annotations

import sys
from collections import Counter

import polars as pl
from planted import (
    GENERATED,
    OWN,
    audited,
    clean,
    family,
    found,
    found_totals,
    own_hands,
    own_rules,
    plant,
    plant_kind,
    plant_own,
    shared_rules,
)

from ofc_analytics.rules import load_rules, rule_set_names

LEAST = 0.99
SCENES = 40  # hands for every fault, so that enough can have it and each has sound hands around it


def say(line):
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def clean_rooms(hands):
    """Findings above note in clean hands; at most `hands` of a set."""
    bad = 0
    for name in rule_set_names():
        count = hands if name == "american-pineapple" else hands // 10
        told = audited(clean(name, hands=count, seed=11), load_rules(name))
        above = told.filter(pl.col("severity") != "note")
        bad += above.height
        say(
            f"clean {name:28}{count:7} hands  above note {above.height:4}  notes {told.height - above.height}"
        )
        if above.height:
            say(f"    {dict(Counter(above['code'].to_list()))}")
    return bad


def one_at_a_time(number):
    """Kinds of which fewer than 99 of 100 are found."""
    usual = load_rules("american-pineapple")
    hands = clean(usual, hands=SCENES * number, seed=12)
    before = audited(hands, usual)
    missed = []
    for kind in GENERATED:
        faulty, ids = plant_kind(hands, kind, number, usual)
        missed += judged(kind, found(audited(faulty, usual), kind, ids, before), len(ids), number)
    for kind, one in OWN.items():
        rules = own_rules(kind)
        hands, before = own_hands(one.overrides, SCENES * number * one.scenes, 12)
        faulty, ids = plant_kind(hands, kind, number, rules)
        told = audited(faulty, rules, as_file=False)
        missed += judged(kind, found(told, kind, ids, before), len(ids), number)
    hit, told = found_totals(clean(usual, hands=SCENES * number, seed=14), usual, number)
    return missed + judged("totals", hit, number, number) + ["totals of others"] * (told > hit)


def judged(kind, hit, planted, number):
    """Say what was found of a kind; give it where that is too little, or too few could be planted."""
    say(f"{kind:24}{'totals' if kind == 'totals' else family(kind):14}{hit:6} of {planted}")
    return [kind] if planted < number or hit < LEAST * planted else []


def mixed(number):
    """Families of which fewer than 99 of 100 are found where all kinds are planted among each other."""
    usual, shared = load_rules("american-pineapple"), shared_rules()
    kinds = [kind for kind in GENERATED if kind not in {"gap", "duplicate"}]
    hands = clean(usual, hands=SCENES * number, seed=13)
    faulty, told = plant(hands, dict.fromkeys(kinds, number / hands.height), rules=usual, seed=13)
    ids = {kind: told.filter(pl.col("kind") == kind)["hand"].to_list() for kind in kinds}
    missed = by_family("mixed", audited(faulty, usual), ids, audited(hands, usual))
    kinds = [kind for kind, one in OWN.items() if not one.alone]
    hands = clean(shared, hands=3 * SCENES * number, seed=13)
    faulty, ids = plant_own(hands, dict.fromkeys(kinds, number), shared, seed=13)
    before = audited(hands, shared, as_file=False)
    return missed + by_family("mixed own", audited(faulty, shared, as_file=False), ids, before)


def by_family(name, told, planted, before):
    hits, counts = Counter(), Counter()
    for kind, ids in planted.items():
        hits[family(kind)] += found(told, kind, ids, before)
        counts[family(kind)] += len(ids)
    for one, count in counts.items():
        say(f"{name:10}{one:18}{hits[one]:6} of {count}")
    return [f"{name} {one}" for one, count in counts.items() if hits[one] < LEAST * count]


def main(hands=10_000, number=100):
    bad = clean_rooms(hands)
    missed = [*one_at_a_time(number), *mixed(number)]
    say(
        f"clean hands with a finding above note: {bad}; kinds and families missed: {', '.join(missed) or 'none'}"
    )
    return int(bool(bad or missed))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
