"""What is in a report, what is not, and why: the counts add up."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.report.contents import Fact
from ofc_analytics.report.report_words import REPORT_WORDS
from ofc_analytics.settlement.copies import copies
from ofc_analytics.statistics.writing import count_text
from ofc_analytics.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ofc_analytics.clubs import ClubExports
    from ofc_analytics.errors import ParseIssue
    from ofc_analytics.report.terms import Language

__all__ = ["file_name", "scope", "with_player"]

_FILES = 50


def scope(
    results: pl.DataFrame,
    issues: Sequence[ParseIssue] = (),
    *,
    player: str | None = None,
    entries: pl.DataFrame | None = None,
    clubs: ClubExports | None = None,
    language: Language = "en",
) -> list[Fact]:
    """Tell how many hands were read and what became of them, the files and the rule sets.

    Parameters
    ----------
    results
        Frame of schema `Results`: all that could be settled.
    issues
        What reading and settling said.
    player
        Whose report it is; hands without him are told as not in it.
    entries, clubs
        Money and tables told beside the hands, which the audit has looked at.
    language
        Of the labels.

    Returns
    -------
    list of Fact
        Hands read are those settled, known already and left out; of the settled, those in the report and those without
        the player. Files by name, without the folders they lie in.

    Examples
    --------
    >>> from ofc_analytics.schema import RESULTS
    >>> [fact.value for fact in scope(RESULTS.to_frame())]
    ['0', '0', '0', '0']
    """
    words = REPORT_WORDS[language].facts
    known = sum(issue.hands for issue in issues if issue.is_repeat)
    left_out = Counter[str]()
    for issue in issues:
        if issue.severity == "error" and not issue.is_repeat:
            left_out[issue.code] += issue.hands
    counts = {
        words["read"]: results.height + known + left_out.total(),
        words["settled"]: results.height,
        words["duplicates"]: known,
        words["left_out"]: left_out.total(),
        **{words["reason"].format(code): count for code, count in left_out.most_common() if count},
    }
    if player is not None:
        own = with_player(results, player).height
        counts |= {
            words["player"].format(shown(player)): own,
            words["player_only"].format(shown(player)): results.height - own,
        }
    if unpriced := results["unit"].null_count():
        counts[words["unpriced"]] = unpriced
    if entries is not None and entries.height:
        counts[words["entries"]] = entries.height
    if clubs is not None and clubs.tables.height:
        counts[words["clubs"]] = clubs.tables.height
    facts = [Fact(label, count_text(count, language)) for label, count in counts.items()]
    return [
        *facts,
        *_copied(results, words["copied"], language),
        *_rule_sets(results, words),
        *_files(results, entries, clubs, issues, words),
    ]


def _copied(results: pl.DataFrame, label: str, language: Language) -> Iterator[Fact]:
    """Hands with the boards of an earlier one, which have another identity, and the files of the later ones."""
    again = results[copies(results)["at"]].select(pl.col("source").struct.field("file").alias("file"))
    files = again.group_by("file", maintain_order=True).len().rows()
    if files:
        named = ", ".join(
            f"{shown(file_name(file), 120)} ({count_text(times, language)})" for file, times in files[:_FILES]
        )
        yield Fact(
            label, f"{count_text(again.height, language)}: {named}{', …' if len(files) > _FILES else ''}"
        )


def _rule_sets(results: pl.DataFrame, words: Mapping[str, str]) -> Iterator[Fact]:
    sets = results.select("rules", "fingerprint").unique(maintain_order=True)
    for name, fingerprint in sets.iter_rows():
        yield Fact(words["fingerprint"].format(shown(name or "")), fingerprint)


def _files(
    results: pl.DataFrame,
    entries: pl.DataFrame | None,
    clubs: ClubExports | None,
    issues: Sequence[ParseIssue],
    words: Mapping[str, str],
) -> Iterator[Fact]:
    read = results.select(pl.col("source").struct.field("file", "sha256")).unique(maintain_order=True)
    for file, digest in read.head(_FILES).iter_rows():
        yield Fact(f"{words['file']} {shown(file_name(file), 120)}", f"SHA-256 {digest}")
    if read.height > _FILES:
        yield Fact(words["file"], f"… {read.height}")
    beside = [
        frame["file"] for frame in (entries, None if clubs is None else clubs.tables) if frame is not None
    ]
    others = {
        file: None
        for files in beside
        for file in files.unique(maintain_order=True)
        if file not in read["file"]
    }
    for file in others:
        yield Fact(f"{words['file']} {shown(file_name(file), 120)}", words["beside"])
    refused = dict.fromkeys(issue.file for issue in issues if issue.hands)
    without = [file for file in refused if file not in others and file not in read["file"]]
    for file in without[:_FILES]:
        yield Fact(f"{words['file']} {shown(file_name(file), 120)}", words["nothing"])
    if len(without) > _FILES:
        yield Fact(words["file"], f"… {len(without)}")


def file_name(file: str) -> str:
    """The last part of a path: where somebody keeps his files is nobody's business.

    >>> file_name("/home/anna/night.csv"), file_name("night.csv")
    ('night.csv', 'night.csv')
    """
    return file.rpartition("/")[2].rpartition("\\")[2]


def with_player(results: pl.DataFrame, player: str) -> pl.DataFrame:
    """The hands that a player played."""
    return results.filter(pl.col("players").list.eval(pl.element().struct.field("name") == player).list.any())
