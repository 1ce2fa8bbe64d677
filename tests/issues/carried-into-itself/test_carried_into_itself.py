"""Balances that a night was closed with were added to the same night once more, and it was paid twice over."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent
NIGHT = (HERE / "night.csv").read_text("utf-8")


@pytest.fixture
def nights(ofc, tmp_path):
    """Carry the balances of one night out, and start another one from them."""

    def carried(first, second):
        for name, text in (("first.csv", first), ("second.csv", second)):
            (tmp_path / name).write_text(text, encoding="utf-8")
        closed = ofc("ledger", "first.csv", "--carry", "carried.csv", cwd=tmp_path)
        assert closed.returncode == 0, closed.stderr
        return ofc("ledger", "second.csv", "--entries", "carried.csv", cwd=tmp_path)

    return carried


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (NIGHT, NIGHT),
        (NIGHT, NIGHT.replace("2,3,-3", "2,4,-4")),
        (NIGHT.replace("session,27.11.2026", "date,2026-11-27"), NIGHT),
        (NIGHT.replace(",session,27.11.2026", ""), NIGHT.replace(",session,27.11.2026", "")),
    ],
    ids=["again", "put right later", "the day in another spelling", "without a session"],
)
def test_they_are_refused(nights, first, second):
    run = nights(first, second)
    assert (run.returncode, run.stdout) == (2, "")
    assert "ofc: carried.csv: these balances were carried out of a night that is added up here" in run.stderr


@pytest.mark.parametrize(
    "second",
    [NIGHT.replace("27.11", "28.11"), NIGHT.replace(",session,27.11.2026", "").replace("2,3,-3", "2,4,-4")],
    ids=["another day", "other hands without a session"],
)
def test_another_night_starts_from_them(nights, second):
    first = NIGHT if "session" in second else NIGHT.replace(",session,27.11.2026", "")
    run = nights(first, second)
    assert run.returncode == 0, run.stderr
    assert "carried +8.00" in run.stdout
