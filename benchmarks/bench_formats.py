"""Hands read per second in one thread, beside ``json.loads`` of the same lines, for each format of one hand in many messages.

What is read is checked and in a frame; ``json.loads`` gives dictionaries of which nobody knows yet what they mean. Run
``python benchmarks/bench_formats.py`` for the ratios, or ``pytest benchmarks/bench_formats.py --benchmark-enable`` for the statistics.
"""

from __future__ import annotations

import io
import json
import sys
import time
from pathlib import Path

import pytest

from ofc_analytics.formats import read_all

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from blockpoker_logs import blockpoker_lines, replay
from kkpoker_logs import joker_hands, kkpoker_log
from logs import arena_hand, arena_log, ofc_hand, ofc_log
from pine_logs import pine_log, played_hands
from settled import settled_hands
from swc_logs import swc_log, swc_messages

HANDS = 300
ROUNDS = 3
FRAME = b"42/poker/,"


def logs():
    """The same number of hands in each format, as bytes."""
    return {
        "ofc-json": ofc_log(*(ofc_hand(number, session="night", hand_no=number) for number in range(HANDS))),
        "poker-arena": arena_log(*(line for number in range(HANDS) for line in arena_hand(number))),
        "blockpoker": blockpoker_lines(map(replay, settled_hands(range(HANDS), unit=100))),
        "pppoker-pine": pine_log(played_hands(HANDS)),
        "swc": swc_log(swc_messages(settled_hands(range(HANDS)))),
        "kkpoker-state": kkpoker_log(joker_hands(HANDS)),
    }


def plain(log):
    """Decode every line, and what a frame of a socket carries in it."""
    for line in log.splitlines():
        if line.startswith(FRAME):
            json.loads(json.loads(line[len(FRAME) :])[1])
        else:
            json.loads(line)


def whole(log, name):
    """Read every hand of a log."""
    hands, _ = read_all(io.BytesIO(log), input_format=name)
    assert hands.height == HANDS


@pytest.mark.parametrize("name", logs())
def test_hands_of_a_format(benchmark, name):
    benchmark(whole, logs()[name], name)


def best(work, *arguments):
    """Hands a second, of the quickest round; the time of this process alone, whatever else goes on."""
    spent = []
    for _ in range(ROUNDS):
        began = time.process_time()
        work(*arguments)
        spent.append(time.process_time() - began)
    return HANDS / min(spent)


def main():
    """Print a line a format."""
    for name, log in logs().items():
        read, decoded = best(whole, log, name), best(plain, log)
        print(
            f"{name:14} {read:7,.0f} hands/s, {read / decoded:5.2f} times json.loads ({len(log) // HANDS:,} bytes a hand)"
        )


if __name__ == "__main__":
    main()
