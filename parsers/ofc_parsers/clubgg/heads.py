"""What the lines above a table's players say of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ofc_analytics.clubs.schema import OFC
from ofc_parsers.club_sheets.times import moment, offset
from ofc_parsers.clubgg.vocabulary import INFO, PERIOD, TABLE_NAME, TIMES, TOURNAMENT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_parsers.club_sheets.remarks import Remarks
    from ofc_parsers.spreadsheets.grid import Row

__all__ = ["is_info", "read_head"]

_LINES = (PERIOD, TIMES, TABLE_NAME, INFO)


def is_info(row: Row) -> bool:
    """Whether a line says something of a table."""
    return any(line.match(row.filled[0].text.strip()) for line in _LINES)


def read_head(info: Sequence[Row], kind: str, own: str | None, remarks: Remarks) -> dict[str, Any]:
    """Read the lines above a table as columns of `ClubTables`; `own` is the offset of the export's times.

    ClubGG gives its tables no id: one is made of start, creator and name.
    """
    facts: dict[str, Any] = {"kind": kind, "utc_offset": own}
    start = None
    for row in info:
        text = " ".join(cell.text.strip() for cell in row.filled)
        if found := TABLE_NAME.fullmatch(text):
            told = {key: (value or "").strip() or None for key, value in found.groupdict().items()}
            facts |= told | {"name": told["name"] or told.pop("alone")}
            facts.pop("alone", None)
        elif found := INFO.fullmatch(text):
            facts |= _information(found["facts"])
        elif found := TIMES.match(text):
            start = found["start"]
            zone = offset(found["zone"] or "") or own
            facts |= {
                "started_at": moment(start or "", zone),
                "ended_at": moment(found["end"] or "", zone),
                "utc_offset": zone,
            }
    named = facts.get("name")
    if start and named:
        facts["game_id"] = " ".join(part for part in (start, facts.get("creator"), named) if part)
    else:
        missing = "start" if named else "name"
        message = f"the table has no {missing}, and cannot be told from others"
        remarks.line("game-id-missing", message, info[0], "Table Name : … and Start/End Time : …")
    if facts.get("game") is None:
        message = "nothing tells the game of the table"
        remarks.line("game-missing", message, info[0], "Table Information : Game : …", severity="warning")
    if start and facts["utc_offset"] is None:
        remarks.note("time-zone-unsaid", "times without an offset are read as UTC", info[0].filled[0])
    return facts


def _information(text: str) -> dict[str, Any]:
    pairs = [part.partition(":") for part in re.split(r"\s,\s", text)]
    told = {key.strip().casefold(): value.strip() for key, _, value in pairs}
    game = told.get("game") or None
    tournament = TOURNAMENT.fullmatch(game or "")
    played = tournament["game"].strip() if tournament else game
    return {
        "table_type": text.strip(),
        "game": OFC if played and OFC in played.upper() else played,
        "stakes": told.get("blinds") or told.get("buy-in") or None,
        "fee_rate": told.get("rake") or told.get("fee") or None,
        "fee_cap": told.get("cap") or None,
    } | ({"kind": "tournament"} if tournament else {})
