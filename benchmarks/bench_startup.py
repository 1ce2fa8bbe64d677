"""CPU seconds of a fresh process: what `ofc score` and its parts cost beside a bare import of numpy.

Run ``python benchmarks/bench_startup.py``. Of several processes the cheapest counts: another program can only
add to a time.
"""

from __future__ import annotations

import subprocess
import sys

RUNS = 5
BOARDS = (
    "Qc Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d",
    "Ac 8c 6s / Td Ts 9s 4c 3c / Js Jh 7d 5s 4h",
)
CLOCK = "import time; {before}; start = time.process_time(); {timed}; print(time.process_time() - start, file=__import__('sys').stderr)"
MEASURED = {
    "import numpy": ("pass", "import numpy"),
    "evaluation tables": (
        "import numpy; import ofc_analytics.cards",
        "from ofc_analytics import evaluation; evaluation.evaluate_boards(numpy.arange(13, dtype='u1')[None])",
    ),
    "load and compile a rule set": (
        "import numpy, pydantic",
        "from ofc_analytics.rules import load_rules; load_rules('progressive-pineapple').tables",
    ),
    "ofc score, all of it": (
        "import sys",
        f"sys.argv = ['ofc', 'score', *{BOARDS!r}]\nfrom ofc_analytics.cli import main\ntry: main()\nexcept SystemExit: pass\n",
    ),
}


def cpu_seconds(before, timed):
    code = CLOCK.format(before=before, timed="pass").replace("pass; print", f"exec({timed!r}); print")
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        for _ in range(RUNS)
    ]
    return min(float(run.stderr.splitlines()[-1]) for run in runs)


def main():
    bare = None
    for name, (before, timed) in MEASURED.items():
        seconds = cpu_seconds(before, timed)
        bare = bare or seconds
        print(f"{name:<30} {seconds * 1000:7.1f} ms of CPU, {seconds / bare:5.2f} times the import of numpy")


if __name__ == "__main__":
    main()
