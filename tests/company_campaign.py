"""How often clubs of fair players are asked a question, and from how many hands on pairs that play together are.

Run as ``python tests/company_campaign.py [clubs] [--planted 40]``; the numbers stand in docs/pairs.md. The exit code is 1 if more
fair clubs are asked than may be, or fewer pairs that play together than it says there.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import chain

import clubs_room
import numpy as np
import polars as pl
from clubs_room import Plant

from ofc_analytics.audit.company import judge_company
from ofc_analytics.generate import generate
from ofc_analytics.settlement import settle

LEVEL = 0.05
MOST = 0.065
"""Share of a thousand fair clubs that may be asked anything: 5 % and what chance adds to them."""

FEWEST, STRAYS = 0.8, 0.15
"""Share of clubs in which the pair must be found at the last of the sizes, and in which others may be asked."""

SUSPECTS = {"P00", "P01"}
KINDS = ((2,), (3,), (2, 3), (2, 3, 4))


def fair_club(seed):
    """A fair club of some kind.

    5 to 16 players as good as each other or eight points a hand apart, at one to four tables; in one club of three they
    play two games.
    """
    rng = np.random.default_rng([seed, 1])
    return clubs_room.club(
        [seed, 2],
        players=int(rng.integers(5, 17)),
        occasions=int(np.exp(rng.uniform(np.log(8), np.log(200)))),
        tables=int(rng.integers(1, 5)),
        spread=float(rng.choice([0, 0.2, 0.4, 0.7])),
        sizes=KINDS[int(rng.integers(0, 4))],
        times=bool(rng.integers(0, 4)),
        games=int(rng.choice([1, 1, 2])),
    )


def questions(results):
    """Tests that ask a question: their names and the pairs they are about."""
    asked = judge_company(results).tests.filter(pl.col("p_holm") < LEVEL)
    return [
        (name, {first, second}) for name, first, second in asked.select("name", "first", "second").iter_rows()
    ]


def false_alarms(count, start=0, make=fair_club):
    """Questions of the fair clubs that are asked any, and all p-values by test."""
    asked, seen = [], {}
    for seed in range(start, start + count):
        tests = judge_company(make(seed)).tests.filter(pl.col("p").is_not_null())
        if tests.height and tests["p_holm"].min() < LEVEL:
            asked.append(tests.filter(pl.col("p_holm") < LEVEL)["name"].to_list())
        for name, p in tests.select("name", "p").iter_rows():
            seen.setdefault(name, []).append(p)
    return asked, seen


def planted(plant, occasions, seed, **kinds):
    """A club of 8 players at two tables, two of whom play together."""
    return clubs_room.club(
        [seed, 3], players=8, tables=2, occasions=occasions, plant=plant, **kinds, even=True
    )


def power(plant, test, occasions, count=40, start=0, **kinds):
    """Share of clubs in which the test asks about the pair, share in which another pair is asked about, mean hands shared."""
    hits = strays = hands = 0
    for seed in range(start, start + count):
        results = planted(plant, occasions, seed, **kinds)
        company = judge_company(results)
        asked = company.tests.filter(pl.col("p_holm") < LEVEL)
        told = [
            (name, {first, second})
            for name, first, second in asked.select("name", "first", "second").iter_rows()
        ]
        hits += (test, SUSPECTS) in told
        strays += any(pair != SUSPECTS for _, pair in told)
        own = company.pairs.filter((pl.col("first") == "P00") & (pl.col("second") == "P01"))
        hands += int(own["hands"].sum())
    return hits / count, strays / count, hands / count


def informed(hands, names, share):
    """The same hands with two players who in this share of their chances throw away what the other's discards have killed."""
    rng = np.random.default_rng(5)
    rows = hands.to_dicts()
    for hand in rows:
        pair = [player for player in hand["players"] if player["name"] in names]
        for player, other in (pair, pair[::-1]) if len(pair) == 2 else ():
            gone = set()
            for street, earlier in zip(player["streets"][1:], other["streets"][1:], strict=False):
                dead = [
                    (row, card)
                    for row in ("top", "middle", "bottom")
                    for card in street[row]
                    if card // 4 in gone
                ]
                if dead and street["discarded"] and rng.random() < share:
                    row, card = dead[0]
                    street[row][street[row].index(card)], street["discarded"][0] = (
                        street["discarded"][0],
                        card,
                    )
                gone |= {card // 4 for card in earlier["discarded"]}
    return pl.DataFrame(rows, schema=hands.schema)


def informed_power(share, count, hands=2000):
    """Clubs of players who place real cards, in which the test of discards asks about the pair; mean hands shared."""
    hits = shared = 0
    for seed in range(count):
        deals = pl.concat(generate("american-pineapple", hands=hands, seed=seed, tables=1))
        results = settle(deals)
        pairs = judge_company(results).pairs.sort("hands", descending=True)
        names = set(pairs.row(0)[:2])
        tests = judge_company(results, informed(deals, names, share)).tests
        asked = tests.filter(pl.col("name") == "pair-discards", pl.col("p_holm") < LEVEL)
        hits += names in [set(pair) for pair in asked.select("first", "second").iter_rows()]
        shared += pairs["hands"][0]
    return hits / count, shared / count


PLANTS = (
    (Plant(dump=0.3), "pair-fouls", {"sizes": (2,)}, (40, 60, 80)),
    (Plant(dump=0.3), "pair-flow", {"sizes": (2,)}, (400, 800)),
    (Plant(dump=0.3, alone=False), "pair-fouls", {"sizes": (3,)}, (20, 40, 60)),
    (Plant(soft=1.0), "pair-scoops", {"sizes": (2,)}, (100, 150, 200)),
    (Plant(soft=1.0), "pair-flow", {"sizes": (2,)}, (200, 400, 600)),
    (Plant(team=0.5), "pair-gains", {"sizes": (3,)}, (200, 300, 400)),
    (Plant(together=0.8), "pair-seated", {"sizes": (2, 3)}, (40, 60, 80)),
)


def level(count, make):
    """How often fair clubs are asked, as lines of text, and whether these hold."""
    asked, seen = false_alarms(count, make=make)
    share = len(asked) / count
    yield f"{len(asked)} of {count} fair clubs were asked a question: {share:.1%}", share <= MOST
    yield (
        ", ".join(f"{name} {times}" for name, times in Counter(chain.from_iterable(asked)).most_common()),
        True,
    )
    for name, values in sorted(seen.items()):
        p = np.array(values)
        low = "; ".join(f"p < {level:.0e}: {(p < level).mean():.1e}" for level in (5e-2, 1e-2, 1e-3, 1e-4))
        yield f"{name:14} {len(p):6} tests; {low}", (p < LEVEL).mean() <= MOST


def report(count, planted_clubs, make=fair_club):
    """The campaign as lines of text, and whether what they tell holds."""
    if count:
        yield from level(count, make)
    for plant, test, kinds, sizes in PLANTS if planted_clubs else ():
        for occasions in sizes:
            found, strays, hands = power(plant, test, occasions, planted_clubs, **kinds)
            words = f"{plant} {kinds}, {test}, {hands:.0f} hands together: {found:.0%}, others {strays:.0%}"
            yield words, strays <= STRAYS and (occasions < sizes[-1] or found >= FEWEST)
    sizes = (250, 500, 1000)
    for hands in sizes if planted_clubs else ():
        found, shared = informed_power(0.5, planted_clubs // 4, hands)
        words = f"informed in half of the chances, pair-discards, {shared:.0f} hands together: {found:.0%}"
        yield words, hands < sizes[-1] or found >= FEWEST


def main(options):
    """Print the campaign; 1 if anything in it does not hold."""
    failed = 0
    for line, holds in report(options.clubs, options.planted):
        failed += not holds
        sys.stdout.write(line + "\n" if holds else f"FAILED: {line}\n")
        sys.stdout.flush()
    return int(failed > 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clubs", type=int, nargs="?", default=1000, help="fair clubs; 0: none")
    parser.add_argument(
        "--planted", type=int, default=0, help="clubs of each kind and size with a pair in them"
    )
    raise SystemExit(main(parser.parse_args()))
