"""What in a workbook of a Grand Union is whose, so that it can be written again without."""

from __future__ import annotations

from ofc_parsers.club_sheets.cells import plain
from ofc_parsers.club_sheets.disguising import Export, amount, creator, identity, kept, table, when
from ofc_parsers.suprema.vocabulary import (
    DETAIL,
    DETAIL_COLUMNS,
    GAME,
    RESUME,
    STATISTICS,
    STYLE,
    TABLE_COLUMNS,
    TABLES,
    TRIO,
    WORDS,
)

__all__ = ["EXPORT"]

_SECRETS = {
    "game_id": identity,
    "name": table,
    "creator": creator,
    "table_type": kept,
    "started_at": when,
    "ended_at": when,
}
_READ = frozenset({RESUME, STATISTICS, TABLES, DETAIL})
_OF_TABLES = {
    heading: _SECRETS.get(key, amount) for heading, key in TABLE_COLUMNS.items() if heading not in WORDS
}

EXPORT = Export(
    words=WORDS,
    style=STYLE,
    wanted=lambda name: plain(name) in _READ,
    heads=(GAME,),
    secrets={"id": identity, "name": table, "creator": creator},
    usual=lambda name: DETAIL_COLUMNS if name == DETAIL else {},
    columns=_OF_TABLES | dict.fromkeys(TRIO, amount),
    names=_READ,
)
