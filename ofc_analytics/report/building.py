"""From results to what a report says."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.findings import command_of
from ofc_analytics.plots.style import of_player
from ofc_analytics.report.asking import tables
from ofc_analytics.report.charts import charts
from ofc_analytics.report.contents import Report
from ofc_analytics.report.findings import findings_table, sentences
from ofc_analytics.report.hands import MOST_HANDS, selected
from ofc_analytics.report.hands import entries as entries_of
from ofc_analytics.report.issues import issues_table
from ofc_analytics.report.order import in_order
from ofc_analytics.report.report_words import REPORT_WORDS
from ofc_analytics.report.scope import scope, with_player
from ofc_analytics.report.summary import summary
from ofc_analytics.settlement.checking import require_results
from ofc_analytics.settlement.copies import without_copies
from ofc_analytics.statistics.questions import Study
from ofc_analytics.statistics.writing import count_text
from ofc_analytics.wording import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.clubs import ClubExports
    from ofc_analytics.errors import ParseIssue
    from ofc_analytics.report.report_words import ReportWords
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
    entries: pl.DataFrame | None = None,
    clubs: ClubExports | None = None,
    rest: str = "",
    rest_issues: str = "",
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
    entries, clubs
        What was told of money and tables beside the hands, which the audit has looked at.
    rest, rest_issues
        Where all the hands, and all the issues, are if not all of them stand on the page: names of files beside it.

    Raises
    ------
    SettlementError
        If `results` is no frame of results.
    LookupFailedError
        If no hand has such a player; the message lists those there are, nearest first.

    Examples
    --------
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement import settle
    >>> anna = Player(seat=1, name="Anna", cards=split_board("Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"))
    >>> boris = Player(seat=2, name="Boris", cards=split_board("4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c"))
    >>> report = build(settle(frame_from_hands([Hand(players=(anna, boris), unit=1000)])))
    >>> [(fact.label, fact.value) for fact in report.summary][3:5]
    [('most points', 'Anna +13'), ('fewest points', 'Boris -13')]
    """
    require_results(results)
    words = REPORT_WORDS[language]
    played, ordered = in_order(without_copies(results))
    study = Study(played, hands)
    of_player(study.observations, player)  # refuses who is not there
    own = played if player is None else with_player(played, player)
    about = None if findings is None else _about(findings, own, player)
    kept = selected(own, () if about is None else _above_notes(about))
    count = count_text(own.height, language)
    made = words.title.format(count) if player is None else words.title_player.format(shown(player), count)
    return Report(
        language=language,
        title=shown(title, 200) if title else made,
        summary=summary(study, own, player=player, language=language),
        figures=tuple(charts(study, player=player, language=language)),
        tables=tuple(tables(study, player=player, language=language)),
        hands=entries_of(kept, language=language, notes=sentences(about, language=language)),
        hands_note=_hands_note(own.height, words, language, rest, ordered=ordered),
        findings=None
        if findings is None or about is None
        else findings_table(about, elsewhere=findings.height - about.height, language=language),
        scope=scope(results, issues, player=player, entries=entries, clubs=clubs, language=language),
        issues=issues_table(issues, rest=rest_issues, language=language),
        methods=words.methods,
        made_by=f"ofc_analytics {version('ofc-analytics')}",
    )


def _above_notes(findings: pl.DataFrame) -> list[str]:
    return findings.filter(pl.col("severity") != "note")["hand_id"].drop_nulls().to_list()


def _hands_note(hands: int, words: ReportWords, language: Language, rest: str, *, ordered: bool) -> str:
    count = count_text(hands, language)
    if hands <= MOST_HANDS:
        return (words.all_hands if ordered else words.all_hands_unordered).format(count)
    beside = words.rest.format(rest) if rest else ""
    return words.some_hands.format(count_text(MOST_HANDS, language), count, beside)


def _about(findings: pl.DataFrame, own: pl.DataFrame, player: str | None) -> pl.DataFrame:
    """Findings of a player's hands, those that name him and those that name nobody; files without their folders."""
    name = pl.col("file").str.replace(r"^.*[/\\]", "")
    named = findings.with_columns(file=name, explain=command_of(name, pl.col("hand_id")))
    if player is None:
        return named
    his = pl.col("hand_id").is_in(own["hand_id"].implode())
    return named.filter(
        his.fill_null(value=False)
        | pl.col("players").list.contains(player)
        | (pl.col("players").list.len() == 0)
    )
