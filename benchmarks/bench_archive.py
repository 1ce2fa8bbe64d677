"""Import rate, size and query time of an archive: ``python benchmarks/bench_archive.py --hands 1000000``.

The logs are ofc-json: sessions of generated hands, repeated under other names until there are enough. Rates are told
beside what plain reading of the same logs takes on the same machine.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from itertools import count, islice
from pathlib import Path

from ofc_analytics.archive import open_archive
from ofc_analytics.generate import generate
from ofc_analytics.generate.lines import ofc_json

GENERATED = 10_000
A_FILE = 10_000
_OFC = Path(sys.executable).with_name("ofc")


def write_logs(folder, hands):
    """Files of so many hands in all, each session under a name of its own."""
    lines = b"".join(map(ofc_json, generate(hands=min(GENERATED, hands), seed=1))).splitlines(keepends=True)
    left = hands
    for number in count():
        if left <= 0:
            return
        renamed = (line.replace(b'"session":"', b'"session":"%d-' % number, 1) for line in lines)
        (folder / f"log-{number:04d}.jsonl").write_bytes(b"".join(islice(renamed, min(A_FILE, left))))
        left -= A_FILE


def timed(work):
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--hands", type=int, default=100_000)
    hands = arguments.parse_args().hands
    with tempfile.TemporaryDirectory() as scratch:
        logs = Path(scratch, "logs")
        logs.mkdir()
        write_logs(logs, hands)
        size = sum(file.stat().st_size for file in logs.iterdir())
        first = next(iter(sorted(logs.iterdir())))
        reading, _ = timed(lambda: subprocess.run([_OFC, "stats", first], check=False, capture_output=True))
        archive = open_archive(Path(scratch, "club.duckdb"))
        command = [_OFC, "import", logs, "--archive", archive.path]
        seconds, done = timed(lambda: subprocess.run(command, check=False, capture_output=True, text=True))
        assert f"added {hands} " in done.stderr, done.stderr[-2000:]
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        again, _ = timed(lambda: subprocess.run(command, check=True, capture_output=True))
        [name] = archive.sql("SELECT name FROM players ORDER BY name LIMIT 1").to_series()
        [(start, end)] = archive.sql("SELECT min(started_at), max(started_at) FROM hands").rows()
        some, found = timed(lambda: archive.hands(player=name, since=start + 0.9 * (end - start)))
        counted, _ = timed(lambda: archive.sql("SELECT room, count(*) FROM current_hands GROUP BY room"))
        checked, findings = timed(lambda: archive.check(quick=True))
        assert findings == []
        told = {
            "hands": hands,
            "logs, MB": round(size / 1e6),
            "import, hands a second": round(hands / seconds),
            "import, times the rate of ofc stats on one of the files": round(
                hands / seconds / (min(A_FILE, hands) / reading), 2
            ),
            "the same again, seconds": round(again, 1),
            "largest process, MB": round(peak),
            "archive, MB": round(archive.path.stat().st_size / 1e6),
            "archive, bytes a hand": round(archive.path.stat().st_size / hands),
            f"hands of one player in a tenth of the time ({found.height}), seconds": round(some, 2),
            "hands by room in SQL, seconds": round(counted, 2),
            "quick check, seconds": round(checked, 2),
        }
    print(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
