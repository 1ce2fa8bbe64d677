"""Alias files, and names that look like one player's."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofc_analytics.errors import LookupFailedError, SettlementError
from ofc_analytics.names import read_aliases, suggest_same

SPACES = "they differ in spaces or case alone"
LOOK = "Latin and Cyrillic letters that look alike"
SCRIPTS = "Latin and Cyrillic spelling of one name"
SPELLINGS = "two spellings of one name"
LETTER = "they differ by one letter"


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("Anna", "Anna ", SPACES),
        ("anna", "ANNA", SPACES),
        ("Anna K", "Anna  K", SPACES),
        ("Anna", "\u0410nna", LOOK),
        ("COBA", "СОВА", LOOK),
        ("Anya", "Аня", SCRIPTS),
        ("Vera", "Вера", SCRIPTS),
        ("Yulia", "Юля", SCRIPTS),
        ("Dmitry", "Дмитрий", SCRIPTS),
        ("Andrei", "Андрей", SCRIPTS),
        ("Xenia", "Ксения", SCRIPTS),
        ("Zhanna", "Жанна", SCRIPTS),
        ("Shchukin", "Щукин", SCRIPTS),
        ("Artem", "Артём", SCRIPTS),
        ("Anja", "Anya", SPELLINGS),
        ("Алена", "Алёна", SPELLINGS),
        ("Boris", "Borris", LETTER),
        ("Boris", "Brois", LETTER),
        ("Natalya", "Natlya", LETTER),
        ("Boris7", "Boriss7", LETTER),
        ("Boris7", "Boris8", None),
        ("Boris7", "Bori7s", None),
        ("Марина", "Марианна", None),
        ("Борис", "Борик", LETTER),
        ("Vera", "Vela", None),
        ("Anna", "Boris", None),
        ("Player1", "Player2", None),
        ("Player1", "Player12", None),
        ("Player", "Player2", None),
    ],
)
def test_what_may_be_one_player(one, other, why):
    names = tuple(sorted((one, other)))
    expected = [(*names, why)] if why else []
    assert suggest_same([one, other]) == suggest_same([other, one, one]) == expected


def test_every_pair_stands_once_and_many_names_take_no_time():
    crowd = [f"Player{number}" for number in range(20_000)]
    same = ["Аня", "Anya", "anya ", "Ania"]
    found = suggest_same([*crowd, *same])
    assert sorted(pair[:2] for pair in found) == sorted(combinations(sorted(same), 2))


@given(st.lists(st.text(alphabet="abAвВaо 1ёя", max_size=7), max_size=12))
def test_buckets_miss_no_pair(names):
    """Names are compared through shared keys; each pair alone must give the same answer."""
    unique = sorted(set(names))
    alone = [found for pair in combinations(unique, 2) for found in suggest_same(pair)]
    assert suggest_same(names) == sorted(alone)


def test_an_alias_file(tmp_path):
    file = tmp_path / "aliases.toml"
    file.write_text('\ufeff# Friday\nAnna = ["Аня", "Anya", "Anna"]\n"Вера" = ["Vera"]\n', encoding="utf-8")
    assert read_aliases(file) == {"Аня": "Anna", "Anya": "Anna", "Vera": "Вера"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Аня = ['Anya']\n", ["not TOML", "line 1", "in quotes"]),
        ("Anna = 'Anya'\n", ["line 1", "'Anna' is 'Anya'", "expected a list of names"]),
        ("Anna = [1]\n", ["line 1", "[1]"]),
        ("[Anna]\nother = ['Anya']\n", ["line 1", "'Anna'"]),
        ("Anna = [' ']\n", ["line 1", "blank"]),
        ("Anna = ['A']\nAlla = ['A']\n", ["line 2", "'A' is an alias of both 'Anna' and 'Alla'"]),
        ("Anna = ['Anya']\n\nAnya = ['Nyura']\n", ["line 1", "'Anya'", "has aliases itself"]),
        ("Anna = 1\nVera = 2\n", ["line 1", "line 2"]),
    ],
)
def test_a_faulty_alias_file(tmp_path, text, told):
    file = tmp_path / "aliases.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SettlementError) as error:
        read_aliases(file)
    for words in (str(file), *told):
        assert words in str(error.value)


def test_an_alias_file_that_is_not_there(tmp_path):
    with pytest.raises(LookupFailedError, match="no such file"):
        read_aliases(tmp_path / "aliases.toml")


def test_an_alias_file_that_is_not_utf8(tmp_path):
    file = tmp_path / "aliases.toml"
    file.write_bytes('"Аня" = ["Anya"]'.encode("windows-1251"))
    with pytest.raises(SettlementError, match="byte 2 is not UTF-8"):
        read_aliases(file)
