"""What an audit found, as a table and as sentences beside the hands."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit import worst_first
from ofc_analytics.errors import SEVERITIES
from ofc_analytics.report.contents import Cell, Column, Remark, Table
from ofc_analytics.report.finding_words import FINDING_WORDS
from ofc_analytics.report.report_words import REPORT_WORDS
from ofc_analytics.report.restating import restated
from ofc_analytics.report.tables import MOST_ROWS
from ofc_analytics.report.terms import TERMS
from ofc_analytics.statistics.writing import count_text
from ofc_analytics.wording import shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ofc_analytics.report.terms import Language

__all__ = ["findings_table", "sentences"]

_LONGEST = 400
_SENTENCES = 10
_FIGURE = re.compile(r"\d[\d.,/:-]*")


def findings_table(found: pl.DataFrame, *, elsewhere: int = 0, language: Language = "en") -> Table:
    """Lay findings out, the worst first.

    Parameters
    ----------
    found
        Frame of schema `ofc_analytics.audit.Findings`.
    elsewhere
        How many more there are, which the report is not about.
    language
        Of headings and of what was found; what the audit says beyond that is English.

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
            Column(heading, numeric=name == "at_stake", wide=name == "reason", whole=name == "code")
            for name, heading in words.findings.items()
        ),
        rows=tuple(
            (
                Cell(TERMS[language].values[row["severity"]], SEVERITIES.index(row["severity"])),
                Cell(row["code"], why=FINDING_WORDS[language].families.get(row["family"], row["family"])),
                replace(_text(row["hand"]), order=row["hand"] or ""),
                Cell(", ".join(shown(name) for name in row["players"])),
                *(
                    replace(_text(row[name], language), order=row[name] or "")
                    for name in ("claimed", "recomputed")
                ),
                replace(_text(row["at_stake"], language), order="" if row["stake"] is None else row["stake"]),
                _reason(row, language),
                Cell(shown(_place(row["file"], row["line"]), _LONGEST)),
            )
            for row in ordered.head(MOST_ROWS)
            .with_columns(stake=pl.col("at_stake").cast(pl.Float64, strict=False))
            .iter_rows(named=True)
        ),
        frame=ordered,
        note=note,
    )


def sentences(found: pl.DataFrame | None, *, language: Language = "en") -> Mapping[str, Sequence[Remark]]:
    """What was found of each hand above a note, by ``hand_id``.

    Parameters
    ----------
    found
        Frame of schema `ofc_analytics.audit.Findings`; null: no audit was made.
    language
        Of the sentences, which beside the English ones say who it is about, what is claimed and what is so.

    Returns
    -------
    mapping of str to sequence of Remark
        At most ten a hand; an ellipsis stands for more.

    Examples
    --------
    >>> from ofc_analytics.audit import Findings
    >>> sentences(Findings.create_empty())
    {}
    """
    told: dict[str, list[Remark]] = {}
    if found is None:
        return told
    above = found.filter((pl.col("severity") != "note") & pl.col("hand_id").is_not_null())
    for row in above.iter_rows(named=True):
        of_hand = told.setdefault(row["hand_id"], [])
        if len(of_hand) < _SENTENCES:
            of_hand.append(_remark(row, language))
        elif len(of_hand) == _SENTENCES:
            of_hand.append(Remark("…"))
    return told


def _remark(row: dict[str, Any], language: Language) -> Remark:
    reason = _reason(row, language)
    if row["code"] not in FINDING_WORDS[language].reasons:
        return Remark(reason.text)
    names, labels = ", ".join(shown(name) for name in row["players"]), REPORT_WORDS[language].findings
    numbers = [
        f"{labels[name]}: {cell.text}"
        for name in ("claimed", "recomputed")
        if (cell := _text(row[name], language)).text
    ]
    return Remark(f"{reason.text} {'; '.join(filter(None, (names, *numbers)))}".strip(), reason.original)


def _reason(row: dict[str, Any], language: Language) -> Cell:
    """Why, in the language; the audit's own words beside it where they say more."""
    own = shown(row["reason"], _LONGEST)
    said = FINDING_WORDS[language].reasons.get(row["code"])
    return Cell(own) if said is None else Cell(said, original=own if _says_more(row) else "")


def _says_more(row: dict[str, Any]) -> bool:
    """Whether a reason has several sentences, or a figure that no column has."""
    beside = (*row["players"], *(row[name] for name in ("claimed", "recomputed", "at_stake", "hand")))
    told = {figure for text in beside if text for figure in _figures(text)}
    return ". " in row["reason"] or not told.issuperset(_figures(row["reason"]))


def _figures(text: str) -> list[str]:
    return [figure.rstrip(".,:-/") for figure in _FIGURE.findall(text)]


def _text(value: str | None, language: Language = "en") -> Cell:
    return Cell("", "") if value is None else Cell(shown(restated(value, language), _LONGEST))


def _place(file: str, line: int | None) -> str:
    return file if line is None else f"{file}:{line}"
