"""All questions to all pairs together: corrected for how many were asked, in words, and as findings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.company.discards import ask_discards
from ofc_analytics.audit.company.flows import ask_flows
from ofc_analytics.audit.company.matrix import pair_matrix, tables_shared
from ofc_analytics.audit.company.meetings import meetings
from ofc_analytics.audit.company.seating import SEATS, ask_seating, seats_of_exports, seats_of_hands
from ofc_analytics.audit.company.testing import ANSWERS, LEVEL, corrected
from ofc_analytics.audit.findings import FINDINGS, Findings
from ofc_analytics.clubs import ClubExports
from ofc_analytics.settlement.checking import require_hands
from ofc_analytics.wording import counted

if TYPE_CHECKING:
    from ofc_analytics.audit.company.meetings import Meetings

__all__ = ["Company", "judge_company"]

_KEY = ["name", "first", "second"]
_ROUNDS = 10
_STRIKING = 0.01
"""Chance, for all tests, below which a question is a warning; choosing one's table is a note whatever it is."""


@dataclass(frozen=True, slots=True)
class Company:
    """Who plays with whom.

    Attributes
    ----------
    pairs
        Frame of schema `Pairs`: what flowed between every two players of the hands.
    exports
        Frame of schema `TablesShared`: the tables of club exports that two players shared.
    tests
        Frame of schema `PairTests`, the most unlikely first.
    findings
        Frame of schema `Findings`: one for each test below the level, and a note on what was looked at.
    words
        The outcome in words: questions with numbers, and no verdict on anybody.
    """

    pairs: pl.DataFrame
    exports: pl.DataFrame
    tests: pl.DataFrame
    findings: pl.DataFrame
    words: str


def judge_company(
    results: pl.DataFrame, hands: pl.DataFrame | None = None, clubs: ClubExports | None = None
) -> Company:
    """Ask of every pair of players what skill and chance do not explain.

    Parameters
    ----------
    results
        Frame of schema `Results`. Hands of one table stand in the order they were played; a name is a player.
    hands
        Frame of schema `Hands`, from which they were settled: discards are looked at where streets are known.
    clubs
        Club exports: where players sat together, and what flowed at tables of two.

    Returns
    -------
    Company

    Raises
    ------
    SettlementError
        If `results` is no frame of results, or `hands` no frame of hands.

    Examples
    --------
    >>> from ofc_analytics.schema import RESULTS
    >>> judge_company(RESULTS.to_frame()).words
    'Nothing could be tested in 0 hands: no pair shares enough of them, or of occasions to choose a table.'
    """
    met = meetings(results)
    exports = clubs or ClubExports.of([], [], [], [])
    seats = pl.concat([SEATS.to_frame(), seats_of_hands(results), seats_of_exports(exports, results)])
    if hands is not None:
        require_hands(hands)
    tests = _tests(met, hands, ask_seating(seats))
    pairs = pair_matrix(met)
    words = _summary(tests, met.hands.height)
    files = results["source"].struct.field("file").to_list() + exports.lines["file"].to_list()
    findings = _findings(tests, words, list(dict.fromkeys(files)))
    return Company(pairs, tables_shared(exports), tests, findings, words)


def _tests(met: Meetings, hands: pl.DataFrame | None, seating: pl.DataFrame) -> pl.DataFrame:
    """All tests. What one pair does shows in the tests of others too, so these are asked again without that pair's hands.

    Fair players come to the second round as seldom as to a question, so the level stands.
    """
    found = ANSWERS.to_frame()
    answers = _answers(met, hands)
    for _ in range(_ROUNDS):
        tests = corrected(pl.concat([found, answers, seating]))
        told = pl.col("p_holm") < LEVEL, pl.col("name") != "pair-seated"
        new = (
            tests.filter(*told)
            .join(found, on=["first", "second"], how="anti")
            .join(found, left_on=["first", "second"], right_on=["second", "first"], how="anti")
            .sort("p", "name", "first", "second")
        )
        if new.is_empty():
            break
        pair = new.row(0, named=True)["first"], new.row(0, named=True)["second"]
        own = pl.col("first").is_in(pair) & pl.col("second").is_in(pair)
        found = found.vstack(answers.filter(own))
        met = met.without(*pair)
        again = _answers(met, hands)
        gone = answers.filter(~own).join(again, on=_KEY, how="anti", maintain_order="left")
        answers = again.vstack(
            gone.with_columns(
                p=pl.lit(None, pl.Float64),
                missing=pl.lit(f"all their hands are some that {pair[0]} and {pair[1]} share"),
            )
        )
    return corrected(pl.concat([found, answers, seating]))


def _answers(met: Meetings, hands: pl.DataFrame | None) -> pl.DataFrame:
    known = [] if hands is None else [ask_discards(hands, met)]
    return pl.concat([*ask_flows(met), *known])


def _summary(tests: pl.DataFrame, hands: int) -> str:
    asked = tests.filter(pl.col("p_holm") < LEVEL)
    made = tests.filter(pl.col("p").is_not_null())
    if made.is_empty():
        return (
            f"Nothing could be tested in {counted(hands, 'hand')}: no pair shares enough of them, or of occasions to "
            "choose a table."
        )
    among = f"{counted(_pairs_of(made), 'pair')} in {counted(hands, 'hand')}"
    outcome = (
        f"{counted(asked.height, 'question')} about {counted(_pairs_of(asked), 'pair')} among {among}"
        if asked.height
        else f"Nothing unusual among {among}"
    )
    return (
        f"{outcome}: {counted(made.height, 'test')}, of which fair players are asked any with a chance of at most "
        f"{LEVEL:.0%}. Not tested: {tests.height - made.height:,}, as the two share too little."
    )


def _findings(tests: pl.DataFrame, words: str, files: list[str]) -> pl.DataFrame:
    """A note on what was looked at, and one row for each test below the level."""
    if not files:
        return FINDINGS.to_frame()
    file = files[0] if len(files) == 1 else f"{len(files)} files"
    blank = dict.fromkeys(FINDINGS) | {"family": "pairs", "file": file, "players": []}
    made = len(tests["p_holm"].drop_nulls())
    rows = [blank | {"code": "pair-tested" if made else "pair-unseen", "severity": "note", "reason": words}]
    for test in tests.filter(pl.col("p_holm") < LEVEL).iter_rows(named=True):
        striking = test["p_holm"] < _STRIKING and test["name"] != "pair-seated"
        rows.append(
            blank
            | {
                "code": test["name"],
                "severity": "warning" if striking else "note",
                "players": [test["first"], test["second"]],
                "reason": (
                    f"{test['first']} and {test['second']}: {test['verdict']} Fair players show as much in any of "
                    f"{made:,} tests with p = {max(test['p_holm'], 1e-12):.2g}. It is nothing more than a question: "
                    "what the reason is the numbers do not tell."
                ),
            }
        )
    return Findings.validate(pl.DataFrame(rows, schema=FINDINGS))


def _pairs_of(tests: pl.DataFrame) -> int:
    return tests.select(
        pl.min_horizontal("first", "second").alias("first"),
        pl.max_horizontal("first", "second").alias("second"),
    ).n_unique()
