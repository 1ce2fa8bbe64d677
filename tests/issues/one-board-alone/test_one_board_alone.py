"""One board by itself was scored as text and JSON, and failed as CSV and Parquet."""

from __future__ import annotations

import polars as pl
import pytest

from ofc_analytics import boards, pairs, score, settle
from ofc_analytics.schema import RESULTS, frame_from_hands
from ofc_analytics.settlement.receipt_frame import results_of

BOARD = "Qc Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d"
OTHERS = ("Ac 8c 6s / Td Ts 9s 4c 3c / Js Jh 7d 5s 4h", "2c 3h 5c / 4d 6c 7h 8h Th / Ad Jc Jd 5d 6d")


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_one_board_has_one_row(ofc, tmp_path, form):
    file = tmp_path / f"board.{form}"
    run = ofc("score", BOARD, "--format", form, "--output", file)
    assert (run.returncode, run.stderr) == (0, "")
    (row,) = (pl.read_csv(file) if form == "csv" else pl.read_parquet(file)).iter_rows(named=True)
    assert (row["top_hand"], row["royalties"], row["fantasyland"], row["points"]) == (
        "pair of queens", 7, 14, 0,
    )  # fmt: skip


@pytest.mark.parametrize(
    "more", [{}, {"unit": "2.50"}, {"unit": 10, "stacks": ["40", None, "7.77"], "button": 1}]
)
def test_several_boards_have_the_rows_of_settlement(more):
    slip = score([BOARD, *OTHERS], **more)
    results = results_of(slip)
    settled = settle(frame_from_hands([slip.hand]), "american-pineapple")
    assert results.schema == RESULTS
    assert boards(results).equals(boards(settled))
    assert pairs(results).equals(pairs(settled))
