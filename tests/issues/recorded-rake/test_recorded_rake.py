"""A claim that differed by the rake which the source recorded was shown as a riddle."""

from __future__ import annotations

from pathlib import Path

HAND = Path(__file__).with_name("hand.jsonl")
REASON = "Anna's money is the same before rake: the source took 5.00, these rules take 0.00"


def test_the_receipt_names_the_rake_that_makes_the_difference(ofc):
    run = ofc("explain", HAND, "--hand", "raked")
    assert run.returncode == 1
    assert "DOES NOT AGREE: claimed net -35.00" in run.stdout
    assert REASON in run.stdout


def test_another_difference_is_not_put_down_to_rake(ofc, tmp_path):
    file = tmp_path / "hand.jsonl"
    file.write_text(HAND.read_text(encoding="utf-8").replace('"-35"', '"-36"'), encoding="utf-8")
    assert "before rake" not in ofc("explain", file, "--hand", "raked").stdout
