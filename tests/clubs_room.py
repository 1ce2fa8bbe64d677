"""Clubs of simulated players as frames of `Results`, thousands of hands at once.

Players differ in how strong their rows are, how often they foul and what royalties they make. They sit down at tables side by
side, an occasion an hour. Cards stand for nothing: points are made of rows, scoops, royalties and fouls.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
import polars as pl

from ofc_analytics.schema import RESULTS

_START = datetime(2026, 1, 5, 18, tzinfo=UTC)
_SOURCE = {
    "file": "club.log",
    "sha256": "0" * 64,
    "sheet": None,
    "line": None,
    "parser": "none",
    "version": "0",
}


@dataclass(frozen=True)
class Plant:
    """What players 0 and 1 do together; each is a share of hands, a shift of strength, or a share of occasions."""

    dump: float = 0.0
    """1 fouls on purpose in this share of the hands with 0."""
    alone: bool = True
    """It is done at tables of two only."""
    soft: float = 0.0
    """1 plays weaker rows against 0."""
    team: float = 0.0
    """Both play stronger rows when they sit with a third."""
    together: float = 0.0
    """1 follows 0 to his table."""


FAIR = Plant()


def club(
    seed,
    *,
    players=12,
    occasions=40,
    tables=3,
    hands=(20, 60),
    spread=0.3,
    sizes=(2, 3),
    plant=FAIR,
    times=True,
    even=False,
    alike=False,
    games=1,
):
    """A club's results.

    `spread` is the standard deviation of skill in that of a row: at 0.3 the best and the worst are some three points a hand apart.
    All come as often with `even`, and are the same player with `alike`. Of two `games` the second is played wherever two sit
    together who like it; there all points are worth three times as much, fouls come more often, and others are good.
    """
    rng = np.random.default_rng([seed, 7])
    skills = [_Skills(rng, players, spread, alike=alike) for _ in range(games)]
    zeal = np.full(players, 0.8) if even else rng.uniform(0.3, 1, players)  # how often each comes
    seats = [(hour, *seat) for hour in range(occasions) for seat in _seating(rng, zeal, tables, sizes, plant)]
    likes = np.triu(rng.random((players, players)) < 0.2, 1) if games == 2 else np.zeros((players, players))
    frames = []
    for size in sizes:
        for game, skill in enumerate(skills):
            chosen = [
                (hour, table, who)
                for hour, table, who in seats
                if len(who) == size and likes[np.ix_(who, who)].any() == game
            ]
            if chosen:
                frames.append(_results(rng, skill, chosen, hands, plant, times=times, game=game))
    return pl.concat(frames).sort("table", "hand_no").select(RESULTS.names())


class _Skills:
    def __init__(self, rng, players, spread, *, alike):
        level = rng.normal(0, spread, players)
        apart = 1 - alike
        self.rows = level
        self.foul = np.clip(0.24 - 0.1 * level + apart * rng.normal(0, 0.04, players), 0.03, 0.6)
        self.royalties = np.clip(4 + level + apart * rng.normal(0, 0.4, players), 0.5, 10)
        self.entry = np.clip(0.2 + 0.06 * level, 0.02, 0.5)


def _seating(rng, zeal, tables, sizes, plant):
    """Tables of one occasion: their numbers and who sits there."""
    wanted = rng.choice(sizes, tables)
    there = rng.permutation(np.flatnonzero(rng.random(len(zeal)) < zeal))
    if {0, 1} <= set(there[: wanted.sum()]) and rng.random() < plant.together:
        where = np.flatnonzero(there == 0)[0]
        table = np.searchsorted(wanted.cumsum(), where, side="right")
        start = wanted.cumsum()[table] - wanted[table]
        to = start if where != start else start + 1
        at = np.flatnonzero(there == 1)[0]
        if to < len(there):
            there[[to, at]] = there[[at, to]]
    cuts = wanted.cumsum()
    return [
        (number, there[cut - size : cut])
        for number, (cut, size) in enumerate(zip(cuts, wanted, strict=True))
        if cut <= len(there)
    ]


def _results(rng, skill, chosen, hands, plant, *, times, game):
    counts = rng.integers(*hands, len(chosen), endpoint=True)
    who = np.repeat(np.array([one for _, _, one in chosen]), counts, axis=0)
    n, k = who.shape
    number = np.concatenate([np.arange(count) for count in counts])
    entry = rng.random((n, k)) < skill.entry[who]
    inside = np.roll(entry, 1, axis=0) & (number > 0)[:, None]
    both = (who == 0).any(axis=1) & (who == 1).any(axis=1)
    loser = (who == 1) & both[:, None] & ((k == 2) | (not plant.alone))
    pair = np.isin(who, [0, 1]) & both[:, None] & (k > 2)
    foul = (rng.random((n, k)) < skill.foul[who] + 0.15 * game) & ~inside | (
        loser & ~inside & (rng.random((n, k)) < plant.dump)
    )
    level = skill.rows[who] + inside - plant.soft * loser + plant.team * pair
    strength = level[:, :, None] + rng.normal(0, 1, (n, k, 3))
    royalties = np.floor(rng.gamma(0.8, (skill.royalties[who] + 5 * inside) / 0.8)).astype(np.int64) * ~foul
    first, second = np.triu_indices(k, 1)
    rows = np.sign(strength[:, first] - strength[:, second]).astype(np.int64)
    rows = np.where(foul[:, first, None], -1, np.where(foul[:, second, None], 1, rows))
    rows = np.where((foul[:, first] & foul[:, second])[:, :, None], 0, rows)
    worth = 1 + 2 * game
    line = worth * rows.sum(axis=2)
    scoop = np.where(np.abs(line) == 3 * worth, line, 0)
    extra = worth * (royalties[:, first] - royalties[:, second])
    points = line + scoop + extra
    totals = np.zeros((n, k), dtype=np.int64)
    for column, (a, b) in enumerate(zip(first, second, strict=True)):
        totals[:, a] += points[:, column]
        totals[:, b] -= points[:, column]
    table = [f"{hour:04d}-{table}" for hour, table, _ in chosen]
    begin = np.repeat([hour for hour, _, _ in chosen], counts)
    seconds = begin * 86_400 + number * 50
    names = np.char.add("P", np.char.zfill(who.astype(str), 2))
    flat = pl.DataFrame(
        {
            "seat": np.tile(np.arange(1, k + 1), n),
            "name": names.reshape(-1),
            "in_fantasyland": 14 * inside.reshape(-1),
            "foul": foul.reshape(-1),
            "royalties": royalties.reshape(-1),
            "fantasyland": 14 * entry.reshape(-1),
            "points": totals.reshape(-1),
            "net": 100 * totals.reshape(-1),
        }
    )
    between = pl.DataFrame(
        {
            "first": np.tile(first + 1, n),
            "second": np.tile(second + 1, n),
            "row_points": line.reshape(-1),
            "scoop": scoop.reshape(-1),
            "royalties": extra.reshape(-1),
            "other": np.zeros(extra.size, dtype=np.int64),
            "points": points.reshape(-1),
            "due": 100 * points.reshape(-1),
            "paid": 100 * points.reshape(-1),
        }
    )
    labels = np.repeat(table, counts)
    ids = np.char.add(np.char.add(labels, "-"), number.astype(str))
    frame = pl.DataFrame(
        {
            "hand_id": ids,
            "content_hash": ids,
            "native_id": ids,
            "room": ["club"] * n,
            "table": labels,
            "hand_no": number,
            "started_at": [_START + timedelta(seconds=int(one)) for one in seconds] if times else [None] * n,
            "rules": [("american-pineapple", "house")[game]] * n,
            "fingerprint": [str(game) * 12] * n,
            "unit": [100] * n,
            "currency": ["EUR"] * n,
            "exponent": [2] * n,
            "jokers": [0] * n,
            "deferred": [False] * n,
            "chain_broken": [False] * n,
            "fantasyland_known": [True] * n,
            "players": _nested(flat, RESULTS["players"], k),
            "pairs": _nested(between, RESULTS["pairs"], len(first)),
            "source": [_SOURCE] * n,
        }
    )
    return _filled(frame, RESULTS)


def _nested(flat, dtype, size):
    rows = _filled(flat, pl.Schema(dtype.inner.to_schema()))
    return rows.to_struct().reshape((len(rows) // size, size)).arr.to_list()


def _filled(frame, schema):
    """Columns that are told nothing of are null, or as empty as their type allows."""
    return frame.select(
        pl.col(name).cast(dtype) if name in frame.columns else _empty(dtype).alias(name)
        for name, dtype in schema.items()
    )


def _empty(dtype):
    if isinstance(dtype, pl.Array):
        return pl.lit([0] * dtype.size, dtype)
    if isinstance(dtype, pl.Struct):
        return pl.struct(pl.lit(None, field.dtype).alias(field.name) for field in dtype.fields)
    return pl.lit(None, dtype)
