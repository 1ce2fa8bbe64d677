"""The words of PPPoker's exports, Portuguese, Russian and English."""

from __future__ import annotations

import re
from dataclasses import replace

from ofc_parsers.club_sheets.cells import Marks, plain
from ofc_parsers.club_sheets.fields import Field
from ofc_parsers.club_sheets.players import NOBODY, Style
from ofc_parsers.club_sheets.times import STAMP

__all__ = [
    "GAME_ID",
    "IN_TEXT",
    "MADE_BY",
    "MEMBERS",
    "QPOKER",
    "RATE",
    "RUSSIAN",
    "RUSSIAN_ID",
    "SHEETS",
    "STYLE",
    "TIME_END",
    "TIME_START",
    "TOURNAMENT",
    "TRIO",
    "TYPES",
    "UNREAD",
    "WORDS",
]

_HEADINGS: dict[tuple[Field, ...], str] = {
    (Field.PLAYER,): "ID, ID do jogador, Jogador, ID игрока, Player ID",
    (Field.NICK,): "Apelido, Ник, Nickname",
    (Field.AGENT,): "Agente, ID do agente, Агент, ID агента",
    (Field.CLUB,): "Clube, Клуб",
    (Field.LEAGUE,): "Liga, Лига",
    (Field.BUY_IN,): "Buy-in, Buy-in fichas, Бай-ин, Бай-ин с PP-фишками, Бай-ин с Q-фишками",
    (Field.CASH_OUT,): "Prêmio",
    (Field.HANDS,): "Mãos, Раздачи, Hands",
    (Field.WINNINGS, Field.CLUB_RESULT): "Geral, Общий",
    (Field.WINNINGS,): "Ganhos, Выигрыш, Выигрыш игрока",
    (Field.FROM_OPPONENTS,): "De adversários, От соперников",
    (Field.FROM_JACKPOT,): "De Jackpot, Jackpot, От джекпота",
    (Field.FROM_EQUITY,): "De Dividir EV, От выдачи эквити, От страховки",
    (Field.FROM_EQUITY, Field.EQUITY_PAYOUT): "EV",
    (Field.CLUB_RESULT,): "Доход клуба",
    (Field.FEE,): "Taxa, Комиссия, Fee",
    (Field.JACKPOT_FEE,): "Taxa do Jackpot, Taxa Jackpot, Комиссия джекпота",
    (Field.JACKPOT_PAYOUT,): "Prêmios Jackpot, Prêmios, Выплаты джекпота",
    (Field.EQUITY_PAYOUT,): "Dividir EV, Выдача эквити, Страхование",
    (Field.KNOWN,): "SuperUnion, Nome, Nome do clube, Memorando, Memo, Ranking, Игровое имя, Ранг, Место",
}

WORDS = {plain(heading): fields for fields, headings in _HEADINGS.items() for heading in headings.split(", ")}

_IDS = re.compile(rf"[0-9]+|{NOBODY}")
STYLE = Style(
    marks=Marks(decimal=",", grouping=". \u00a0\u202f"),
    player=_IDS,
    totals=frozenset(map(plain, ("Total", "Итог", "Итого", "Всего"))),
    league=re.compile(r"(?:liga|лига)(?:\s+(\S+))?\s+total"),
)

RUSSIAN = replace(STYLE, marks=Marks(decimal=",", grouping=" \u00a0\u202f"))
"""The same with numbers as the Russian export writes them; it is told by its heading of ids."""

RUSSIAN_ID = plain("ID игрока")

MADE_BY = "feita pelo PPPoker"
QPOKER = plain("Бай-ин с Q-фишками")

_GAME_ID = r"(?:ID do jogo|ID игры|Game ID)\s*:\s*"
GAME_ID = re.compile(
    rf"{_GAME_ID}(?P<id>\S*)\s*"
    r"(?:(?:Nome da mesa|Название стола|Table name)\s*:\s*(?P<name>.*))?",
    re.IGNORECASE | re.DOTALL,
)

IN_TEXT = re.compile(rf"(?:^|;)[^\w;\n]*{_GAME_ID}[0-9]", re.IGNORECASE | re.MULTILINE)
"""What tells a text apart."""

_CLOCK = rf"(?P<stamp>{STAMP}|[0-9]{{1,2}}:[0-9]{{2}})"
TIME_START = re.compile(rf"(?:Início|Начало|Start time)\s*:\s*{_CLOCK}?", re.IGNORECASE)
TIME_END = re.compile(rf"(?:Fim|Окончание|End time)\s*:\s*{_CLOCK}?", re.IGNORECASE)

_NUMBER = r"[0-9]+(?:[.,][0-9]+)?"
_TERMS = (
    rf"(?P<rate>{_NUMBER}\s*%)(?:\s+(?P<cap>{_NUMBER}\s*(?:BB|Blinds?|Ante)))?(?:\s+{_NUMBER}\s*h)?(?:\s.*)?"
)
TYPES = (
    re.compile(
        rf"PPSR/(?P<game>\S+)(?:\s+\([^)]*\))?\s+(?P<stakes>.*?)\s*{_TERMS}", re.IGNORECASE | re.DOTALL
    ),
    re.compile(
        r"PPST/(?P<game>\S+)\s+(?:Buy-in|Бай-ин)\s*:\s*(?P<stakes>[^\[]*?)\s*(?:\[.*)?",
        re.IGNORECASE | re.DOTALL,
    ),
    re.compile(
        rf"(?:Table information|Информация о столе)\s*:\s*(?P<stakes>\S+)\s+(?P<game>\S+)\s+{_TERMS}",
        re.IGNORECASE | re.DOTALL,
    ),
    re.compile(r"(?:PPS[RT]/|(?:Table information|Информация о столе)\s*:\s*)(?P<game>\S*)", re.IGNORECASE),
)
"""Lines that tell game and stakes; the last reads the game alone."""

TOURNAMENT = re.compile(r"^PPST/|buy-in\s*:|бай-ин\s*:|satellite|\bpko\b|\bmko\b", re.IGNORECASE)

RATE = re.compile(
    rf"(?:Liga|SuperUnion)\s+(?P<league>\S+)\s+Taxa de câmbio das fichas\s+(?P<of>{_NUMBER})\s*:\s*(?P<to>{_NUMBER})",
    re.IGNORECASE,
)

MEMBERS = plain("Detalhado")
"""Sheet of players' totals a game."""

SHEETS = frozenset(map(plain, ("Detalhado", "Partidas", "Jogos PPSR", "Jogos PPST")))
"""Names of the sheets that tell an export."""

TRIO = {"OFC": (31, 77, 122), "total": (47, 87, 136)}
"""0-based columns of winnings, fee and hands in that sheet: AF, BZ, DS and AV, CJ, EG."""

UNREAD = frozenset(
    map(
        plain,
        (
            "Geral",
            "Transações",
            "Detalhes do usuário",
            "Retorno de taxa",
            "Общий",
            "Geral PPSR",
            "Geral PPST",
        ),
    )
)
"""Sheets without anything of open-face Chinese poker, or of columns that are not known."""
