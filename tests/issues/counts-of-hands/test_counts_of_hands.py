"""The summary counted messages as hands: "6 problems kept hands out" where two hands were left out."""

from __future__ import annotations

from pathlib import Path

NIGHT = Path(__file__).with_name("night.jsonl")


def test_every_hand_that_was_read_is_settled_a_duplicate_or_left_out(ofc):
    run = ofc("settle", NIGHT)
    assert run.returncode == 1
    assert "4 hands read: 1 settled under american-pineapple, 1 duplicate, 2 left out." in run.stdout
    problems = [line for line in run.stderr.splitlines() if not line.startswith("note: ")]
    assert len(problems) > 2  # hand 2 has the same card four times
    assert f"\n{len(problems)} errors, 0 warnings, 1 note.\n" in run.stdout
