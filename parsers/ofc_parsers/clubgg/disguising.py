"""What in ClubGG's workbooks is whose, so that they can be written again without."""

from __future__ import annotations

from ofc_parsers.club_sheets.cells import plain
from ofc_parsers.club_sheets.disguising import Export, club, creator, table
from ofc_parsers.clubgg.vocabulary import DETAILS, INFO, PERIOD, ROSTERS, STYLE, TABLE_NAME, TIMES, WORDS

__all__ = ["EXPORT"]

_READ = frozenset({*DETAILS, *ROSTERS})

EXPORT = Export(
    words=WORDS,
    style=STYLE,
    wanted=lambda name: plain(name) in _READ,
    heads=(TABLE_NAME, PERIOD, TIMES, INFO),
    secrets={"name": table, "alone": table, "creator": creator, "club": club},
    usual=lambda name: DETAILS[name].columns if name in DETAILS else ROSTERS.get(name, {}),
    names=_READ,
)
