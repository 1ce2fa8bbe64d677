"""A whole hand copied under another number, and a night given in two formats, passed for more play than there was."""

from __future__ import annotations

import json

from logs import arena_hand, arena_log, ofc_hand, ofc_log

import ofc_analytics as ofc_lib


def copied(ofc, *paths):
    run = ofc("audit", *paths, "--format", "json")
    return [one for one in map(json.loads, run.stdout.splitlines()) if one["code"] == "hand-copied"]


def test_both_places_are_named(ofc, tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_bytes(
        ofc_log(*(ofc_hand(seed, session="S") for seed in (1, 2, 3)), ofc_hand(2, session="S", id="H9"))
    )
    [one] = copied(ofc, log)
    assert (one["hand"], one["severity"], one["line"]) == ("H9", "warning", 4)
    assert f"hand H2 ({log}, line 2)" in one["reason"]


def test_other_names_and_another_order_within_rows_do_not_hide_it(ofc, tmp_path):
    hand = ofc_hand(2)
    for player in hand["players"]:
        player["name"] += " again"
        player["middle"] = " ".join(reversed(player["middle"].split()))
    log = tmp_path / "log.jsonl"
    log.write_bytes(ofc_log(ofc_hand(2), hand | {"id": "H9", "players": hand["players"][::-1]}))
    assert len(copied(ofc, log)) == 1


def test_one_player_with_the_same_cards_is_no_copy(ofc, tmp_path):
    hand = ofc_hand(2)
    hand["players"][1] = ofc_hand(2, players=3)["players"][2] | {"name": hand["players"][1]["name"]}
    log = tmp_path / "log.jsonl"
    log.write_bytes(ofc_log(ofc_hand(2), hand | {"id": "H9"}))
    assert copied(ofc, log) == []


def test_a_night_in_two_formats_is_told_once(ofc, tmp_path):
    arena = tmp_path / "arena.log"
    arena.write_bytes(arena_log(*(line for number in (1, 2, 3) for line in arena_hand(number))))
    hands = ofc_lib.read(arena)
    same = tmp_path / "same.jsonl"
    same.write_bytes(
        ofc_log(
            *(
                {"id": f"X{place}", "players": [{"name": one["name"]} | one["rows"] for one in players]}
                for place, players in enumerate(_boards(hands))
            )
        )
    )
    [one] = copied(ofc, arena, same)
    assert one["reason"].startswith(f"3 hands of the file are in {arena} as well, card by card")


def _boards(hands):
    results = ofc_lib.boards(ofc_lib.settle(hands))
    for hand in results.partition_by("hand_id", maintain_order=True):
        yield [
            {"name": row["name"], "rows": {name: row[name] for name in ("top", "middle", "bottom")}}
            for row in hand.iter_rows(named=True)
        ]


def test_every_command_says_so_and_nobody_is_told_to_pay(ofc, tmp_path):
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    money = {"unit": "1", "currency": "EUR", "session": "S"}
    first.write_bytes(ofc_log(*(ofc_hand(seed, **money) for seed in (1, 2))))
    second.write_bytes(ofc_log(*(ofc_hand(seed, **money | {"id": f"X{seed}"}) for seed in (1, 2))))
    for command in ("settle", "stats", "ledger"):
        run = ofc(command, first, second)
        assert f"2 hands of the file are in {first} as well" in run.stderr, command
    assert "nobody is told to pay" in run.stderr
    assert "Not squared" in run.stdout
    assert ofc("ledger", first).returncode == 0
