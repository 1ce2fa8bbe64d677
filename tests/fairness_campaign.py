"""How often fair rooms are asked a question, and from how many hands on unfair ones are.

Run as ``python tests/fairness_campaign.py [rooms] [--planted 40]``; the numbers stand in docs/fairness.md. The exit code is 1 if
more fair rooms are asked than may be, or fewer unfair ones than it says there.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import chain

import numpy as np
import polars as pl
import rooms

from ofc_analytics.audit.fairness import judge_deals

LEVEL = 0.05
MOST = 0.065
"""Share of a thousand fair rooms that may be asked anything: 5 % and what chance adds to them."""

FEWEST = 0.8
"""Share of unfair rooms that must be asked at the last of the sizes."""


def fair_room(seed):
    """A fair room of some kind.

    One table or two, 40 to 1,500 hands, any game, as many players as it takes, any number of recorded deals, and in open
    games Fantasyland.
    """
    rng = np.random.default_rng([seed, 1])
    game = str(rng.choice(["pineapple", "pineapple", "classic", "turbo", "closed"]))
    players = int(rng.integers(2, 4 if game == "pineapple" else 5))
    kinds = {
        "players": players,
        "heroes": int(rng.integers(0, players + 1)),
        "jokers": int(rng.choice([0, 0, 1, 2])),
        "button": bool(rng.integers(0, 4)),
        "game": game,
        "fantasyland": float(rng.choice([0, 0.1, 0.3])) if game != "closed" and players < 4 else 0.0,
    }
    hands = int(np.exp(rng.uniform(np.log(40), np.log(1500))))
    tables = [rooms.fair(hands, [seed, 2], table="T", **kinds)]
    if rng.integers(0, 3) == 0:
        tables.append(rooms.fair(hands // 2 + 1, [seed, 3], table="U", **kinds))
    return pl.concat(tables)


def missing_card(hands, seed):
    """Two players of whom the first fives are in sight, dealt from a deck without one card."""
    decks = rooms.decks(hands, seed)
    lost = seed % 52
    short = decks[decks != lost].reshape(hands, 51)
    return rooms.room(short, heroes=0)


def favoured_seat(hands, seed, share=0.10):
    """Two players, of whom one gets the stronger first five of the two in a share of the hands."""
    from ofc_analytics.audit.fairness.strengths import strengths

    decks = rooms.decks(hands, seed)
    favoured = np.random.default_rng([seed, 1]).random(hands) < share
    mine, other = slice(0, 5), slice(5, 10)
    # the button is hand number modulo players, so that seat 1 is dealt second in even hands
    turn = np.where(np.arange(hands) % 2 == 0, 1, 0)
    better = strengths(decks[:, mine]) > strengths(decks[:, other])
    swap = favoured & (better == (turn == 1))
    decks[swap, :10] = np.concatenate([decks[swap, other], decks[swap, mine]], axis=1)
    return rooms.room(decks, heroes=1)


def repeated_shuffle(hands, seed, rate=1e-3):
    """Two players; in a share of the hands the deck of an earlier hand is dealt again."""
    decks = rooms.decks(hands, seed)
    rng = np.random.default_rng([seed, 1])
    for at in np.flatnonzero(rng.random(hands) < rate):
        if at:
            decks[at] = decks[rng.integers(0, at)]
    return rooms.room(decks, heroes=1)


def lazy_shuffle(hands, seed, share=0.10):
    """Two players; in a share of the hands only the 34 cards that were just played are shuffled."""
    decks = rooms.decks(hands, seed)
    rng = np.random.default_rng([seed, 1])
    for at in np.flatnonzero(rng.random(hands) < share):
        if at:
            decks[at] = np.concatenate([rng.permutation(decks[at - 1, :34]), decks[at - 1, 34:]])
    return rooms.room(decks, heroes=1)


def questions(hands):
    """Names of the tests that ask a question."""
    tests = judge_deals(hands).tests
    return tests.filter(pl.col("p_holm") < LEVEL)["name"].to_list()


def false_alarms(count, start=0, make=fair_room):
    """Fair rooms that are asked a question, with what asks it, and all p-values by test."""
    asked, seen = [], {}
    for seed in range(start, start + count):
        tests = judge_deals(make(seed)).tests
        flagged = tests.filter(pl.col("p_holm") < LEVEL)["name"].to_list()
        if flagged:
            asked.append(flagged)
        for name, p in tests.filter(pl.col("p").is_not_null()).select("name", "p").iter_rows():
            seen.setdefault(name, []).append(p)
    return asked, seen


def power(plant, test, hands, count=40, start=0):
    """Share of the planted rooms in which a test asks a question."""
    return sum(test in questions(plant(hands, seed)) for seed in range(start, start + count)) / count


PLANTS = (
    (missing_card, "deal-card", (50, 60, 70, 80)),
    (favoured_seat, "deal-strength-seat", (3000, 4000, 5000)),
    (repeated_shuffle, "deal-begins-again", (2300, 2500, 3000)),
    (lazy_shuffle, "deal-overlap", (500, 1000, 1500)),
)


def rare(p, level):
    """Whether p-values are below a level no oftener than they may be, but for what comes once in 30,000 times."""
    return (p < level).mean() <= level + 4 * np.sqrt(level * (1 - level) / len(p))


def level(count, make):
    """How often fair rooms are asked, as lines of text, and whether these hold."""
    asked, seen = false_alarms(count, make=make)
    share = len(asked) / count
    yield f"{len(asked)} of {count} fair rooms were asked a question: {share:.1%}", share <= MOST
    yield (
        ", ".join(f"{name} {times}" for name, times in Counter(chain.from_iterable(asked)).most_common()),
        True,
    )
    for name, values in sorted(seen.items()):
        p = np.array(values)
        rates = f"p < 5%: {(p < 0.05).mean():6.1%}; p < 0.5%: {(p < 0.005).mean():6.2%}"
        yield f"{name:24} {len(p):5} rooms; {rates}", rare(p, LEVEL)


def report(count, planted, make=fair_room):
    """The campaign as lines of text, and whether what they tell holds."""
    if count:
        yield from level(count, make)
    for plant, test, sizes in PLANTS if planted else ():
        for hands in sizes:
            found = power(plant, test, hands, planted)
            words = f"{plant.__name__}, {test}, {hands} hands: {found:.0%} of {planted}"
            yield words, hands < sizes[-1] or found >= FEWEST


def main(options):
    """Print the campaign; 1 if anything in it does not hold."""
    failed = 0
    for line, holds in report(options.rooms, options.planted):
        failed += not holds
        sys.stdout.write(line + "\n" if holds else f"FAILED: {line}\n")
        sys.stdout.flush()
    return int(failed > 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rooms", type=int, nargs="?", default=1000, help="fair rooms; 0: none")
    parser.add_argument("--planted", type=int, default=0, help="unfair rooms of each kind and size")
    raise SystemExit(main(parser.parse_args()))
