"""Club exports for tests: one made-up book of table sessions, written in the layout of each app.

The book adds up: what the players of a table lose is what the club takes, and the players' totals are the sums of
their lines. A test breaks one thing in it.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path

import xlsxwriter


@dataclass(frozen=True)
class Line:
    player: str
    nick: str
    buy_in: str
    hands: int
    opponents: str
    fee: str
    jackpot: str = "0"
    jackpot_fee: str = "0"
    agent: str = "/"
    club: str = "77"
    league: str = "1765"

    @property
    def winnings(self):
        return Decimal(self.opponents) + Decimal(self.jackpot)


@dataclass(frozen=True)
class Table:
    number: str
    name: str
    game: str = "OFC"
    stakes: str = "0.5"
    start: str = "2025/12/08 00:00"
    end: str = "2025/12/08 03:52"
    creator: str = "pp1000001(1000001)"
    lines: tuple[Line, ...] = ()

    def total(self, name):
        return sum((Decimal(getattr(line, name)) for line in self.lines), Decimal(0))


ANNA = Line("1000001", "Anna", "100", 40, "57.50", "2.50", jackpot_fee="0.40")
BORIS = Line("1000002", "Boris", "1234.56", 40, "-1200.30", "0", jackpot_fee="0.40", agent="1000001")
VERA = Line("1000003", "Вера", "200", 38, "1090.10", "48.50", jackpot="250", jackpot_fee="0.90")
BOOK = (
    Table("251208081611-300001", "REENTRY", lines=(ANNA, BORIS, VERA)),
    Table(
        "251209101500-300002",
        "REENTRY",
        start="2025/12/09 02:15",
        end="2025/12/09 05:00",
        lines=(
            replace(ANNA, buy_in="50", hands=12, opponents="-20", fee="0", jackpot_fee="0"),
            replace(VERA, buy_in="50", hands=12, opponents="18", fee="2", jackpot="0", jackpot_fee="0"),
        ),
    ),
    Table(
        "251209140000-300003",
        "Omaha",
        game="PLO5",
        stakes="2.5/5",
        start="2025/12/09 06:00",
        end="2025/12/09 10:30",
        lines=(
            replace(ANNA, buy_in="500", hands=90, opponents="-310", fee="0", jackpot_fee="0"),
            replace(BORIS, buy_in="500", hands=90, opponents="300", fee="10", jackpot_fee="0"),
        ),
    ),
)


@dataclass
class Sheets:
    """Sheets of a workbook as rows of values; a formula is a text with '=' and no value is stored for it."""

    rows: dict[str, list[list[object]]] = field(default_factory=dict)

    def bytes(self):
        out = io.BytesIO()
        book = xlsxwriter.Workbook(
            out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
        )
        for name, lines in self.rows.items():
            sheet = book.add_worksheet(name)
            for row, line in enumerate(lines):
                for column, value in enumerate(line):
                    if isinstance(value, Formula):
                        sheet.write_formula(row, column, value.text)
                    elif isinstance(value, Decimal):
                        sheet.write_number(row, column, float(value))
                    elif value is not None:
                        sheet.write(row, column, value)
        book.close()
        return _named_first(_without_values(out.getvalue()))


@dataclass(frozen=True)
class Formula:
    text: str


def _without_values(data):
    """Formulas as programs write them that do not compute: without a value."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for name, text in parts.items():
        if "worksheets/" in name:
            parts[name] = re.sub(rb"(<f>[^<]*</f>)<v>[^<]*</v>", rb"\1", text)
    return parts


def _named_first(parts):
    """Parts in the order of spreadsheet programs: the names of the sheets come before the sheets."""
    out = io.BytesIO()
    order = sorted(parts, key=lambda name: ("worksheets/" in name, name))
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in order:
            archive.writestr(
                zipfile.ZipInfo(name, (2025, 12, 10, 0, 0, 0)), parts[name], zipfile.ZIP_DEFLATED
            )
    return out.getvalue()


def brazilian(amount, *, brackets=False):
    """1234.5 as 1.234,50; with `brackets` a negative one as (1.234,50)."""
    amount = Decimal(amount)
    text = f"{abs(amount):,.2f}".translate(str.maketrans(",.", ".,"))
    return f"({text})" if brackets and amount < 0 else f"{'-' * (amount < 0)}{text}"


def russian(amount):
    """1234.5 as 1 234,50 with a space that does not break."""
    return f"{Decimal(amount):,.2f}".replace(",", "\u00a0").replace(".", ",")


PORTUGUESE = [
    None, "ID", "Apelido", "Memorando", "Buy-in", "Mãos", "Geral", "De adversários", "De Jackpot", "De Dividir EV",
    "Geral", "Taxa", "Taxa do Jackpot", "Prêmios Jackpot", "Dividir EV",
]  # fmt: skip


def pppoker_sheets(tables=BOOK, *, formulas=True):
    """A Portuguese club workbook: tables in 'Partidas', players' totals in 'Detalhado'."""
    rows = [["Esta planilha é feita pelo PPPoker"], []]
    for table in tables:
        rows += [
            ["Horário UTC -0500", f"Início: {table.start}", f"By {table.creator}", f"Fim: {table.end}"],
            [f"ID do jogo: {table.number}", f"Nome da mesa: {table.name}"],
            [f"PPSR/{table.game} {table.stakes} 5% 5BB 4.5h"],
            list(PORTUGUESE),
        ]
        for line in table.lines:
            club = Decimal(line.fee) + Decimal(line.jackpot_fee) - Decimal(line.jackpot)
            at = len(rows) + 1
            rows.append(
                [
                    None, line.player, line.nick, "", Decimal(line.buy_in), line.hands,
                    Formula(f"=SUM(H{at}:J{at})") if formulas else line.winnings,
                    brazilian(line.opponents), Decimal(line.jackpot), "-",
                    Formula(f"=SUM(L{at}:O{at})") if formulas else club,
                    Decimal(line.fee), Decimal(line.jackpot_fee), -Decimal(line.jackpot), 0,
                ]
            )  # fmt: skip
        rows.append(
            [
                None, "Total", None, None, table.total("buy_in"), int(table.total("hands")),
                table.total("winnings"), table.total("opponents"), table.total("jackpot"), 0,
                None, table.total("fee"), table.total("jackpot_fee"), -table.total("jackpot"), 0,
            ]
        )  # fmt: skip
        rows.append([])
    return Sheets(
        {"Geral": [["Geral"]], "Detalhado": detailed(tables), "Partidas": rows, "Transações": [["x"]]}
    )


def pppoker(tables=BOOK, **options):
    return pppoker_sheets(tables, **options).bytes()


def detailed(tables):
    """The sheet of 137 columns; winnings, fees and hands of OFC stand in AF, BZ and DS."""
    width = 137
    groups, heads = [None] * width, [None] * width
    for column, name in ((1, "ID"), (2, "Apelido"), (31, "OFC"), (77, "OFC"), (122, "OFC")):
        heads[column] = name
    for column, name in ((45, "Jackpot"), (46, "Dividir EV"), (47, "Total"), (87, "Total"), (136, "Total")):
        heads[column] = name
    groups[3], groups[48], groups[88] = "Ganhos do jogador", "Taxa", "Mãos"
    rows = [["Esta planilha é feita pelo PPPoker"], ["UTC -0500"], groups, heads]
    for player, nick, ofc, everything in member_sums(tables, "opponents"):
        row = [None] * width
        row[1], row[2] = player, nick
        row[31], row[77], row[122] = ofc
        row[47], row[87], row[136] = everything
        rows.append(row)
    return rows


def member_sums(tables, measure="winnings"):
    """Id, nick, and the sums of winnings, fee and hands over OFC tables and over all of a book."""
    nicks = {line.player: line.nick for table in tables for line in table.lines}

    def sums(player, game):
        lines = [
            line
            for table in tables
            for line in table.lines
            if line.player == player and (game is None or table.game == game)
        ]
        return (
            sum((Decimal(getattr(line, measure)) for line in lines), Decimal(0)),
            sum((Decimal(line.fee) for line in lines), Decimal(0)),
            sum(line.hands for line in lines),
        )

    return [(player, nick, sums(player, "OFC"), sums(player, None)) for player, nick in nicks.items()]


LEAGUE = [
    None, "SuperUnion", "Liga", "Clube", "Nome do clube", "Jogador", "Apelido", "Memorando", "Buy-in", "Mãos",
    "Geral", "De adversários", "De Jackpot", "EV", "Geral", "Taxa", "Taxa do Jackpot", "Prêmios", "EV",
]  # fmt: skip


def pppoker_league_sheets(tables=BOOK, *, rates=(("1765", "1:5"), ("1800", "1:1")), exchanged=True):
    """A league's workbook; the last total counts each league's chips at its rate if `exchanged`."""
    worth = {league: Decimal(rate.partition(":")[2]) if exchanged else Decimal(1) for league, rate in rates}
    rows = [
        ["UTC -0500"],
        *([f"Liga {league} Taxa de câmbio das fichas {rate}"] for league, rate in rates),
        [],
    ]
    for table in tables:
        rows += [
            [f"Horário UTC -0500 Início: {table.start} By {table.creator} Fim: {table.end}"],
            [f"ID do jogo: {table.number}   Nome da mesa: {table.name}"],
            [f"PPSR/{table.game} {table.stakes} 5% 5BB 4.5h"],
            list(LEAGUE),
        ]
        for league in dict.fromkeys(line.league for line in table.lines):
            lines = [line for line in table.lines if line.league == league]
            rows += [_league_row(line) for line in lines]
            rows.append(_league_totals(lines, dict.fromkeys(worth, Decimal(1)), f"Liga {league} Total"))
        rows += [_league_totals(table.lines, worth, "Total"), []]
    return Sheets({"Geral PPSR": [["Geral"]], "Jogos PPSR": rows})


def _league_row(line):
    opponents, jackpot = Decimal(line.opponents), Decimal(line.jackpot)
    return [
        None, "88", line.league, line.club, "Clube", line.player, line.nick, "", Decimal(line.buy_in), line.hands,
        line.winnings, opponents, jackpot, 0,
        None, Decimal(line.fee), Decimal(line.jackpot_fee), -jackpot, 0,
    ]  # fmt: skip


def _league_totals(lines, worth, label):
    def total(name):
        return sum((Decimal(getattr(line, name)) * worth[line.league] for line in lines), Decimal(0))

    return [
        None, label, None, None, None, None, None, None, total("buy_in"), sum(line.hands for line in lines),
        total("winnings"), total("opponents"), total("jackpot"), 0,
        None, total("fee"), total("jackpot_fee"), -total("jackpot"), 0,
    ]  # fmt: skip


def pppoker_russian(tables=BOOK):
    """The Russian export as text with semicolons."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    for table in tables:
        writer.writerows(
            [
                ["", f"Начало: {table.start} By {table.creator} Окончание: {table.end}"],
                ["", f"ID игры: {table.number}", f"Название стола: {table.name}"],
                ["", f"PPSR/{table.game} {table.stakes} 5% 5BB 4.5h"],
                ["", "ID игрока", "Ник", "Игровое имя", "Бай-ин с PP-фишками", "Раздачи", "Выигрыш игрока", "", "",
                 "", "Доход клуба", "", "", "", ""],
                ["", "", "", "", "", "", "Общий", "От соперников", "От джекпота", "От выдачи эквити", "Общий",
                 "Комиссия", "Комиссия джекпота", "Выплаты джекпота", "Выдача эквити"],
                *(_russian_row(line.player, line.nick, [line]) for line in table.lines),
                _russian_row("Итог", "", table.lines),
                [],
            ]
        )  # fmt: skip
    return out.getvalue().encode("utf-8-sig")


def _russian_row(player, nick, lines):
    def total(name):
        return sum((Decimal(getattr(line, name)) for line in lines), Decimal(0))

    club = total("fee") + total("jackpot_fee") - total("jackpot")
    return [
        "", player, nick, "", russian(total("buy_in")), sum(line.hands for line in lines),
        russian(total("winnings")), russian(total("opponents")), russian(total("jackpot")), "0,00",
        russian(club), russian(total("fee")), russian(total("jackpot_fee")), russian(-total("jackpot")), "0,00",
    ]  # fmt: skip


def without_jackpots(tables=BOOK):
    """The book as apps tell it whose lines know nothing of jackpots."""
    return tuple(
        replace(
            table,
            lines=tuple(
                replace(
                    line,
                    opponents=str(Decimal(line.opponents) + Decimal(line.jackpot_fee)),
                    jackpot="0",
                    jackpot_fee="0",
                )
                for line in table.lines
            ),
        )
        for table in tables
    )


GAME_STATISTICS = [
    None, None, None, None, "Game ID", "Game Name", "Creator Name", "Game Type", "Start Time", "End Time", "Duration",
    "Fee Rate", "Fee", "Admin Fee Rate", "Admin Fee", "Total Buyin", "Players", "Hands", None, None,
    "Buy-in Min(GU)", "Buy-in Max(GU)", "Small Blind(GU)", "Big Blind(GU)", "Ante(GU)", None, None, None, None, None,
    None, "Jackpot Fee(GU)", "Jackpot Payout(GU)",
]  # fmt: skip


def suprema_sheets(tables=BOOK):
    """A Grand Union workbook. Its lines know no jackpot: winnings are less the jackpot fee, and payouts are within them."""
    games, detail = [list(GAME_STATISTICS)], []
    for table in tables:
        number = table.number.replace("-", "")
        row = [None] * len(GAME_STATISTICS)
        row[4:10] = [number, table.name, "Host", table.game, 45999.5, 45999.75]
        row[11:13] = ["5%", brazilian(table.total("fee"))]
        row[15:18] = [
            brazilian(table.total("buy_in")),
            len(table.lines),
            max(line.hands for line in table.lines),
        ]
        row[22:25] = ["--", "0,50", "--"]
        row[31:33] = [brazilian(table.total("jackpot_fee")), brazilian(table.total("jackpot"))]
        games.append(row)
        detail.append([f"Game Name: {table.name} ({number}) Creator: Host"])
        for line in table.lines:
            row = [None] * 30
            row[3:6] = [line.club, line.nick, line.player]
            row[7] = line.agent
            row[10:13] = [
                brazilian(line.buy_in), brazilian(line.winnings, brackets=True),
                brazilian(line.fee) if Decimal(line.fee) else "--",
            ]  # fmt: skip
            row[14], row[29] = line.hands, 1
            detail.append(row)
        detail.append([])
    statistics = [["Player ID", "nickName", "Agent ID", "OFC(GU)", "OFC Fee(GU)", "OFC Hands", "NLH(GU)"]]
    resume = [
        ["Player ID", "nickName", "Agent ID", "Agent Name", "Winnings", "Total Fee", "Games", "Hands", "Role"]
    ]
    for player, nick, ofc, everything in member_sums(tables):
        statistics.append(
            [player, nick, "--", brazilian(ofc[0], brackets=True), brazilian(ofc[1]), ofc[2], "--"]
        )
        resume.append(
            [player, nick, "--", "--", brazilian(everything[0], brackets=True), brazilian(everything[1]), 3,
             everything[2], "Member"]
        )  # fmt: skip
    return Sheets(
        {
            "Grand Union Member Resume": resume,
            "Grand Union Member Statistics": statistics,
            "Grand Union Game Statistics": games,
            "Grand Union Game Detail": detail,
            "Manager Trade Record": [["Manager Name", "Chip"]],
        }
    )


def suprema(tables=BOOK):
    return suprema_sheets(tables).bytes()


def clubgg_id(player):
    return f"{player[:4]}-{player[3:]}"


def clubgg_blocks(table, lines, offset="UTC -5:00"):
    start, end = (stamp.replace("/", "-") + ":18" for stamp in (table.start, table.end))
    heads = ["ID", "Nickname", "Buy-in", None, "Hands", None, None, None, None, None, "Rake", "P&L"]
    rows = [
        [f"Table Name : {table.name} , Creator : Host(1234-5678) , Club : Club(100001)"],
        [f"Start/End Time : {start} ~ {end} ({offset})"],
        [f"Table Information : Game : {table.game} , Blinds : {table.stakes} , Rake : 5%"],
        heads,
    ]

    def row(first, nick, some):
        buy_in, fee, winnings = (
            sum((Decimal(getattr(line, name)) for line in some), Decimal(0))
            for name in ("buy_in", "fee", "winnings")
        )
        hands = sum(line.hands for line in some)
        return [first, nick, f"{buy_in:,.2f}", None, hands, *([None] * 5), f"{fee:,.2f}", f"{winnings:,.2f}"]

    return [
        *rows,
        *(row(clubgg_id(line.player), line.nick, [line]) for line in lines),
        row("Total", None, lines),
        [],
    ]


def clubgg_sheets(tables=None, *, split=False):
    """A club's workbook; with `split` the first table is printed twice, as one over midnight is."""
    tables = without_jackpots() if tables is None else tables
    rows = [["Period : 2025-12-08 ~ 2025-12-14 (UTC -05:00)"], []]
    for table in tables:
        parts = [table.lines]
        if split and table is tables[0]:
            before = tuple(replace(line, hands=10, opponents="-1", fee="1") for line in table.lines)
            after = tuple(
                replace(
                    line,
                    buy_in="0",
                    hands=line.hands - 10,
                    opponents=str(Decimal(line.opponents) + 1),
                    fee=str(Decimal(line.fee) - 1),
                )
                for line in table.lines
            )
            parts = [before, after]
        for lines in parts:
            rows += clubgg_blocks(table, lines)
    overview = [["Period : 2025-12-08 ~ 2025-12-14 (UTC -05:00)"], []]
    for player, nick, _, everything in member_sums(tables):
        row = [None] * 20
        row[7:12] = [clubgg_id(player), nick, 3, everything[2], f"{everything[1]:,.2f}"]
        row[19] = f"{everything[0]:,.2f}"
        overview.append(row)
    return Sheets({"Club Overview": overview, "Ring Game Detail": rows, "Club Member Balance": [["x"]]})


def clubgg(tables=None, **options):
    return clubgg_sheets(tables, **options).bytes()


def clubgg_union_sheets(tables=None):
    """A union's workbook, its cash tables."""
    rows = [["Period : 2025-12-08 ~ 2025-12-14 (UTC -05:00)"]]
    for table in without_jackpots() if tables is None else tables:
        rows += clubgg_blocks(table, ())[:3]
        for line in table.lines:
            out = Decimal(line.buy_in) + line.winnings
            row = [None] * 14
            row[:7] = [
                line.club,
                "Club",
                clubgg_id(line.player),
                line.nick,
                line.buy_in,
                str(out),
                line.hands,
            ]
            row[12:14] = [line.fee, str(line.winnings)]
            rows.append(row)
    return Sheets({"Union Overview": [["x"]], "Union Ring Game Detail": rows})


LAYOUTS = {
    "pppoker": pppoker,
    "pppoker-league": lambda: pppoker_league_sheets().bytes(),
    "pppoker-russian": pppoker_russian,
    "suprema": suprema,
    "clubgg": clubgg,
    "clubgg-split": lambda: clubgg(split=True),
    "clubgg-union": lambda: clubgg_union_sheets().bytes(),
}
"""A sound file of each layout."""

FOLDER = Path(__file__).parent / "parsers"
