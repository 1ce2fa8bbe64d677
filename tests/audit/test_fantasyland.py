"""Fantasyland as played against Fantasyland as earned."""

from __future__ import annotations

from play import audit, codes, deal

from ofc_analytics.audit import check_fantasyland

BOARDS = {
    "queens": ("Qc Qd 2s", "Kc Kd 3s 4d 5h", "Ac Ad 9s 8d 6h"),
    "queens again": ("Qh Qs 2d", "Kh Ks 3d 4h 5s", "Ah As 9d 8h 6s"),
    "quads": ("2c 3c 4c", "5c 5d 6c 6d 7c", "Jc Jd Jh Js 7d"),
    "nothing": ("2h 3h 7s", "8c 9c Td 4s 9h", "Tc Th 6s 5s 8s"),
}
EMPTY = {"table": "T", "session": "S"}


def hand(number, anna, boris="nothing", fantasyland=None, **player):
    return EMPTY | {
        "id": f"H{number}",
        "hand_no": number,
        "players": [
            {"name": "Anna", **rows(anna)}
            | ({} if fantasyland is None else {"fantasyland": fantasyland})
            | player,
            {"name": "Boris", **rows(boris)},
        ],
    }


def rows(name):
    return dict(zip(("top", "middle", "bottom"), BOARDS[name], strict=True))


def check(*hands, **options):
    return audit(*hands, check=check_fantasyland, **options)


def test_what_was_earned_and_is_played():
    assert (
        codes(check(hand(1, "queens"), hand(2, "quads", fantasyland=14), hand(3, "queens", fantasyland=14)))
        == []
    )


def test_a_source_that_says_nothing_is_not_doubted():
    assert codes(check(hand(1, "queens"), hand(2, "nothing", "queens"), hand(3, "queens"))) == []


def test_not_earned():
    found = check(hand(1, "nothing", "queens"), hand(2, "nothing", "queens", fantasyland=14))
    assert codes(found) == ["fantasyland-not-earned"]
    assert found["reason"][0] == "Anna is in Fantasyland with 14 cards, and the hand before did not earn it."
    assert found.select("claimed", "recomputed").row(0) == ("14", "0")


def test_denied():
    found = check(hand(1, "queens"), hand(2, "nothing", "queens", fantasyland=0))
    assert codes(found) == ["fantasyland-denied"]
    assert found["reason"][0] == "Anna earned Fantasyland with 14 cards in the hand before, and is not in it."


def test_with_too_many_cards():
    found = check(hand(1, "queens"), hand(2, "quads", fantasyland=15))
    assert codes(found) == ["fantasyland-cards"]
    assert found["reason"][0] == (
        "Anna is in Fantasyland with 15 cards; the hand before earned it with 14 cards."
    )


def test_a_yes_fits_any_number_of_cards():
    assert codes(check(hand(1, "queens"), hand(2, "quads", fantasyland=1))) == []


def test_more_cards_than_the_rules_ever_deal():
    found = check(hand(1, "quads", fantasyland=16))
    assert codes(found) == ["fantasyland-cards"]
    assert found["reason"][0] == "Anna is in Fantasyland with 16 cards; american-pineapple deals 14."


def test_the_hand_before_is_not_there():
    found = check(hand(1, "queens"), hand(3, "quads", fantasyland=14))
    assert found.select("code", "severity", "hand").rows() == [
        ("fantasyland-gap", "note", "H1"),
        ("fantasyland-unproven", "note", "H3"),
    ]
    assert found["reason"].to_list() == [
        "Anna earned Fantasyland with 14 cards; hand 2 of the table is not recorded, so nothing shows whether it was played.",
        "Anna is in Fantasyland with 14 cards; hand 2 of the table is not recorded, so nothing shows that it was earned.",
    ]


def test_a_stay_is_not_honoured():
    found = check(hand(1, "queens"), hand(2, "quads", fantasyland=14), hand(3, "queens", fantasyland=0))
    assert found.select("code", "hand").rows() == [("fantasyland-stay-denied", "H3")]
    assert found["reason"][0] == "Anna kept Fantasyland with 14 cards in the hand before, and is not in it."


def test_who_earned_it_left():
    after = hand(2, "nothing")
    after["players"] = [{"name": "Carol", **rows("queens")}, after["players"][1]]
    found = check(hand(1, "queens"), after)
    assert found.select("code", "severity", "hand", "players").rows() == [
        ("fantasyland-left", "note", "H1", ["Anna"])
    ]
    assert (
        found["reason"][0]
        == "Anna earned Fantasyland with 14 cards and left: hand H2 was played without him."
    )


def test_a_game_without_it():
    found = check(hand(1, "queens"), hand(2, "quads", fantasyland=14), rules="russian-pineapple")
    assert codes(found) == ["fantasyland-not-earned"]
    assert found["reason"][0] == "Anna is in Fantasyland with 14 cards; russian-pineapple has none."


def test_kept_more_often_than_allowed():
    night = [hand(1, "queens"), *(hand(number, "quads", fantasyland=14) for number in (2, 3, 4))]
    assert codes(check(*night)) == []
    assert codes(check(*night, overrides=["fantasyland.repeats=2"])) == []
    found = check(*night, overrides=["fantasyland.repeats=1"])
    assert found.select("code", "hand").rows() == [("fantasyland-repeats", "H4")]
    assert found["reason"][0] == "Anna has kept Fantasyland 2 times in a row; american-pineapple allows 1."


def test_fewer_cards_dealt_than_told():
    short = deal(1, fantasyland=[13])
    short["players"][0]["fantasyland"] = 14
    found = check(short)
    assert codes(found) == ["fantasyland-unproven", "fantasyland-deal"]
    assert found["reason"][1] == "Anna is in Fantasyland with 14 cards and was dealt 13."


def test_the_deal_tells_who_is_in_it():
    silent = deal(2, fantasyland=[14], hand_no=2)
    for player in silent["players"]:
        del player["fantasyland"]
    found = check(hand(1, "nothing", "queens"), silent)
    assert sorted(codes(found)) == ["fantasyland-denied", "fantasyland-not-earned"]
