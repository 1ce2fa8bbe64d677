"""The full numbers of the audit: clean hands of every rule set, and planted faults kind by kind and mixed.

Run ``python tests/audit_campaign.py [CLEAN] [PLANTED]``: as many clean hands of american-pineapple (a tenth of every other
named set), and as many faults of each kind. It ends with exit code 1 where a clean hand has a finding above note, or
fewer than 99 of 100 faults are found.
"""

from __future__ import annotations

import sys
from collections import Counter

import polars as pl
from planted import GENERATED, OWN, audited, clean, family, found, own_rules, plant_kind

from ofc_analytics.generate.faults import plant
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
    missed = []
    for rules, kinds, as_file in ((usual, GENERATED, True), (own_rules(), OWN, False)):
        hands = clean(rules, hands=SCENES * number, seed=12)
        for kind in kinds:
            faulty, ids = plant_kind(hands, kind, number, rules)
            hit = found(audited(faulty, rules, as_file=as_file), kind, ids)
            say(f"{kind:24}{family(kind):14}{hit:6} of {len(ids)}")
            if not ids or hit < LEAST * len(ids):
                missed.append(kind)
    return missed


def mixed(number):
    """Families of which fewer than 99 of 100 are found where all kinds are planted among each other."""
    rules = load_rules("american-pineapple")
    kinds = [kind for kind in GENERATED if kind not in {"gap", "duplicate"}]
    hands = clean(rules, hands=SCENES * number, seed=13)
    faulty, planted = plant(hands, dict.fromkeys(kinds, number / hands.height), rules=rules, seed=13)
    told = audited(faulty, rules)
    hits, counts = Counter(), Counter()
    for kind in kinds:
        ids = planted.filter(pl.col("kind") == kind)["hand"].to_list()
        hits[family(kind)] += found(told, kind, ids)
        counts[family(kind)] += len(ids)
    for name, count in counts.items():
        say(f"mixed {name:18}{hits[name]:6} of {count}")
    return [name for name, count in counts.items() if hits[name] < LEAST * count]


def main(hands=10_000, number=100):
    bad = clean_rooms(hands)
    missed = [*one_at_a_time(number), *mixed(number)]
    say(
        f"clean hands with a finding above note: {bad}; kinds and families missed: {', '.join(missed) or 'none'}"
    )
    return int(bool(bad or missed))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
