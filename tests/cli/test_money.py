"""What `ofc settle` says of money when stacks, limits and the order of payment decide it."""

from __future__ import annotations

import json

import pytest

HEADER = "hand,button,player,stack,top,middle,bottom\n"
BOARDS = {
    "Anna": "2c 4h 6d,Ks Qh Th 6c 3s,Ad Kd Tc 6s 3d",
    "Boris": "2s 3h 5d,Kc Qd 9h 5c 2h,Ah Kh 9c 5s 2d",
    "Vera": "7c 4s 8d,Jc Js 9s 8s 4c,Qc Qs 8h 7h 3c",
}
"""Anna scoops Boris, and Vera, who has the button, scoops both: 6 points each."""


@pytest.fixture
def night(tmp_path):
    def write(**stacks):
        lines = [
            f"1,{'x' if name == 'Vera' else ''},{name},{stack},{BOARDS[name]}"
            for name, stack in stacks.items()
        ]
        file = tmp_path / "night.csv"
        file.write_text("unit,10\n" + HEADER + "\n".join(lines) + "\n", encoding="utf-8")
        return file

    return write


def settled(ofc, file, *options):
    run = ofc("settle", file, "--format", "json", *options)
    assert run.returncode == 0, run.stderr
    (line,) = run.stdout.splitlines()
    return json.loads(line)


def test_a_pair_is_written_out_in_full(ofc, night):
    (pair,) = settled(ofc, night(Anna=1000, Boris=45))["pairs"]
    assert pair == {
        "seats": [1, 2],
        "rows": [1, 1, 1],
        "row_points": 3,
        "scoop": 3,
        "royalties": 0,
        "other": 0,
        "points": 6,
        "due": "60.00",
        "paid": "45.00",
    }


def test_settle_and_score_write_the_same_object(ofc, night):
    from_sheet = settled(ofc, night(Anna=1000, Boris=45))
    boards = [BOARDS[name].replace(",", " / ") for name in ("Anna", "Boris")]
    scored = json.loads(
        ofc(
            "score", *boards, "--names", "Anna,Boris", "--unit", "10", "--stacks", "1000,45", "--button", "2",
            "--format", "json",
        ).stdout
    )  # fmt: skip
    assert {**from_sheet, "hand": None} == {**scored, "hand": None}


@pytest.mark.parametrize(
    ("stacks", "options", "nets"),
    [
        ((20, 20, 0), (), ["20.00", "-20.00", "0.00"]),
        ((5, 20, 0), (), ["5.00", "-5.00", "0.00"]),
        ((5, 20, 0), ("--set", "payout.win_cap=none"), ["20.00", "-20.00", "0.00"]),
        ((20, 20, 0), ("--set", "payout.loss_limit=1"), ["10.00", "-10.00", "0.00"]),
        ((20, 20, 100), (), ["-20.00", "-20.00", "40.00"]),
        ((20, 20, 100), ("--set", "payout.order=payer-major"), ["-20.00", "-20.00", "40.00"]),
    ],
)
def test_caps_and_limits_decide_who_is_paid(ofc, night, stacks, options, nets):
    hand = settled(ofc, night(**dict(zip(BOARDS, stacks, strict=True))), *options)
    assert [player["net"] for player in hand["players"]] == nets


def test_gross_payment_takes_the_last_chip_before_the_royalties(ofc, tmp_path):
    """Boris loses two rows to one and has aces on top: net he wins 8, gross his one chip goes first and he is out."""
    rows = (
        "1,Anna,100,7h 6h 2c,Kc Kd 5c 5d 2h,Jc Jd Jh 6s 4h\n"
        "1,Boris,1,Ac Ad 2s,8c 8d 4c 4d 3h,Tc Td 9c 9d 3s\n"
    )
    file = tmp_path / "night.csv"
    file.write_text("unit,1\nhand,player,stack,top,middle,bottom\n" + rows, encoding="utf-8")
    nets = [
        settled(ofc, file, "--set", f"payout.basis={basis}", "--set", "payout.win_cap=none")["players"][1][
            "net"
        ]
        for basis in ("net", "gross")
    ]
    assert nets == ["8.00", "-1.00"]
