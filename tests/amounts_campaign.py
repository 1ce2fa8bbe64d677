"""How often intervals of skewed amounts hold the truth: royalties, and the length of Fantasylands.

Chains are drawn from those of generated play, whose means are the truth. Run as
``python tests/amounts_campaign.py [samples]``; its tables stand in docs/statistics.md.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import sys

import numpy as np
import polars as pl
from coverage_campaign import NIGHT, row, table

import ofc_analytics as ofc
from ofc_analytics.generate import generate
from ofc_analytics.statistics.counting import CLUSTERS, tally
from ofc_analytics.statistics.intervals import (
    TUNED_FOR,
    amount_interval,
    clustered_mean,
    mean_interval,
)
from ofc_analytics.statistics.metrics import METRICS

AMOUNTS = ("royalties", "top_royalties", "middle_royalties", "bottom_royalties", "fantasyland_length")
INTERVALS = ("symmetric", "Hall's")
PLAYS = {"two players": (2, 150_000), "three players": (3, 100_000)}


@dataclasses.dataclass(frozen=True)
class Chains:
    """Every chain of every player: what it had and what it could have had, by metric; `hands` in each."""

    hands: np.ndarray
    totals: dict[str, np.ndarray]
    chances: dict[str, np.ndarray]

    def truth(self, metric):
        return self.totals[metric].sum() / self.chances[metric].sum()

    def many(self, hands):
        """About how many chains so many hands have."""
        return round(hands / self.hands.mean())


@functools.cache
def played(players, hands, seed=1, rules="american-pineapple"):
    tallies = pl.concat(
        tally(
            ofc.stats.Study(ofc.settle(frame)).observations,
            [METRICS[name] for name in AMOUNTS],
            {"player": pl.col("name")},
        )
        for frame in generate(rules, hands=hands, seed=seed, players=(players, players))
    )
    columns = {
        name: column.to_numpy().astype(float) for name, column in tallies.to_dict().items() if ":" in name
    }
    totals, chances = ({name: columns[f"{name}:{end}"] for name in AMOUNTS} for end in ("total", "chances"))
    return Chains(tallies["hands"].to_numpy(), totals, chances)


def draw(chains, samples, clusters, seed, *, together=1):
    """Places of the chains drawn, (samples, clusters, together): so many clusters of so many chains each."""
    return np.random.default_rng(seed).integers(0, chains.hands.size, (samples, clusters, together))


def sums(chains, metric, drawn):
    """Sum, size and sample of every cluster that had a chance, and its place in the sample, by which they are ordered."""
    total, size = (
        each[metric][drawn.swapaxes(0, 1)].sum(axis=-1) for each in (chains.totals, chains.chances)
    )
    place, sample = np.nonzero(size)
    return total[place, sample], size[place, sample], sample, place


def estimated(totals, sizes, samples, count):
    """`clustered_mean`, its samples counted to the end also where the last have no cluster."""
    groups = np.append(samples, count)
    estimate = clustered_mean(np.append(totals, 1), np.append(sizes, 1), groups)
    return estimate._make(column[:-1] for column in estimate)


def bounded(metric, estimate, interval):
    """Bounds of every sample, with no metric below its least."""
    if interval == "symmetric":
        low, high = mean_interval(estimate)
        return np.maximum(low, METRICS[metric].least), high
    tuned_for = TUNED_FOR if interval == "sequence" else None
    return amount_interval(estimate, least=METRICS[metric].least, tuned_for=tuned_for)


def held(chains, metric, drawn, interval):
    """Of the samples that have an interval: the share in which it holds the truth, and half its median width."""
    *clusters, _ = sums(chains, metric, drawn)
    low, high = bounded(metric, estimated(*clusters, len(drawn)), interval)
    known, truth = ~np.isnan(low), chains.truth(metric)
    good = (low <= truth) & (truth <= high)
    return good[known].mean(), np.median((high - low)[known]) / 2


def told(chains, metric, drawn):
    """Share of the samples that have an interval."""
    *clusters, _ = sums(chains, metric, drawn)
    return np.mean(estimated(*clusters, len(drawn)).error > 0)


def called_enough(chains, metric, drawn):
    """Share of the samples whose interval is called enough, and of these the share in which it holds the truth."""
    asked, truth = METRICS[metric], chains.truth(metric)
    totals, sizes, sample, _ = sums(chains, metric, drawn)
    low, high = bounded(metric, estimated(totals, sizes, sample, len(drawn)), "Hall's")
    telling = np.bincount(sample, totals > asked.least * sizes, minlength=len(drawn))
    enough = (high - low <= 2 * asked.within) & (telling >= CLUSTERS["chain"].fewest)
    good = (low <= truth) & (truth <= high)
    return enough.mean(), good[enough].mean() if enough.any() else np.nan


def ever_missed(chains, metric, drawn, nights, interval):
    """Share of the histories in which the interval misses the truth at the end of one of so many equal nights."""
    *clusters, place = sums(chains, metric, drawn)
    missed = np.zeros(len(drawn), dtype=bool)
    for seen in np.searchsorted(place, np.linspace(0, drawn.shape[1], nights + 1)[1:]):
        estimate = estimated(*(column[:seen] for column in clusters), len(drawn))
        low, high = bounded(metric, estimate, interval)
        missed |= (chains.truth(metric) < low) | (high < chains.truth(metric))
    return missed.mean()


def shares(measure, chains, drawn, *interval):
    return [float(measure(chains, metric, drawn, *interval)) for metric in AMOUNTS]


def share_held(*asked):
    return held(*asked)[0]


def main(samples):
    say = sys.stdout.write
    for name, play in PLAYS.items():
        chains = played(*play)
        say(f"{name}: {', '.join(f'{metric} {chains.truth(metric):.2f}' for metric in AMOUNTS)}\n\n")
        samplings = [
            (hands, draw(chains, samples, chains.many(hands), [hands, 1]))
            for hands in (50, 100, 200, 500, 1000, 3000)
        ]
        say(table("hands", "chains", "interval", *AMOUNTS))
        for hands, drawn in samplings:
            for interval in INTERVALS:
                say(row(hands, drawn.shape[1], interval, *shares(share_held, chains, drawn, interval)))

        say("\n" + table("hands", "interval", *AMOUNTS))
        for hands, drawn in samplings:
            for interval in INTERVALS:
                widths = (held(chains, metric, drawn, interval)[1] for metric in AMOUNTS)
                say(row(hands, f"half the width, {interval}", *(f"{width:.2f}" for width in widths)))
            say(row(hands, "samples that have one", *shares(told, chains, drawn)))

        say("\ncalled enough, and held of these\n\n" + table("hands", *AMOUNTS))
        for hands in (100, 200, 300, 400, 500, 3000):
            drawn = draw(chains, samples, chains.many(hands), [hands, 4])
            both = (called_enough(chains, metric, drawn) for metric in AMOUNTS)
            say(row(hands, *(f"{share:.0%}: {true:.1%}" for share, true in both)))

        say("\n" + table("hands", "sessions", "interval", *AMOUNTS))
        for nights in (5, 10, 15, 30):
            drawn = draw(chains, samples, nights, [nights, 2], together=chains.many(NIGHT))
            for interval in INTERVALS:
                say(row(nights * NIGHT, nights, interval, *shares(share_held, chains, drawn, interval)))

        say("\n" + table("interval at every look", *AMOUNTS))
        drawn = draw(chains, samples // 4, 100 * chains.many(NIGHT), 3)
        for interval in ("Hall's", "sequence"):
            missed = (float(ever_missed(chains, metric, drawn, 100, interval)) for metric in AMOUNTS)
            say(row(interval, *missed))
        say("\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("samples", type=int, nargs="?", default=2000)
    main(**vars(parser.parse_args()))
