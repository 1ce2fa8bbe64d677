"""Seconds, memory and size of a report: ``python benchmarks/bench_report.py --hands 100000``.

The hands are generated, one in a thousand with a claim that does not stand, and one player sits in all of them. They are
reported from their log, from an archive they were imported into, and of that player; it fails where one of these takes
longer than `SECONDS`.
Processor time is told beside it, which other work on the machine does not change.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HANDS = 100_000
SECONDS = 30
NAME = "Anna"
_OFC = Path(sys.executable).with_name("ofc")


def run(*arguments):
    """A command's seconds by the clock and of the processor, and the most memory that it held, in MB."""
    started = time.perf_counter()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen([_OFC, *map(str, arguments)], stdout=said, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        assert process.returncode in {0, 1}, said.read()[-2000:]
    return {
        "seconds": round(seconds, 1),
        "of the processor": round(usage.ru_utime + usage.ru_stime, 1),
        "most memory, MB": round(usage.ru_maxrss / 1024),
    }


def name_the_first(log):
    """Seat one player in every hand: those that are generated leave after some dozens."""
    hands = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    for hand in hands:
        hand["players"][0]["name"] = NAME
    log.write_text("".join(f"{json.dumps(hand, ensure_ascii=False)}\n" for hand in hands), "utf-8")


def reported(page, *arguments):
    """A report's costs, and the size of its page."""
    costs = run("report", *arguments, "--output", page)
    return costs | {"page, MB": round(page.stat().st_size / 1e6, 1)}


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--hands", type=int, default=HANDS)
    hands = arguments.parse_args().hands
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        log, archive = folder / "hands.jsonl", folder / "club.duckdb"
        run("generate", "--hands", hands, "--seed", 8, "--fault", "points=0.001", "--output", log)
        name_the_first(log)
        run("import", log, "--archive", archive)
        told = {
            "from the log": reported(folder / "log.html", log),
            "from the archive": reported(folder / "archive.html", archive),
            "of one player": reported(folder / "player.html", archive, "--player", NAME),
        }
    print(json.dumps({"hands": hands} | told, indent=1))
    if slow := [what for what, costs in told.items() if costs["seconds"] > SECONDS]:
        sys.exit(f"longer than {SECONDS} seconds: {', '.join(slow)}")


if __name__ == "__main__":
    main()
