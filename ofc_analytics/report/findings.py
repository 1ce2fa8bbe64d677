"""What an audit found, as a table and as sentences beside the hands."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit import worst_first
from ofc_analytics.errors import SEVERITIES
from ofc_analytics.report.contents import Cell, Column, Table
from ofc_analytics.report.report_words import REPORT_WORDS
from ofc_analytics.report.restating import restated
from ofc_analytics.report.tables import MOST_ROWS
from ofc_analytics.report.terms import TERMS
from ofc_analytics.statistics.writing import count_text
from ofc_analytics.wording import shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ofc_analytics.report.terms import Language

__all__ = ["findings_table", "sentences"]

_LONGEST = 400
_SENTENCES = 10


def findings_table(found: pl.DataFrame, *, elsewhere: int = 0, language: Language = "en") -> Table:
    """Lay findings out, the worst first.

    Parameters
    ----------
    found
        Frame of schema `ofc_analytics.audit.Findings`.
    elsewhere
        How many more there are, which the report is not about.
    language
        Of the headings; what was found is told in English.

    Returns
    -------
    Table
        At most `MOST_ROWS` rows; `frame` has all of them.

    Examples
    --------
    >>> from ofc_analytics.audit import Findings
    >>> findings_table(Findings.create_empty()).note
    'The audit found nothing that does not stand.'
    """
    words = REPORT_WORDS[language]
    ordered = worst_first(found)
    count = count_text(found.height, language)
    if found.is_empty() and not elsewhere:
        note = words.nothing_found
    elif found.height > MOST_ROWS:
        note = words.findings_cut.format(count_text(MOST_ROWS, language), count)
    else:
        note = words.findings_note.format(count)
    if elsewhere:
        note = f"{note} {words.findings_elsewhere.format(count_text(elsewhere, language))}"
    return Table(
        key="findings",
        title=words.tables["findings"],
        columns=tuple(
            Column(heading, numeric=name == "at_stake", wide=name == "reason")
            for name, heading in words.findings.items()
        ),
        rows=tuple(
            (
                Cell(TERMS[language].values[row["severity"]], SEVERITIES.index(row["severity"])),
                Cell(row["code"]),
                replace(_text(row["hand"]), order=row["hand"] or ""),
                Cell(", ".join(shown(name) for name in row["players"])),
                *(
                    replace(_text(row[name], language), order=row[name] or "")
                    for name in ("claimed", "recomputed")
                ),
                replace(_text(row["at_stake"], language), order="" if row["stake"] is None else row["stake"]),
                _text(row["reason"]),
                Cell(shown(_place(row["file"], row["line"]), _LONGEST)),
            )
            for row in ordered.head(MOST_ROWS)
            .with_columns(stake=pl.col("at_stake").cast(pl.Float64, strict=False))
            .iter_rows(named=True)
        ),
        frame=ordered,
        note=note,
    )


def sentences(found: pl.DataFrame | None) -> Mapping[str, Sequence[str]]:
    """What was found of each hand above a note, by ``hand_id``.

    Parameters
    ----------
    found
        Frame of schema `ofc_analytics.audit.Findings`; null: no audit was made.

    Returns
    -------
    mapping of str to sequence of str
        At most ten sentences a hand; an ellipsis stands for more.

    Examples
    --------
    >>> found = pl.DataFrame({"severity": ["error", "note"], "hand_id": ["3f", "3f"], "reason": ["a card twice", "-"]})
    >>> dict(sentences(found))
    {'3f': ['a card twice']}
    """
    told: dict[str, list[str]] = defaultdict(list)
    if found is None:
        return told
    above = found.filter((pl.col("severity") != "note") & pl.col("hand_id").is_not_null())
    for hand, reason in above.select("hand_id", "reason").iter_rows():
        if len(told[hand]) < _SENTENCES:
            told[hand].append(shown(reason, _LONGEST))
        elif len(told[hand]) == _SENTENCES:
            told[hand].append("…")
    return told


def _text(value: str | None, language: Language = "en") -> Cell:
    return Cell("", "") if value is None else Cell(shown(restated(value, language), _LONGEST))


def _place(file: str, line: int | None) -> str:
    return file if line is None else f"{file}:{line}"
