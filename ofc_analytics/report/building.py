"""From results to what a report says."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.errors import LookupFailedError
from ofc_analytics.report.asking import tables
from ofc_analytics.report.charts import charts
from ofc_analytics.report.contents import Fact, Report
from ofc_analytics.report.findings import findings_table, sentences
from ofc_analytics.report.hands import MOST_HANDS, entries, selected
from ofc_analytics.report.names import shown
from ofc_analytics.report.report_words import REPORT_WORDS
from ofc_analytics.report.scope import scope
from ofc_analytics.report.summary import summary
from ofc_analytics.settlement.checking import require_results
from ofc_analytics.statistics.questions import Study
from ofc_analytics.wording import nearest_first

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.errors import ParseIssue
    from ofc_analytics.report.terms import Language

__all__ = ["build"]


def build(
    results: pl.DataFrame,
    *,
    hands: pl.DataFrame | None = None,
    player: str | None = None,
    language: Language = "en",
    title: str | None = None,
    findings: pl.DataFrame | None = None,
    issues: Sequence[ParseIssue] = (),
    rest: str = "",
) -> Report:
    """Gather what a report says, of a night or of one player.

    Parameters
    ----------
    results
        Frame of schema `Results`; hands of one table in the order they were played.
    hands
        Frame of schema `Hands` they were settled from, for what only it has.
    player
        Name of the player it is about; without one it is about all.
    language
        ``en`` or ``ru``.
    title
        In place of one made from the hands.
    findings
        Frame of schema `ofc_analytics.audit.Findings`; null: no audit was made, and the report does not speak of one.
    issues
        What reading and settling left out, or remarked on.
    rest
        Where all the hands are, if not all of them fold out on the page: the name of a file beside it.

    Raises
    ------
    SettlementError
        If `results` is no frame of results.
    LookupFailedError
        If no hand has such a player; the message lists those there are, nearest first.
    """
    require_results(results)
    words = REPORT_WORDS[language]
    own = results if player is None else _of_player(results, player)
    study = Study(own, hands)
    about = findings if findings is None or player is None else _about(findings, own)
    kept = selected(own, () if about is None else about["hand_id"].drop_nulls().to_list())
    count = f"{own.height:,}"
    made = words.title.format(count) if player is None else words.title_player.format(shown(player), count)
    return Report(
        language=language,
        title=shown(title, 200) if title else made,
        summary=summary(study, player=player, language=language),
        figures=tuple(charts(study, player=player, language=language)),
        tables=tuple(tables(study, player=player, language=language)),
        hands=entries(kept, language=language, notes=sentences(about)),
        hands_note=words.all_hands.format(count)
        if kept.height == own.height
        else words.some_hands.format(f"{MOST_HANDS:,}", count, words.rest.format(rest) if rest else ""),
        findings=None if about is None else findings_table(about, language=language),
        scope=[
            *scope(own, issues, language=language),
            *(
                [Fact(words.facts["player_only"].format(shown(player)), f"{results.height - own.height:,}")]
                if player is not None
                else []
            ),
        ],
        methods=words.methods,
        made_by=f"ofc_analytics {version('ofc-analytics')}",
    )


def _of_player(results: pl.DataFrame, player: str) -> pl.DataFrame:
    own = results.filter(pl.col("players").list.eval(pl.element().struct.field("name") == player).list.any())
    if own.is_empty():
        names = results["players"].explode().struct.field("name").unique().sort().to_list()
        raise LookupFailedError(
            f"no hand has a player {player!r}; nearest first: {nearest_first(player, names)}"
        )
    return own


def _about(findings: pl.DataFrame, own: pl.DataFrame) -> pl.DataFrame:
    return findings.filter(pl.col("hand_id").is_in(own["hand_id"].implode()))
