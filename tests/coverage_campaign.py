"""How often intervals hold the truth, in simulated play whose hands depend on each other through Fantasyland.

Run as ``python tests/coverage_campaign.py [samples]``; its tables stand in docs/statistics.md.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys

import numpy as np

from ofc_analytics.statistics.intervals import (
    TUNED_FOR,
    clustered_mean,
    clustered_wilson,
    confidence_sequence,
    mean_interval,
    wilson,
)

NIGHT = 60
FOULS = 0.15
METRICS = ("win rate", "foul rate", "in Fantasyland", "entry rate", "stay rate")


@dataclasses.dataclass(frozen=True)
class Play:
    """Equal players, each of whom enters and stays in Fantasyland by himself.

    With the chances of `MEASURED` the points of neighbouring hands correlate by 0.24, those one apart by -0.03, and a
    chain has 1.63 hands: what a long series between two strong players showed. One hand in 25 has three times the
    usual spread, so that tails are heavy.
    """

    players: int = 2
    entry: float = 0.25
    stay: float = 0.10
    edge: float = 0.0  # what the player we look at wins a hand by skill
    moods: float = 0.0  # standard deviation of what a night adds to that

    @property
    def share(self):
        return self.entry / (self.entry + 1 - self.stay)

    def truths(self):
        outside = 1 - self.share
        values = (self.edge, FOULS * outside, self.share, self.entry, self.stay)
        return dict(zip(METRICS, values, strict=True))


MEASURED = Play()
PLAYS = {
    "two players": MEASURED,
    "two, who enter seldom": Play(entry=0.10),
    "two, who stay long": Play(stay=0.50),
    "three players": Play(players=3, entry=0.20),
}


@dataclasses.dataclass(frozen=True)
class Sample:
    """What one player's hands were like; every array is (samples, hands)."""

    play: Play
    points: np.ndarray
    inside: np.ndarray
    earned: np.ndarray
    foul: np.ndarray
    nobody: np.ndarray

    def counts(self, metric):
        """What happened and what could have, hand by hand."""
        every, outside = np.ones_like(self.inside), ~self.inside
        return {
            "win rate": (self.points, every),
            "foul rate": (self.foul, every),
            "in Fantasyland": (self.inside, every),
            "entry rate": (self.earned & outside, outside),
            "stay rate": (self.earned & self.inside, self.inside),
        }[metric]

    def clusters(self, kind):
        """Cluster of each hand. A night begins a new chain, as a session does."""
        hands = np.arange(self.points.shape[1])
        if kind == "hand":
            return np.broadcast_to(hands, self.points.shape)
        if kind == "session":
            return np.broadcast_to(hands // NIGHT, self.points.shape)
        return np.cumsum(self.nobody | (hands % NIGHT == 0), axis=1)


def simulate(play, samples, hands, seed):
    """Hands in a row, beginning wherever play may be: perhaps in somebody's Fantasyland."""
    rng = np.random.default_rng(seed)
    shape = (samples, play.players)
    inside = rng.random(shape) < play.share
    points = np.empty((samples, hands))
    mine, earned, nobody = (np.empty((samples, hands), dtype=bool) for _ in range(3))
    for hand in range(hands):
        if hand % NIGHT == 0:
            mood = play.edge + play.moods * rng.standard_normal(samples)
        following = rng.random(shape) < np.where(inside, play.stay, play.entry)
        spread = np.where(inside, 6.0, 5.0) * np.where(rng.random(shape) < 0.04, 3.0, 0.8165)
        score = spread * rng.standard_normal(shape) + 14 * inside + 12 * (following & ~inside)
        points[:, hand] = np.rint(play.players * score[:, 0] - score.sum(axis=1) + mood)
        mine[:, hand], earned[:, hand], nobody[:, hand] = inside[:, 0], following[:, 0], ~inside.any(axis=1)
        inside = following
    foul = ~mine & (rng.random(points.shape) < FOULS)
    return Sample(play, points, mine, earned, foul, nobody)


def totals(sample, metric, kind):
    """Sum, size, sample and night of every cluster that had a chance, in order of nights."""
    happened, chances = sample.counts(metric)
    clusters = sample.clusters(kind)
    groups, hands = np.indices(clusters.shape, sparse=True)
    width = clusters.max() + 1
    cell = (groups * width + clusters).ravel()
    total, size = (np.bincount(cell, counts.ravel(), len(groups) * width) for counts in (happened, chances))
    night = np.zeros(len(total), dtype=np.intp)
    night[cell] = np.broadcast_to(hands // NIGHT, clusters.shape).ravel()
    some = np.flatnonzero(size)
    some = some[np.argsort(night[some], kind="stable")]
    return total[some], size[some], some // width, night[some]


def held(sample, metric, kind):
    """Of the samples that have a 95 % interval: the share in which it holds the truth, and half its mean width."""
    clusters = totals(sample, metric, kind)[:3]
    if metric == "win rate":
        low, high = mean_interval(clustered_mean(*clusters))
    elif kind == "hand":
        happened, chances = sample.counts(metric)
        low, high = wilson(happened.sum(axis=1), chances.sum(axis=1))
    else:
        low, high = clustered_wilson(*clusters)
    known, truth = ~np.isnan(low), sample.play.truths()[metric]
    return np.mean(((low <= truth) & (truth <= high))[known]), np.mean((high - low)[known]) / 2


def ever_missed(sample, metric, *, tuned_for):
    """Share of the histories in which the interval misses the truth at the end of one night or another."""
    truth = sample.play.truths()[metric]
    *clusters, night = totals(sample, metric, "chain")
    missed = np.zeros(len(sample.points), dtype=bool)
    for seen in np.searchsorted(night, np.arange(1, night[-1] + 2)):
        played = [column[:seen] for column in clusters]
        if metric != "win rate":
            low, high = clustered_wilson(*played, tuned_for=tuned_for)
        elif tuned_for is None:
            low, high = mean_interval(clustered_mean(*played))
        else:
            low, high = confidence_sequence(clustered_mean(*played), tuned_for=tuned_for)
        missed[: len(low)] |= (truth < low) | (high < truth)
    return missed.mean()


def autocorrelation(sample, lag):
    points = sample.points - sample.play.edge
    return np.mean(points[:, lag:] * points[:, :-lag]) / np.mean(points**2)


def table(*head):
    return row(*head) + row(*["---"] * len(head))


def row(*cells):
    return (
        "| " + " | ".join(f"{cell:.1%}" if isinstance(cell, float) else str(cell) for cell in cells) + " |\n"
    )


def shares(sample, kind):
    return [float(held(sample, metric, kind)[0]) for metric in METRICS]


def main(samples):
    say = sys.stdout.write
    say(table("play", "entry", "stay", "hands", "counted by", *METRICS))
    for name, play in PLAYS.items():
        for hands in (1000, 3000):
            sample = simulate(play, samples, hands, [hands, 1])
            for kind in ("hand", "chain", "session"):
                rates = (f"{rate:.0%}" for rate in (play.entry, play.stay))
                say(row(name, *rates, hands, kind, *shares(sample, kind)))

    say("\n" + table("hands", "chains", *METRICS))
    for hands in (15, 30, 60, 120, 240, 480):
        sample = simulate(MEASURED, samples, hands, [hands, 2])
        say(row(hands, round(hands * sample.nobody.mean()), *shares(sample, "chain")))

    say("\n" + table("hands", "sessions", *METRICS))
    for nights in (3, 5, 10, 15, 30):
        sample = simulate(MEASURED, samples, nights * NIGHT, [nights, 3])
        say(row(nights * NIGHT, nights, *shares(sample, "session")))

    say("\n" + table("nights that differ by", "counted by", *METRICS[:1]))
    for moods in (0.5, 1.0, 1.5):
        sample = simulate(Play(moods=moods), samples, 3000, 4)
        for kind in ("hand", "chain", "session"):
            say(row(f"{moods} points", kind, float(held(sample, METRICS[0], kind)[0])))

    say("\n" + table("play", "interval at every look", *METRICS))
    for name, play in PLAYS.items():
        sample = simulate(play, samples, 100 * NIGHT, 5)
        for interval, tuned_for in (("ordinary", None), ("sequence", TUNED_FOR)):
            missed = (float(ever_missed(sample, metric, tuned_for=tuned_for)) for metric in METRICS)
            say(row(name, interval, *missed))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("samples", type=int, nargs="?", default=2000)
    main(**vars(parser.parse_args()))
