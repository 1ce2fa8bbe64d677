"""What the lines above a table's players say of it: number and name, times and creator, game and stakes."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ofc_analytics.clubs.schema import OFC
from ofc_parsers.club_sheets.cells import is_mangled
from ofc_parsers.club_sheets.times import moment, offset
from ofc_parsers.pppoker_club.vocabulary import GAME_ID, RATE, TIME_END, TIME_START, TOURNAMENT, TYPES

if TYPE_CHECKING:
    from ofc_parsers.club_sheets.blocks import Block
    from ofc_parsers.club_sheets.remarks import Remarks
    from ofc_parsers.spreadsheets.grid import Row

__all__ = ["is_info", "read_head", "read_rate"]

_ID = re.compile(r"[0-9][0-9-]*")
_BY = re.compile(r"By\s+", re.IGNORECASE)


def is_info(row: Row) -> bool:
    """Whether a line says something of a table: it begins so, perhaps after a cell with the time zone."""
    first, *others = (cell.text.strip() for cell in row.filled)
    if GAME_ID.match(first) or TIME_START.match(first) or TYPES[-1].match(first):
        return True
    return (
        "UTC" in first and (TIME_START.search(first) or (others and TIME_START.match(others[0]))) is not None
    )


def read_head(block: Block, own: str | None, remarks: Remarks) -> dict[str, Any]:
    """Read the lines above a table as columns of `ClubTables`; `own` is the offset of the export's times."""
    facts: dict[str, Any] = {"kind": "ring", "utc_offset": own}
    for row in block.info:
        text = " ".join(cell.text.strip() for cell in row.filled)
        if game := GAME_ID.match(text):
            facts |= {
                "game_id": _game_id(game["id"], row, remarks),
                "name": (game["name"] or "").strip() or None,
            }
        elif TIME_START.search(text):
            facts |= _times(text, own)
        else:
            facts |= _type(text.strip())
    if "game_id" not in facts:
        remarks.line("game-id-missing", "the table has no id", block.first, "a line 'ID do jogo: …' above it")
    if facts.get("game") is None:
        message = "nothing tells the game of the table"
        remarks.line("game-missing", message, block.first, "a line such as 'PPSR/OFC …'", severity="warning")
    if facts.get("started_at") is None:
        message = "the table's start is not told, or cannot be read"
        remarks.line(
            "start-missing", message, block.first, "such as 'Início: 2025/12/08 00:00'", severity="note"
        )
    elif facts["utc_offset"] is None:
        remarks.note(
            "time-zone-unsaid", "times without an offset are read as UTC", block.first.filled[0], "UTC -0500"
        )
    return facts


def _game_id(text: str, row: Row, remarks: Remarks) -> str | None:
    if _ID.fullmatch(text):
        return text
    code, message = "game-id-missing", "the table has no readable id"
    if is_mangled(text):
        code, message = "id-mangled", "a spreadsheet program has shortened the table's id"
    remarks.line(code, message, row, "all its digits, as text, such as 251208081611-300001")
    return None


def _times(text: str, own: str | None) -> dict[str, Any]:
    start = TIME_START.search(text)
    if start is None:
        return {}
    ends = list(TIME_END.finditer(text, start.end()))
    end = ends[-1] if ends else None
    between = text[start.end() : end.start() if end else None].strip()
    by = _BY.match(between)
    zone = offset(text[: start.start()]) or (offset(text[end.end() :]) if end else None) or own
    return {
        "started_at": moment(start["stamp"] or "", zone),
        "ended_at": moment(end["stamp"] or "", zone) if end else None,
        "utc_offset": zone,
        "creator": between[by.end() :].strip() or None if by else None,
    }


def _type(text: str) -> dict[str, Any]:
    told = next((found.groupdict() for kind in TYPES if (found := kind.fullmatch(text) or None)), None)
    if told is None:
        found = TYPES[-1].match(text)
        told = found.groupdict() if found else {}
    game = told.get("game") or None
    return {
        "table_type": text,
        "game": OFC if game and OFC in game.upper() else game,
        "kind": "tournament" if TOURNAMENT.search(text) else "ring",
        "stakes": told.get("stakes") or None,
        "fee_rate": told.get("rate"),
        "fee_cap": told.get("cap"),
    }


def read_rate(row: Row, remarks: Remarks) -> tuple[str, Fraction | None] | None:
    """Read what a chip of a league is worth; None where the line is another, no rate where it tells none."""
    found = RATE.fullmatch(" ".join(cell.text.strip() for cell in row.filled))
    if found is None:
        return None
    of, to = (Fraction(found[side].replace(",", ".")) for side in ("of", "to"))
    if not of or not to or max(of.numerator, to.numerator) >= 2**31:
        message = "an exchange rate with a zero is taken for none"
        remarks.line("rate-zero", message, row, "such as 1:5", severity="note")
        return found["league"], None
    return found["league"], to / of
