"""In a notebook a receipt was a wall of bytes."""

from __future__ import annotations

import ofc_analytics as ofc_python

ANNA = "Qc Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d"
BORIS = "Ac 8c 6s / Td Ts 9s 4c 3c / Js Jh 7d 5s 4h"


def test_a_receipt_shows_itself(ofc):
    slip = ofc_python.score([ANNA, BORIS], names=["Anna", "Boris"], unit=10)
    assert repr(slip) == "Receipt(hand=None, rules='american-pineapple', points={'Anna': 13, 'Boris': -13})"
    assert f"{slip.text()}\n" == ofc("score", ANNA, BORIS, "--names", "Anna,Boris", "--unit", "10").stdout
    assert slip._repr_html_().startswith("<pre>Hand · rules american-pineapple")


def test_a_name_is_no_markup():
    slip = ofc_python.score(ANNA, names=["<script>alert(1)</script>"])
    assert "<script>" not in slip._repr_html_()
    assert "&lt;script&gt;" in slip._repr_html_()
