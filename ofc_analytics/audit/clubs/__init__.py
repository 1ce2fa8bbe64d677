"""Club exports against themselves, and against settled hands of the same tables: every deviation a row.

What each code means stands in ``docs/clubs.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.clubs.balance import check_balance
from ofc_analytics.audit.clubs.lines import check_lines
from ofc_analytics.audit.clubs.members import check_members
from ofc_analytics.audit.clubs.played import check_played
from ofc_analytics.audit.clubs.repeats import check_repeats
from ofc_analytics.audit.clubs.scaled import Scaled
from ofc_analytics.audit.clubs.totals import check_table_totals
from ofc_analytics.audit.findings import FINDINGS, Findings

if TYPE_CHECKING:
    from ofc_analytics.clubs import ClubExports

__all__ = ["check_clubs"]

_CHECKS = (check_table_totals, check_balance, check_lines, check_members, check_repeats)


def check_clubs(exports: ClubExports, results: pl.DataFrame | None = None) -> pl.DataFrame:
    """Reconcile club exports.

    Each file is held against itself: lines of players against the totals of their table, what a table's players
    lost against what the club took, players' totals a game against their lines. Files are compared where they
    tell of one table, and so are settled hands.

    Parameters
    ----------
    exports
        What `ofc_analytics.formats.read_clubs` gives.
    results
        Frame of schema `Results`. Hands whose session or table is the id of a table are held against its lines.

    Returns
    -------
    polars.DataFrame
        Frame of schema `Findings`, in the order of the files; ``hand`` is the id of the table.

    Examples
    --------
    >>> import io
    >>> from ofc_analytics.formats import read_clubs
    >>> export = '''ID игры: 251208081611-300001;Название стола: Ананас
    ... PPSR/OFC 1 5% 5BB 2.0h
    ... ID игрока;Ник;Бай-ин с PP-фишками;Раздачи;Общий;Комиссия
    ... 1000001;Anna;100;20;57,50;2,50
    ... 1000002;Boris;100;20;-60,00;0
    ... Итог;;200;40;-2,50;2,00
    ... '''
    >>> check_clubs(read_clubs(io.BytesIO(export.encode())))["reason"].to_list()
    ['The totals of the table tell fee 2.00, and its 2 lines add up to 2.50.']
    """
    scaled = Scaled.of(exports)
    found = [check(scaled) for check in _CHECKS]
    if results is not None:
        found.append(check_played(scaled, results))
    return Findings.validate(
        pl.concat([FINDINGS.to_frame(), *found]).sort(
            pl.col("file").rank("dense"), "line", maintain_order=True, nulls_last=True
        )
    )
