"""Which rules a room plays by, told by what it claims of its hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.inferring.candidates import Candidate, named_candidates
from ofc_analytics.audit.inferring.disputes import convincing, disputed_hands, rules_differ
from ofc_analytics.audit.inferring.evidence import NOT_DEALT, Evidence
from ofc_analytics.audit.inferring.ranking import Judged, grouped, ranking_frame
from ofc_analytics.audit.inferring.sampling import sample_hands
from ofc_analytics.audit.inferring.searching import search
from ofc_analytics.audit.inferring.separating import COMPARISONS, SEPARATING, comparison, rivals, separating
from ofc_analytics.audit.inferring.tables import tables_apart
from ofc_analytics.errors import SettlementError
from ofc_analytics.settlement.checking import require_hands
from ofc_analytics.settlement.grouping import rule_sets

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from ofc_analytics.rules import RuleSet

__all__ = ["InferredRules", "infer_rules"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class InferredRules:
    """Rule sets by what they explain of the claims of some hands.

    Attributes
    ----------
    best
        The rule set that explains most; of several that no hand separates the first.
    settings
        What makes it of the named set ``best.name``, as ``--set`` takes it.
    ranking
        A row a candidate, the best first: ``rank`` (the same for as many hands and claims), ``group`` (the same for
        candidates that no claim of the sample separates), ``label`` in words of the command line, ``rules``, ``settings``, ``fingerprint``; hands
        ``explained`` (some claims, all right), ``contradicted``, and that ``cannot_tell`` (no claim that can be
        checked); of the contradicted, those ``not_dealt`` under these rules, and those in which a claim of each kind
        is wrong, ``wrong_points`` and so on.
    comparisons
        The best beside all that explain as much, or else beside the next: ``left``, ``right``, ``separating`` (hands
        with claims on which they disagree), and hands that ``left_explains`` or ``right_explains`` alone.
    separating
        The first of those hands, a row a claim: ``left``, ``right``, ``hand``, ``hand_id``, ``file``, ``sheet``,
        ``line``, ``name``, ``claim``, ``claimed``, ``left_gives``, ``right_gives``; the claim ``deal`` is whether
        the hand can be dealt.
    undealt
        Names of candidates under which none of the hands can be dealt.
    hands, sampled
        Number of hands, and of those that candidates were tried on.
    hand_ids
        hand_id of all hands.
    finding
        Frame of schema `ofc_analytics.audit.Findings`: ``rules-differ``, a note, if the hands are settled under other
        rules.
    explained
        hand_id of the hands that the best rules do not contradict, and whose other findings `finding` may stand for;
        none where the best explain too few hands more to be taken for the room's.
    apart
        hand_id of the tables of which another named rule set explains more: rules may be inferred of them by
        themselves.
    """

    best: RuleSet
    settings: tuple[str, ...]
    ranking: pl.DataFrame
    comparisons: pl.DataFrame
    separating: pl.DataFrame
    undealt: tuple[str, ...]
    hands: int
    sampled: int
    hand_ids: pl.Series
    finding: pl.DataFrame
    explained: pl.Series
    apart: pl.Series

    @property
    def convincing(self) -> bool:
        """Whether the best rules are taken for those that the room plays by."""
        return len(self.explained) > 0


def infer_rules(
    hands: pl.DataFrame,
    candidates: Sequence[str | os.PathLike[str] | RuleSet] | None = None,
    *,
    rules: str | None = None,
    overrides: Sequence[str] = (),
    most: int = 10_000,
    shown: int = 5,
) -> InferredRules:
    """Rank rule sets by how many hands they explain: what is claimed of points, money, royalties, fouls, Fantasyland.

    Where the best leaves three hands or more unexplained, rules are changed one at a time, in the sets that are used
    now and in those that explain most, and kept changed where that explains at least three hands more.

    Parameters
    ----------
    hands
        Frame of schema `Hands`, of one game in one room.
    candidates
        Names, files or objects of rule sets; None: all that come with the library.
    rules, overrides
        What the hands are settled under now, as `ofc_analytics.settle` takes it. It is a candidate as well.
    most
        Of more hands than these a sample is taken, the same every time: tables at equal distances, each from its
        first hand on.
    shown
        Number of hands in `InferredRules.separating` for each pair.

    Raises
    ------
    SettlementError
        If there are no hands, nothing is claimed of them, or none can be dealt under any candidate.
    RulesError, LookupFailedError
        If a rule set cannot be read.

    Examples
    --------
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.hands import Claim, Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> boards = ["2c 4h 6d / Ks Qh Th 6c 3s / Ad Kd Tc 6s 3d", "2s 3h 5d / Kc Qd 9h 5c 2h / Ah Kh 9c 5s 2d"]
    >>> hand = Hand(players=tuple(
    ...     Player(seat=seat, name=f"P{seat}", cards=split_board(board), claimed=Claim(points=points))
    ...     for seat, board, points in zip((1, 2), boards, (3, -3))))
    >>> inferred = infer_rules(frame_from_hands([hand]), ["american-pineapple", "tournament-pineapple"])
    >>> inferred.ranking.select("rules", "explained", "contradicted").rows()
    [('tournament-pineapple', 1, 0), ('american-pineapple', 0, 1)]
    >>> inferred.separating.select("claim", "claimed", "left_gives", "right_gives").row(0)
    ('points', '3', '3', '6')
    """
    require_hands(hands)
    if hands.is_empty():
        raise SettlementError("there are no hands to infer rules from")
    sample = sample_hands(hands, most)
    evidence = Evidence(sample)
    if not evidence.claims:
        raise SettlementError(
            f"nothing is claimed of the {hands.height} hands: rules are inferred from points, money, royalties, fouls"
            " or Fantasyland as the source gives them"
        )
    used = rule_sets(hands, rules, overrides)
    named = [
        Judged(candidate, evidence.verdict(candidate.rules))
        for candidate in named_candidates(
            candidates, used.values(), overrides, hands["variant"].unique().to_list()
        )
    ]
    dealt = [one for one in named if one.verdict.count(NOT_DEALT) < sample.height]
    if not dealt:
        raise SettlementError(
            f"none of the {sample.height} hands can be dealt under {', '.join(str(one.candidate) for one in named)}"
        )
    groups = grouped([*dealt, *search(dealt, evidence, used)])
    best, *ties = [one.candidate for one in groups[0]]
    everything = evidence if sample is hands else Evidence(hands)
    disputed = disputed_hands(everything, best, rules, overrides)
    finding = rules_differ(
        hands, disputed, [Candidate(one, tuple(overrides)) for one in used.values()], best, ties
    )
    differs = finding.height > 0 and convincing(disputed)
    pairs = list(rivals(groups)) if groups[0][0].explained else []
    return InferredRules(
        best=best.rules,
        settings=best.settings,
        ranking=ranking_frame(groups, evidence),
        comparisons=pl.concat([COMPARISONS.to_frame(), *(comparison(evidence, *pair) for pair in pairs)]),
        separating=pl.concat(
            [SEPARATING.to_frame(), *(separating(evidence, *pair, shown) for pair in pairs)]
        ),
        undealt=tuple(str(one.candidate) for one in named if one not in dealt),
        hands=hands.height,
        sampled=sample.height,
        hand_ids=hands["hand_id"],
        finding=finding,
        explained=disputed.filter(pl.col("fits") & differs)["hand_id"],
        apart=evidence.hands["hand_id"].filter(pl.Series(tables_apart(evidence, groups[0][0], dealt))),
    )
