"""Cards in every notation people write, read one by one and in columns."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofc_analytics.cards import (
    UNKNOWN,
    card_text,
    cards_text,
    parse_card,
    parse_cards,
    parse_column,
    split_board,
    text_column,
)
from ofc_analytics.errors import CardError

LATIN = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
RUSSIAN = [rank + suit for rank in [*"23456789", "10", *"ВДКТ"] for suit in "кбчп"]
RUSSIAN_TREFY = [rank + suit for rank in [*"23456789", "10", *"ВДКТ"] for suit in "тбчп"]
SYMBOLS = [rank + suit for rank in "23456789TJQKA" for suit in "♣♦♥♠"]
RUSSIAN_SYMBOLS = [rank + suit for rank in [*"23456789", "10", *"ВДКТ"] for suit in "♣♦♥♠"]
NOTATIONS = {
    "latin": LATIN,
    "upper": [text.upper() for text in LATIN],
    "lower": [text.lower() for text in LATIN],
    "ten as 10": [text.replace("T", "10") for text in LATIN],
    "symbols": SYMBOLS,
    "symbols as text": [text + "\ufe0e" for text in SYMBOLS],
    "symbols as emoji": [text + "\ufe0f" for text in SYMBOLS],
    "outlined symbols": [text.translate(str.maketrans("♣♦♥♠", "♧♢♡♤")) for text in SYMBOLS],
    "russian": RUSSIAN,
    "russian upper": [text.upper() for text in RUSSIAN],
    "russian lower": [text.lower() for text in RUSSIAN],
    "russian with trefy": RUSSIAN_TREFY,
    "russian with symbols": RUSSIAN_SYMBOLS,
}
BOARD = "Qc Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d"


@pytest.mark.parametrize("notation", NOTATIONS)
def test_all_52_cards_are_read_in_every_notation(notation):
    texts = NOTATIONS[notation]
    assert [parse_card(text) for text in texts] == list(range(52))
    for separator in (" ", ", ", ",", "", "\u00a0", "\t", "\u2009"):
        assert parse_cards(separator.join(texts)) == bytes(range(52))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("X1", 52),
        ("X2", 53),
        ("x2", 53),
        ("JK1", 52),
        ("jk2", 53),
        ("Xj0", 52),
        ("Xj1", 53),
        ("XJ1", 53),
        ("🃏2", 53),
    ]
    + [(text, 52) for text in ("X", "x", "JK", "jk", "🃏", "🃏\ufe0f")],
)
def test_jokers(text, code):
    assert parse_card(text) == code


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("X X", "X1 X2"),
        ("XX", "X1 X2"),
        ("JK, JK", "X1 X2"),
        ("🃏🃏", "X1 X2"),
        ("X X1", "X2 X1"),
        ("X2 X", "X2 X1"),
        ("X1X2", "X1 X2"),
        ("Xj0Xj1", "X1 X2"),
        ("X2h", "X1 2h"),
        ("X10h", "X1 Th"),
        ("X1 10h", "X1 Th"),
        ("XJh", "X1 Jh"),
        ("X10♥", "X1 Th"),
        ("JKJdKh", "X1 Jd Kh"),
        ("X2♠X", "X1 2s X2"),
    ],
)
def test_unnumbered_jokers_take_the_free_numbers_and_leave_other_cards_alone(text, written):
    assert cards_text(parse_cards(text)) == written


def test_alphabets_may_differ_from_card_to_card_and_digits_go_with_both():
    assert cards_text(parse_cards("Th Тч 9ч 9h 10п T♠ Т♣")) == "Th Ah 9h 9h Ts Ts Ac"


@pytest.mark.parametrize(
    ("text", "position", "readings"),
    [
        ("Kd Тh", 3, ["ace of hearts", "'Ah'", "'Тч'", "ten of hearts", "'Th'", "'10ч'"]),
        ("Tч", 0, ["ten of hearts", "'Th'", "'10ч'", "ace of hearts", "'Ah'", "'Тч'"]),
        ("9sКs", 2, ["king of spades", "'Ks'", "'Кп'"]),
        ("Дd", 0, ["queen of diamonds", "'Qd'", "'Дб'"]),
        ("Jк", 0, ["jack of clubs", "'Jc'", "'Вк'"]),
    ],
)
def test_a_card_that_mixes_alphabets_is_refused_with_its_readings(text, position, readings):
    with pytest.raises(CardError) as refusal:
        parse_cards(text)
    message = str(refusal.value)
    assert refusal.value.text == text
    assert refusal.value.position == position
    assert "mixes alphabets" in message
    assert repr(text) in message
    assert f"character {position + 1}" in message
    for reading in readings:
        assert reading in message


@pytest.mark.parametrize(
    ("text", "position", "found"),
    [
        ("Kd Zz", 3, "'Zz'"),
        ("KdK", 2, "'K'"),
        ("1h", 0, "'1h'"),
        ("11h", 0, "'11h'"),
        ("Kd,,0h", 4, "'0h'"),
        ("Kd / Qc", 3, "'/'"),
        ("??", 0, "'??'"),
        ("Kſ", 0, "'Kſ'"),
        ("\u212ad", 0, "'\u212ad'"),
        ("Аh", 0, "looks like the Latin 'A'"),
        ("Kс", 0, "looks like the Latin 'C'"),
        ("Bч", 0, "looks like the Cyrillic 'В'"),
        ("Х", 0, "looks like the Latin 'X'"),
        ("X X X", 4, "a third joker"),
        ("no cards here at all", 0, "'no'"),
    ],
)
def test_a_refusal_names_text_position_and_what_was_expected(text, position, found):
    with pytest.raises(CardError) as refusal:
        parse_cards(text)
    assert (refusal.value.text, refusal.value.position) == (text, position)
    assert repr(text) in str(refusal.value)
    assert f"character {position + 1}: " in str(refusal.value)
    assert found in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "position"), [("Kd", 2), ("Kd Qc Jh", 6), ("KdQcJh", 4), ("", 0), ("10♥, A♠, 2к", 9)]
)
def test_another_number_of_cards_is_refused_at_the_first_that_is_too_many(text, position):
    with pytest.raises(CardError, match=r"where 2 cards must stand") as refusal:
        parse_cards(text, expected=2)
    assert refusal.value.position == position


def test_blank_text_is_no_cards():
    assert parse_cards(" \u00a0, \n") == b""


def test_cards_are_written_as_they_are_read():
    codes = [*range(52), 52, 53]
    assert list(parse_cards(cards_text(codes))) == codes
    assert list(parse_cards(cards_text(codes, style="unicode"))) == codes
    assert card_text(UNKNOWN) == "??"


@pytest.mark.parametrize("code", [-1, 54, 254, 256])
def test_a_number_that_is_no_code_cannot_be_written(code):
    with pytest.raises(CardError, match=f"{code} is no card code"):
        card_text(code)


@pytest.mark.parametrize(
    "text",
    [
        BOARD,
        BOARD.replace("/", "|"),
        BOARD.replace(" / ", ";"),
        BOARD.replace(" / ", " "),
        BOARD.replace(" ", ""),
        "Q♣ Q♦ 7♠ / Дч Дп 9к 8б 2ч / KCKDKH2S3D",
    ],
)
def test_a_board_is_read_with_or_without_marks_between_rows(text):
    assert cards_text(split_board(text)) == BOARD.replace(" / ", " ")


def test_jokers_are_numbered_over_the_whole_board():
    codes = split_board("X Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s X")
    assert (codes[0], codes[12]) == (52, 53)


@pytest.mark.parametrize(
    ("text", "problem", "rest"),
    [
        ("Qc Qd 7s 7h / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d", "the top row has 4 cards; expected 3", "7h / Qh"),
        ("Qc Qd / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d", "the top row has 2 cards; expected 3", "/ Qh"),
        ("Qc Qd 7s / Qh Qs 9c 8d / Kc Kd Kh 2s 3d", "the middle row has 4 cards; expected 5", "/ Kc"),
        ("Qc Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s", "the bottom row has 4 cards; expected 5", ""),
        ("Qc Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d 4d", "the bottom row has 6 cards; expected 5", "4d"),
        ("Qc Qd 7s / Qh Qs 9c 8d 2h", "2 rows; expected", ""),
        ("Qc Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d / Ah", "4 rows; expected", "/ Ah"),
        ("Qc Qd 7s Qh Qs", "5 cards and no mark between rows; expected", ""),
        ("", "0 cards and no mark between rows; expected", ""),
        (
            "Qc Qd 7s / Qh Qs 9c 8d Qc / Kc Kd Kh 2s 3d",
            "'Qc' lies twice on the board, in the top and the middle row",
            "Qc / Kc",
        ),
        (
            "Qc Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s Kh",
            "'Kh' lies twice on the board, in the bottom row",
            "Kh",
        ),
        ("QcQd7sQhQs9c8d2hKcKdKh2s2s", "'2s' lies twice on the board, in the bottom row", "2s"),
        ("Qc Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3z", "'3z' is no card", "3z"),
    ],
)
def test_a_board_that_is_none_is_refused_with_row_and_place(text, problem, rest):
    with pytest.raises(CardError) as refusal:
        split_board(text)
    assert problem in str(refusal.value)
    assert text[refusal.value.position :].startswith(rest)
    assert bool(rest) or refusal.value.position == len(text)


def shuffled_rows(count, size):
    rng = np.random.default_rng(size)
    return np.stack([rng.permutation(54)[:size] for _ in range(count)]).astype(np.uint8)


@pytest.mark.parametrize("size", [1, 3, 5, 13, 17])
def test_columns_are_read_back_as_they_were_written(size):
    codes = shuffled_rows(500, size)
    texts = text_column(codes)
    assert texts.tolist() == [cards_text(row) for row in codes.tolist()]
    assert (parse_column(texts, size=size) == codes).all()
    assert (parse_column(texts.tolist(), size=size) == codes).all()
    assert (parse_column(np.array(texts.tolist(), dtype=object), size=size) == codes).all()
    assert (parse_column([text.replace(" ", "") for text in texts], size=size) == codes).all()


@given(
    st.lists(
        st.tuples(
            st.lists(st.integers(0, 51), min_size=3, max_size=3),
            st.sampled_from(list(NOTATIONS)),
            st.sampled_from(["", " ", ", ", "\u00a0"]),
        ),
        max_size=8,
    )
)
def test_a_column_of_mixed_notations_is_read_as_its_texts_are_one_by_one(rows):
    texts = [
        separator.join(NOTATIONS[notation][code] for code in codes) for codes, notation, separator in rows
    ]
    codes = parse_column(texts, size=3)
    assert codes.tolist() == [list(parse_cards(text)) for text in texts] == [codes for codes, _, _ in rows]


def test_blank_and_missing_texts_of_a_column_are_unknown_cards():
    codes = parse_column(["Kd Qc", "", None, "  ", "X X"], size=2)
    assert codes.tolist() == [[45, 40], [UNKNOWN] * 2, [UNKNOWN] * 2, [UNKNOWN] * 2, [52, 53]]
    assert text_column(codes).tolist() == ["Kd Qc", "?? ??", "?? ??", "?? ??", "X1 X2"]
    assert parse_column([], size=3).shape == (0, 3)
    assert parse_column(["", ""], size=0).shape == (2, 0)
    assert text_column(np.zeros((2, 0), dtype=np.uint8)).tolist() == ["", ""]


@pytest.mark.parametrize(
    ("bad", "problem"),
    [
        ("Kd Zz", "'Zz' is no card"),
        ("Kd-Qc", "'-Qc' is no card"),
        ("Kd Тh", "mixes alphabets"),
        ("Kd", "1 card where 2 cards must stand"),
        ("Kd Qc Jh", "3 cards where 2 cards must stand"),
        ("KŤQc", "'KŤQc' is no card"),
    ],
)
def test_a_column_names_the_first_text_that_is_refused(bad, problem):
    with pytest.raises(CardError) as refusal:
        parse_column(["Ah As", "", bad, "Kd Qc", "zz zz"], size=2)
    assert str(refusal.value).startswith(f"text 2: {bad!r}, character ")
    assert problem in str(refusal.value)
    assert refusal.value.text == bad


def test_a_column_of_codes_that_are_no_cards_is_refused():
    with pytest.raises(CardError, match="99 is no card code"):
        text_column(np.array([[1, 99]], dtype=np.uint8))
