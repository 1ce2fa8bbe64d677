"""Ten thousand lines of one hand, or of a total with a slip, took minutes: each line was held against all others."""

from __future__ import annotations

import subprocess
import sys

import pytest

LINES = 10_000
SIGNS = [1 if place % 2 else -1 for place in range(1, LINES + 1)]
SHEETS = {
    "one hand": "unit,1\nhand,player,points\n"
    + "".join(f"1,P{place},{sign}\n" for place, sign in enumerate(SIGNS)),
    "a slip": "unit,1\nplayer,points\nslip,x\n"
    + "".join(f"P{place},{sign}\n" for place, sign in enumerate(SIGNS)),
    "totals": "player,buy-in,cash-out\n"
    + "".join(f"P{place},1,1\ntotal,{place + 1},{place + 1}\n" for place in range(LINES // 2)),
}
SCRIPT = """
import io, resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
from ofc_analytics.formats import read_night
print(read_night(sys.stdin.buffer).entries.height)
"""


@pytest.mark.parametrize("name", SHEETS)
def test_time_grows_with_the_lines(name):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], input=SHEETS[name], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, f"{LINES}\n"), done.stderr
