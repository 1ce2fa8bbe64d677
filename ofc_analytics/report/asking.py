"""Which tables a report has: questions to the statistics, each asked only where it can tell something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ofc_analytics.plots.style import of_player
from ofc_analytics.report.fantasyland import plays_fantasyland
from ofc_analytics.report.report_words import REPORT_WORDS
from ofc_analytics.report.tables import answers_table
from ofc_analytics.statistics.dimensions import find_dimension
from ofc_analytics.statistics.questions import Question

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from ofc_analytics.report.contents import Table
    from ofc_analytics.report.terms import Language
    from ofc_analytics.statistics.questions import Study

__all__ = ["tables"]

_RESULT = ("points", "foul_rate", "entry_rate")


@dataclass(frozen=True, slots=True)
class _Asked:
    """A table: its metrics, and what splits it besides the player; `always`, or only where there are several."""

    metrics: tuple[str, ...]
    by: tuple[str, ...] = ()
    always: bool = False


_TABLES = {
    "players": _Asked(
        ("points", "hands_won", "scoops", "scooped", "foul_rate", "royalties", "entry_rate"), always=True
    ),
    "money": _Asked(("net",), always=True),
    "parts": _Asked(
        ("from_rows", "from_scoops", "from_royalties", "from_fouls", "from_fantasyland", "from_other"), always=True
    ),
    "rows": _Asked(
        ("top_won", "middle_won", "bottom_won", "top_royalties", "middle_royalties", "bottom_royalties"), always=True
    ),
    "fantasyland": _Asked(
        (
            "fantasyland_rate", "entry_rate", "stay_rate", "fantasyland_length", "fantasyland_points",
            "points_outside", "points_against_fantasyland",
        ),
        always=True,
    ),
    "opponents": _Asked(("points", "hands_won", "scoops", "scooped"), ("opponent",), always=True),
    "positions": _Asked(_RESULT, ("position",)),
    "sizes": _Asked(_RESULT, ("players",)),
    "layouts": _Asked(("foul_rate", "points"), ("layout",)),
    "rooms": _Asked(_RESULT, ("room",)),
    "units": _Asked(("points",), ("currency", "unit")),
    "days": _Asked(_RESULT, ("day",)),
    "sessions": _Asked(_RESULT, ("session",)),
}  # fmt: skip


def tables(study: Study, *, player: str | None = None, language: Language = "en") -> Iterator[Table]:
    """Ask what a report tells, of one player or of all.

    Parameters
    ----------
    study
        The hands, and how sure the intervals are to be.
    player
        Whose report it is; without one, tables are split by player.
    language
        Of the headings.

    Yields
    ------
    Table
        In the order of the page. A table that could not tell apart anything is left out: days of a night, rooms of one.

    Examples
    --------
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement import settle
    >>> from ofc_analytics.statistics import Study
    >>> anna = Player(seat=1, name="Anna", cards=split_board("Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"))
    >>> boris = Player(seat=2, name="Boris", cards=split_board("4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c"))
    >>> study = Study(settle(frame_from_hands([Hand(players=(anna, boris))])))
    >>> [table.title for table in tables(study)]
    ['Players', 'What the points a hand are made of', 'Rows and royalties', 'Fantasyland', 'Against each opponent']
    """
    words = REPORT_WORDS[language]
    where = {} if player is None else {"player": player}
    rows = of_player(study.observations, player)
    for key, asked in _TABLES.items():
        if key == "fantasyland" and not plays_fantasyland(study):
            continue
        if key == "money" and rows["net"].null_count() == rows.height:
            continue
        if not asked.always and not _tells(rows, asked.by, study):
            continue
        by = asked.by if player is not None and asked.by else ("player", *asked.by)
        answers = study.ask(Question(asked.metrics, by, where))
        yield answers_table(answers, by, key=key, title=words.tables[key], language=language)


def _tells(rows: pl.DataFrame, by: tuple[str, ...], study: Study) -> bool:
    if "layout" in by and study.hands is None:
        return False
    values = rows.select(*(find_dimension(name).expression.alias(name) for name in by)).unique()
    return values.height > 1
