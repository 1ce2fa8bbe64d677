"""Players called Player, Имя or Hand 7: the blank sheet that was made for them was read as something else."""

from __future__ import annotations

import io

import pytest
from filling import fill, texts
from sheets import codes

from ofc_analytics.errors import OfcError
from ofc_analytics.formats import NewSheet, parsers, read_night
from ofc_analytics.rules import load_rules
from ofc_analytics.schema import hands_from_frame

BOARDS = ("2c 4h 6d Ks Qh Th 6c 3s Ad Kd Tc 6s 3d", "2s 3h 5d Kc Qd 9h 5c 2h Ah Kh 9c 5s 2d")
SHEETS = {"en": ("hands", "buy-ins", "buy-in"), "ru": ("раздачи", "закупы", "закуп")}
NAMES = (
    "Hand",
    "Player",
    "Игрок",
    "Имя",
    "Кон",
    "Name",
    "Sum Wong",
    "Joker",
    "Day",
    "Середина",
    "Закуп",
    "7",
    "top 1",
)


def blank(players, language):
    night = NewSheet(
        players=players, rules=load_rules("american-pineapple"), language=language, hands=2, unit="10"
    )
    return parsers()["home-sheet"].new_sheet(night)


@pytest.mark.parametrize("language", SHEETS)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("place", [0, 1])
def test_a_sheet_for_them_is_read_back(language, name, place):
    players = (name, "Anna") if place == 0 else ("Anna", name)
    hands, money, kind = SHEETS[language]
    data = blank(players, language)
    assert set(codes(read_night(io.BytesIO(data)).issues)) <= {"hand-empty", "file-empty"}
    first = next(row for row, cells in enumerate(texts(data, hands), start=1) if cells[0] == 1)
    cards = {
        f"{column}{first + line}": card
        for line, board in enumerate(BOARDS)
        for column, card in zip("CDEFGHIJKLMNO", board.split(), strict=True)
    }
    row = len(texts(data, money)[0]) and next(
        row for row, cells in enumerate(texts(data, money), start=2) if cells[0] in {"kind", "вид"}
    )
    entries = {
        cell: told
        for line, player in enumerate(players, start=row)
        for cell, told in ((f"A{line}", kind), (f"B{line}", player), (f"D{line}", 100))
    }
    night = read_night(io.BytesIO(fill(fill(data, hands, cards), money, entries)))
    (hand,) = hands_from_frame(night.hands)
    assert tuple(player.name for player in hand.players) == players
    assert night.entries["player"].to_list() == list(players)
    assert codes(night.issues) == ["hand-empty"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        *((name, "begins a line of totals") for name in ("Total", "Итого", "Σ", "Сальдо", "Total Anna")),
        *((name, "is the title of a hand") for name in ("Hand 7", "Раздача №5", "№ 3")),
    ],
)
def test_names_that_could_not_be_read_back_are_refused(name, why):
    with pytest.raises(OfcError, match=f"{name}' {why}; expected another name"):
        blank(("Anna", name), "en")
