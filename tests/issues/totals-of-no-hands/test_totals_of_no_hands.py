"""Totals that met no hands were dropped without a word, so that they passed for checked."""

from __future__ import annotations

import json

import pytest
from logs import ofc_hand, ofc_log

HEAD = "kind,player,amount,currency,session\n"


def told(ofc, folder, *lines, **hand):
    log, totals = folder / "log.jsonl", folder / "totals.csv"
    log.write_bytes(ofc_log(ofc_hand(3, **({"session": "S", "unit": "1", "currency": "EUR"} | hand))))
    totals.write_text(HEAD + "\n".join(lines), "utf-8")
    run = ofc("audit", log, totals, "--family", "totals", "--format", "json")
    return [
        (one["code"], one["severity"], one["players"], one["reason"])
        for one in map(json.loads, run.stdout.splitlines())
    ]


@pytest.mark.parametrize(
    ("line", "severity", "reason"),
    [
        (
            "result,Zoe,5,EUR,S",
            "warning",
            "Zoe is said to have made 5.00 in session S, and is in none of its hands.",
        ),
        (
            "result,Zoe,5,EUR,S2",
            "note",
            "1 total is told of session S2, and no hand of it was read: they were not compared.",
        ),
        (
            "result,Zoe,5,USD,S",
            "note",
            (
                "1 total is told of session S in USD, for which none of these players is in a hand;"
                " its hands are played for EUR: they were not compared."
            ),
        ),
        (
            "result,Zoe,5,EUR,",
            "warning",
            "Zoe is said to have made 5.00 in session S, and is in none of its hands.",
        ),
    ],
)
def test_each_is_told(ofc, tmp_path, line, severity, reason):
    assert told(ofc, tmp_path, line) == [("total-unmatched", severity, ["Zoe"], reason)]


def test_hands_without_money(ofc, tmp_path):
    [(code, severity, _, reason)] = told(ofc, tmp_path, "result,Anna,5,EUR,S", unit=None)
    assert (code, severity) == ("total-unmatched", "note")
    assert "not all its hands have money" in reason


def test_a_session_is_told_once(ofc, tmp_path):
    [(_, _, players, reason)] = told(ofc, tmp_path, "result,Anna,5,EUR,S2", "result,Zoe,-5,EUR,S2")
    assert players == ["Anna", "Zoe"]
    assert reason.startswith("2 totals are told of session S2")


def test_who_made_nothing_need_not_have_played(ofc, tmp_path):
    assert told(ofc, tmp_path, "result,Zoe,0,EUR,S") == []


def test_a_total_without_a_session_is_of_none_of_two(ofc, tmp_path):
    log, totals = tmp_path / "log.jsonl", tmp_path / "totals.csv"
    log.write_bytes(ofc_log(*(ofc_hand(seed, session=f"S{seed}", unit="1") for seed in (1, 2))))
    totals.write_text(HEAD + "result,Zoe,5,,", "utf-8")
    run = ofc("audit", log, totals, "--family", "totals", "--format", "json")
    [one] = map(json.loads, run.stdout.splitlines())
    assert (one["code"], one["severity"]) == ("total-unmatched", "note")
    assert one["reason"].startswith(
        "1 total is told without a session, and no hand of the same file was read"
    )
