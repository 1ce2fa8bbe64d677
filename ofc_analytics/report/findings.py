"""What an audit found, as a table and as sentences beside the hands."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit import worst_first
from ofc_analytics.report.contents import Cell, Column, Table
from ofc_analytics.report.names import shown
from ofc_analytics.report.report_words import REPORT_WORDS
from ofc_analytics.report.tables import MOST_ROWS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ofc_analytics.report.terms import Language

__all__ = ["findings_table", "sentences"]

_LONGEST = 400
_SENTENCES = 10


def findings_table(found: pl.DataFrame, *, language: Language = "en") -> Table:
    """Lay findings out, the worst first.

    Parameters
    ----------
    found
        Frame of schema `ofc_analytics.audit.Findings`.

    Returns
    -------
    Table
        At most `MOST_ROWS` rows; `frame` has all of them.
    """
    words = REPORT_WORDS[language]
    ordered = worst_first(found)
    note = words.findings_note.format(f"{found.height:,}") if found.height else words.nothing_found
    return Table(
        key="findings",
        title=words.tables["findings"],
        columns=tuple(Column(heading, wide=name == "reason") for name, heading in words.findings.items()),
        rows=tuple(
            (
                Cell(str(row["severity"])),
                Cell(row["code"]),
                *(_text(row[name]) for name in ("hand",)),
                Cell(", ".join(shown(name) for name in row["players"])),
                *(_text(row[name]) for name in ("claimed", "recomputed", "at_stake", "reason")),
                Cell(shown(_place(row["file"], row["line"]), _LONGEST)),
            )
            for row in ordered.head(MOST_ROWS).iter_rows(named=True)
        ),
        frame=ordered,
        note=note,
    )


def sentences(found: pl.DataFrame | None) -> Mapping[str, Sequence[str]]:
    """What was found of each hand above a note, by ``hand_id``."""
    told: dict[str, list[str]] = defaultdict(list)
    if found is None:
        return told
    above = found.filter((pl.col("severity") != "note") & pl.col("hand_id").is_not_null())
    for hand, reason in above.select("hand_id", "reason").iter_rows():
        if len(told[hand]) < _SENTENCES:
            told[hand].append(shown(reason, _LONGEST))
    return told


def _text(value: str | None) -> Cell:
    return Cell("", "") if value is None else Cell(shown(value, _LONGEST))


def _place(file: str, line: int | None) -> str:
    return file if line is None else f"{file}:{line}"
