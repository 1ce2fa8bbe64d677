"""The same in chains of a few hands: players who come and go, Fantasyland that is not told, rake, stacks, numbers of a room."""

from __future__ import annotations

import json

import pytest
from chains import ENTERS, LEAVES, RULES, STAYS, chain_hand, told
from logs import ofc_hand, ofc_log

TWO, THREE = ["A", "B"], ["A", "B", "C"]


def audit(ofc, folder, *hands, rules=(), family="money"):
    log = folder / "log.jsonl"
    log.write_bytes(ofc_log(*hands))
    run = ofc("audit", log, "--rules", RULES, *rules, "--family", family, "--format", "json")
    return [(one["code"], one["hand"]) for one in map(json.loads, run.stdout.splitlines())]


def test_who_joins_within_a_chain_may_be_paid_later(ofc, tmp_path):
    hands = told(
        chain_hand(1, THREE, ENTERS), chain_hand(2, TWO, LEAVES), chain_hand(3, THREE), chain_hand(4, THREE)
    )
    assert audit(ofc, tmp_path, *hands) == []
    assert audit(ofc, tmp_path, *hands[1:]) == [("chain-broken", "H2"), ("chain-broken", "H3")]


@pytest.mark.parametrize(
    ("gone", "doubted"), [(slice(0, 2), ["H3", "H4"]), (slice(1, 2), ["H3", "H4"]), (slice(0, 0), [])]
)
def test_where_nobody_tells_who_is_in_fantasyland(ofc, tmp_path, gone, doubted):
    hands = list(
        told(
            chain_hand(1, TWO),
            chain_hand(2, TWO, ENTERS),
            chain_hand(3, TWO, LEAVES),
            chain_hand(4, TWO),
            fantasyland=False,
        )
    )
    del hands[gone]
    assert audit(ofc, tmp_path, *hands) == [("chain-broken", hand) for hand in doubted]


def test_neither_is_the_next_fantasyland_judged_then(ofc, tmp_path):
    hand = chain_hand(2, TWO, STAYS.replace("8c 8s 8h", "8c 9s 4h"))
    hand["players"][0]["claimed"] = {"fantasyland": 14}
    assert audit(ofc, tmp_path, hand, family="fantasyland") == []
    assert audit(ofc, tmp_path, hand | {"hand_no": 1}, family="fantasyland") == [
        ("claim-fantasyland-granted", "H2")
    ]


def test_the_rake_of_such_a_hand_is_not_judged(ofc, tmp_path):
    rules = ["--set", "rake.percent=5", "--set", "rake.cap=100", "--set", "rake.payer=net-winners"]
    hands = told(chain_hand(1, TWO, ENTERS), chain_hand(2, TWO, STAYS), chain_hand(3, TWO, LEAVES))
    hands[2]["players"][0]["rake"] = "3.95"
    assert audit(ofc, tmp_path, hands[0], hands[2], rules=rules, family="rake") == []


def test_nor_the_stack_after_it(ofc, tmp_path):
    hands = told(
        chain_hand(1, TWO, ENTERS), chain_hand(2, TWO, STAYS), chain_hand(3, TWO, LEAVES), chain_hand(4, TWO)
    )
    for hand in hands:
        for player in hand["players"]:
            stack = (
                100
                if hand["hand_no"] < 4
                else 100 + float(hands[2]["players"]["AB".index(player["name"])]["claimed"]["net"])
            )
            player["stack"] = f"{stack:.2f}"
            player.pop("claimed", None) if hand["hand_no"] == 4 else None
    for hand in hands[:3]:
        for player in hand["players"]:
            player.pop("claimed")
    assert audit(ofc, tmp_path, hands[0], *hands[2:], family="continuity") == [("hands-missing", "H3")]


def test_numbers_of_a_room_leave_claims_to_be_held(ofc, tmp_path):
    hands = told(*(chain_hand(place, TWO, {2: ENTERS, 3: LEAVES}.get(place)) for place in range(1, 6)))
    for hand, number in zip(hands, (1003, 1010, 1018, 1031, 1033), strict=True):
        hand["hand_no"] = number
    assert audit(ofc, tmp_path, *hands) == []
    hands[2]["players"][0]["claimed"]["net"] = "500"
    assert ("claim-net", "H3") in audit(ofc, tmp_path, *hands)


def test_a_file_of_which_nothing_could_be_read_may_have_held_it(ofc, tmp_path):
    hands = told(chain_hand(1, TWO, ENTERS), chain_hand(2, TWO, STAYS), chain_hand(3, TWO, LEAVES))
    for hand in hands:
        del hand["hand_no"], hand["id"]
    files = [tmp_path / f"{name}.jsonl" for name in "abc"]
    for file, content in zip(files, (ofc_log(hands[0]), b"{broken\n", ofc_log(hands[2])), strict=True):
        file.write_bytes(content)
    run = ofc("audit", *files, "--rules", RULES, "--family", "money", "--format", "json")
    assert [json.loads(line)["code"] for line in run.stdout.splitlines()] == ["chain-broken"]


def test_nobody_is_told_to_pay_for_it(ofc, tmp_path):
    hands = told(
        chain_hand(1, TWO, ENTERS), chain_hand(2, TWO, STAYS), chain_hand(3, TWO, LEAVES), chain_hand(4, TWO)
    )
    log = tmp_path / "log.jsonl"
    log.write_bytes(ofc_log(*hands))
    assert ofc("ledger", log, "--rules", RULES).returncode == 0
    log.write_bytes(ofc_log(hands[0], *hands[2:]))
    run = ofc("ledger", log, "--rules", RULES)
    assert run.returncode == 1
    assert "hands of a Fantasyland chain are missing, so nobody is told to pay" in run.stderr


def test_a_hand_that_other_rules_take_breaks_nothing_under_them(ofc, tmp_path):
    entering, staying = chain_hand(1, TWO, ENTERS), chain_hand(2, TWO, STAYS, rules="nosuch")
    hands = [entering, staying, chain_hand(3, TWO, LEAVES)]
    for hand in hands:
        del hand["hand_no"], hand["id"]
    log = tmp_path / "log.jsonl"
    log.write_bytes(ofc_log(*hands))
    run = ofc("settle", log, "--against", "american-pineapple", "--format", "json")
    last = [row for row in map(json.loads, run.stdout.splitlines()) if row["name"] == "A"][-1]
    assert last["other_in_fantasyland"] > 0


def test_gaps_of_two_tables_share_what_was_left_out(ofc, tmp_path):
    def hand(table, number):
        return ofc_hand(number + 10 * (table == "U"), hand_no=number, table=table, session="S")

    refused = hand("U", 2)
    refused["players"][0]["top"] = refused["players"][1]["top"]
    log = tmp_path / "log.jsonl"
    log.write_bytes(ofc_log(hand("T", 1), hand("U", 1), refused, hand("T", 3), hand("U", 3)))
    run = ofc("audit", log, "--family", "continuity", "--format", "json")
    told_of = [(one["code"], one["severity"]) for one in map(json.loads, run.stdout.splitlines())]
    assert told_of == [("hands-missing", "warning")] * 2
