"""What is in a report, what is not, and why: the counts add up."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.report.contents import Fact
from ofc_analytics.report.names import shown
from ofc_analytics.report.report_words import REPORT_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ofc_analytics.errors import ParseIssue
    from ofc_analytics.report.terms import Language

__all__ = ["scope"]

_KNOWN = frozenset({"duplicate-hand", "told-again"})
_FILES = 50


def scope(
    results: pl.DataFrame, issues: Sequence[ParseIssue] = (), *, language: Language = "en"
) -> list[Fact]:
    """Tell how many hands were read and what became of them, the files and the rule sets.

    Parameters
    ----------
    results
        Frame of schema `Results` that the report is about.
    issues
        What reading and settling said.
    """
    words = REPORT_WORDS[language].facts
    left_out = Counter[str]()
    known = 0
    for issue in issues:
        if issue.code in _KNOWN:
            known += issue.hands
        elif issue.severity == "error":
            left_out[issue.code] += issue.hands
    missing = left_out.total()
    facts = [
        Fact(words["read"], f"{results.height + known + missing:,}"),
        Fact(words["settled"], f"{results.height:,}"),
        Fact(words["duplicates"], f"{known:,}"),
        Fact(words["left_out"], f"{missing:,}"),
    ]
    facts += [
        Fact(words["reason"].format(code), f"{count:,}") for code, count in left_out.most_common() if count
    ]
    unpriced = results.filter(pl.col("unit").is_null()).height
    if unpriced:
        facts.append(Fact(words["unpriced"], f"{unpriced:,}"))
    return [*facts, *_rule_sets(results, words), *_files(results, words)]


def _rule_sets(results: pl.DataFrame, words: Mapping[str, str]) -> Iterator[Fact]:
    sets = results.select("rules", "fingerprint").unique(maintain_order=True)
    for name, fingerprint in sets.iter_rows():
        yield Fact(words["fingerprint"].format(shown(name or "")), fingerprint)


def _files(results: pl.DataFrame, words: Mapping[str, str]) -> Iterator[Fact]:
    files = results.select(pl.col("source").struct.field("file", "sha256")).unique(maintain_order=True)
    for file, digest in files.head(_FILES).iter_rows():
        yield Fact(f"{words['file']} {shown(file, 120)}", f"SHA-256 {digest}")
    if files.height > _FILES:
        yield Fact(words["file"], f"… {files.height:,}")
