"""Kill imports at random moments, and see that the archive survives each: ``python tests/kill_archive.py --kills 200``.

After every kill the archive must open, hold whole files only and pass its own check; the import that comes last must
complete it, with no hand lost or doubled.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from archives import sightings, write_folder

from ofc_analytics.archive import open_archive

_OFC = Path(sys.executable).with_name("ofc")


def campaign(folder, kills, *, files=12, hands=150, seed=0, rounds_told=lambda _text: None):
    """Start imports and kill them; begin a new archive whenever one is complete. Gives how many kills met one at work."""
    rng = random.Random(seed)
    told = write_folder(folder / "logs", files, hands)
    whole = _seconds(folder / "logs", folder / "timed.duckdb")
    met = number = 0
    archive = None
    for kill in range(kills):
        if archive is None:
            number += 1
            archive = open_archive(folder / f"{number}.duckdb")
        command = [_OFC, "import", folder / "logs", "--archive", archive.path, "--workers", "1"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(rng.uniform(0.25, 1.0) * whole)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            met += 1
        complete = _inspect(archive, told)
        rounds_told(
            f"kill {kill + 1}: {len(sightings(archive)) if archive.path.exists() else 0} of {files} files"
        )
        if complete:
            archive = None
    if archive is not None:
        _complete(archive, folder / "logs", told)
    return met


def _inspect(archive, told):
    """Whether all files are there; each that is there must be whole."""
    if not archive.path.exists():
        return False
    held = sightings(archive)
    assert held.items() <= told.items(), held
    assert archive.check() == []
    assert archive.hands().height == sum(held.values())
    return held == told


def _complete(archive, logs, told):
    archive.import_files(logs)
    assert sightings(archive) == told
    assert archive.check() == []
    assert archive.hands().height == archive.hands()["hand_id"].n_unique() == sum(told.values())


def _seconds(logs, archive):
    start = time.monotonic()
    subprocess.run(
        [_OFC, "import", logs, "--archive", archive, "--workers", "1"], check=True, capture_output=True
    )
    return time.monotonic() - start


def _say(text):
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--kills", type=int, default=200)
    arguments.add_argument("--seed", type=int, default=0)
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        met = campaign(Path(folder), chosen.kills, seed=chosen.seed, rounds_told=_say)
    _say(
        f"{met} of {chosen.kills} kills met an import at work; every archive was whole, and could be completed"
    )


if __name__ == "__main__":
    main()
