"""What in an export of PPPoker is whose, so that it can be written again without."""

from __future__ import annotations

import re

from ofc_analytics.clubs.schema import OFC
from ofc_parsers.club_sheets.cells import plain
from ofc_parsers.club_sheets.disguising import Export, amount, creator, identity, table
from ofc_parsers.pppoker_club.vocabulary import MADE_BY, MEMBERS, SHEETS, STYLE, TYPES, UNREAD, WORDS

__all__ = ["EXPORT"]

_TABLE = r"(?:Nome da mesa|Название стола|Table name)\s*:\s*"

EXPORT = Export(
    words=WORDS,
    style=STYLE,
    wanted=lambda name: plain(name) not in UNREAD,
    heads=(
        re.compile(
            rf"(?:ID do jogo|ID игры|Game ID)\s*:\s*(?P<id>\S*)(?:\s*{_TABLE}(?P<name>.*))?",
            re.IGNORECASE | re.DOTALL,
        ),
        re.compile(rf"^\s*{_TABLE}(?P<name>.*)", re.IGNORECASE | re.DOTALL),
        re.compile(
            r"\bBy\s+(?P<creator>.*?)(?=\s*(?:Fim|Окончание|End time)\s*:|$)", re.IGNORECASE | re.DOTALL
        ),
        re.compile(r"^\s*(?:Liga|SuperUnion)\s+(?P<league>\S+)\s+Taxa de câmbio", re.IGNORECASE),
        re.compile(r"(?:Início|Начало|Start time|Fim|Окончание|End time)\s*:|\bUTC\b", re.IGNORECASE),
        re.compile(rf"^\s*(?:{TYPES[-1].pattern})", re.IGNORECASE),
        re.compile(re.escape(MADE_BY)),
    ),
    secrets={"id": identity, "name": table, "creator": creator, "league": identity},
    usual=lambda _: {},
    columns={plain(OFC): amount, "total": amount, "total geral": amount},
    names=SHEETS | UNREAD | {MEMBERS},
)
