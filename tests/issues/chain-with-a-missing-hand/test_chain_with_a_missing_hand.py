"""A hand that pays a Fantasyland chain was called wrong where hands of the chain were missing, refused or not in the log."""

from __future__ import annotations

import json

import pytest

RULES = "pokerdom-pineapple-000"


@pytest.fixture(scope="module")
def night(ofc, tmp_path_factory):
    """The lines of a clean table, and the places of a chain of three hands that end one after the other."""
    log = tmp_path_factory.mktemp("night") / "night.jsonl"
    ofc("generate", "--hands", 400, "--rules", RULES, "--seed", 11, "--output", log)
    lines = log.read_text("utf-8").splitlines()
    hands = [json.loads(line) for line in lines]
    inside = [any(player.get("fantasyland") for player in hand["players"]) for hand in hands]
    end = next(
        place
        for place in range(3, len(hands) - 1)
        if inside[place - 1 : place + 2] == [True, True, False]
        and not inside[place - 2]
        and len({hand["table"] for hand in hands[place - 2 : place + 2]}) == 1
    )
    return lines, end


def findings(ofc, folder, lines):
    log = folder / "log.jsonl"
    log.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    run = ofc("audit", log, "--rules", RULES, "--family", "money", "--format", "json")
    return [(one["code"], one["severity"], one["line"]) for one in map(json.loads, run.stdout.splitlines())]


def without_number(line):
    hand = json.loads(line)
    return json.dumps({key: value for key, value in hand.items() if key not in {"hand_no", "id"}})


def test_the_whole_night_stands(ofc, tmp_path, night):
    assert findings(ofc, tmp_path, night[0]) == []


def test_a_missing_hand(ofc, tmp_path, night):
    lines, end = night
    assert findings(ofc, tmp_path, [*lines[: end - 1], *lines[end:]]) == [("chain-broken", "note", end)]


def test_a_log_that_begins_within(ofc, tmp_path, night):
    lines, end = night
    assert findings(ofc, tmp_path, lines[end - 1 : end + 5]) == [("chain-broken", "note", 2)]


def test_a_hand_that_cannot_be_read_where_hands_have_no_numbers(ofc, tmp_path, night):
    lines, end = night
    part = [without_number(line) for line in lines[end - 2 : end + 1]]
    assert findings(ofc, tmp_path, part) == []
    assert findings(ofc, tmp_path, [part[0], "{broken", part[2]]) == [("chain-broken", "note", 3)]


def test_nor_does_settling_call_it_wrong(ofc, tmp_path, night):
    lines, end = night
    log = tmp_path / "log.jsonl"
    log.write_text("".join(f"{line}\n" for line in lines[end - 1 : end + 5]), "utf-8")
    run = ofc("settle", log, "--rules", RULES)
    assert "agree, 0 do not" in run.stdout
    assert "hands that may belong to its Fantasyland chain are missing" in run.stderr
    number = str(json.loads(lines[end])["hand_no"])
    slip = ofc("explain", log, "--hand", number, "--rules", RULES)
    assert "Hands that may belong to its Fantasyland chain are missing" in slip.stdout
    assert "DOES NOT AGREE" not in slip.stdout
    assert slip.returncode == 0


def test_a_claim_of_points_is_still_held_against_the_cards(ofc, tmp_path, night):
    lines, end = night
    wrong = json.loads(lines[end])
    wrong["players"][0]["claimed"]["points"] += 1
    log = tmp_path / "log.jsonl"
    log.write_text("".join(f"{line}\n" for line in (*lines[end - 1 : end], json.dumps(wrong))), "utf-8")
    run = ofc("audit", log, "--rules", RULES, "--family", "points", "--format", "json")
    assert "claim-points" in run.stdout
