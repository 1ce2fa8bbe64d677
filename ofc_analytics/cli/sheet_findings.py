"""What can be wrong with hands that were read and settled: claims, sums, play, names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ofc_analytics.errors import ParseIssue

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import polars as pl

    from ofc_analytics.rules import RuleSet

    Rules = Mapping[str, RuleSet]
    Cells = Mapping[tuple[object, ...], str]
    from ofc_analytics.settlement.slips import Slip

    Slips = Mapping[tuple[str, int], tuple[str, tuple[Slip, ...]]]

__all__ = ["Finding", "claim_findings", "name_findings", "play_findings", "sum_findings"]

_CLAIMS = {"net": "money ", "foul": "", "fantasyland": "cards in the next Fantasyland "}
_BY_SLIPS = ("points", "net")
_MOST_SOUGHT = 50
"""Hands in which slips are sought: each is reckoned again in all the ways of going wrong that are known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is wrong, or worth knowing.

    Attributes
    ----------
    issue
        What and where.
    hand_id
        The settled hand that it is about.
    claimed, recomputed
        The two values of a claim that does not stand.
    slips
        Known slips that give exactly what was claimed, in words.
    """

    issue: ParseIssue
    hand_id: str | None = None
    claimed: str | None = None
    recomputed: str | None = None
    slips: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """What is wrong, without its place."""
        return str(replace(self.issue, file="", sheet=None, cell=None, line=None))

    def as_dict(self) -> dict[str, Any]:
        """All of it by name."""
        issue = self.issue.as_dict()
        del issue["hands"], issue["raw"]
        return issue | {"claimed": self.claimed, "recomputed": self.recomputed, "slips": list(self.slips)}


def claim_findings(
    hands: pl.DataFrame, results: pl.DataFrame, rules: Rules, cells: Cells
) -> Iterator[Finding]:
    """Claims that do not stand, with the slips that give exactly what was claimed.

    Parameters
    ----------
    hands, results
        Frames of schemas `Hands` and `Results`, the one settled from the other.
    rules
        Rule sets by fingerprint.
    cells
        Cell of a claim by file, sheet, line, player and claim.
    """
    from ofc_analytics.settlement.tables import disagreements

    claims = disagreements(results)
    slips = _likely_slips(claims, hands, results, rules)
    for claim in claims.iter_rows(named=True):
        number, found = slips.get((claim["hand_id"], claim["seat"]), (None, ()))
        sought = claim["claim"] in _BY_SLIPS and number == claim["claim"]
        where = tuple(claim[part] for part in ("file", "sheet", "line", "name", "claim"))
        yield Finding(
            issue=ParseIssue(
                code="claim-differs",
                message=f"{_claim_words(claim)}{_slip_words(found) if sought else ''}",
                file=claim["file"],
                sheet=claim["sheet"],
                line=claim["line"],
                cell=cells.get(where),
                hand=claim["native_id"],
            ),
            hand_id=claim["hand_id"],
            claimed=claim["claimed"],
            recomputed=claim["recomputed"],
            slips=tuple(one.words for one in found) if sought else (),
        )
    wrong = _reckoned(claims).n_unique()
    if wrong > _MOST_SOUGHT:
        first = claims.row(0, named=True)
        yield Finding(
            issue=ParseIssue(
                code="slips-not-sought",
                message=f"{wrong} hands have wrong points or money: what slip explains them was sought in the first {_MOST_SOUGHT}",
                file=first["file"],
                severity="note",
            )
        )


def sum_findings(results: pl.DataFrame, cells: Cells) -> Iterator[Finding]:
    """Hands in which everybody's points are claimed, and do not add up to 0."""
    import polars as pl

    points = pl.col("players").list.eval(pl.element().struct.field("claimed").struct.field("points"))
    sums = results.select(
        "hand_id",
        "native_id",
        pl.col("source").struct.field("file", "sheet"),
        pl.col("players").list.first().struct.field("line", "name"),
        total=points.list.sum(),
        whole=points.list.drop_nulls().list.len() == points.list.len(),
    )
    for row in sums.filter("whole", pl.col("total") != 0).iter_rows(named=True):
        where = (row["file"], row["sheet"], row["line"], row["name"], "points")
        yield Finding(
            issue=ParseIssue(
                code="points-unbalanced",
                message=f"the points of the hand add up to {row['total']:+}, and what one wins another loses",
                expected="a sum of 0",
                file=row["file"],
                sheet=row["sheet"],
                line=row["line"],
                cell=cells.get(where),
                hand=row["native_id"],
            ),
            hand_id=row["hand_id"],
        )


def play_findings(
    hands: pl.DataFrame, results: pl.DataFrame, rules: Rules, issues: Sequence[ParseIssue]
) -> Iterator[Finding]:
    """What was recorded of the play and does not follow the rules."""
    from ofc_analytics.audit import check_play
    from ofc_analytics.cli.inputs import play_issue

    for row in check_play(hands, results, rules, issues=issues).iter_rows(named=True):
        yield Finding(
            issue=play_issue(row),
            hand_id=row["hand_id"],
            claimed=row["claimed"],
            recomputed=row["recomputed"],
        )


def name_findings(hands: pl.DataFrame, entries: pl.DataFrame) -> Iterator[Finding]:
    """Names that may be one player's, where the rarer of them first stands; never two who sat in one hand."""
    import polars as pl

    from ofc_analytics.names import suggest_same
    from ofc_analytics.settlement.entries import HOUSE
    from ofc_analytics.settlement.seating import seatings

    seated = hands.select(
        pl.col("source").struct.field("file", "sheet"),
        name=pl.col("players").list.eval(pl.element().struct.field("name")),
        line=pl.col("players").list.eval(pl.element().struct.field("line")),
    )
    said = pl.concat(
        [
            seated.explode("name", "line"),
            *(
                entries.select("file", "sheet", name, "line").rename({name: "name"})
                for name in ("player", "other")
            ),
        ],
        how="diagonal",
    ).drop_nulls("name")
    first = said.group_by("name", maintain_order=True).agg(pl.first("file", "sheet", "line"), times=pl.len())
    places = {row["name"]: row for row in first.iter_rows(named=True)}
    tables = seatings(hands, entries)["names"]
    for one, other, why in suggest_same(places.keys() - set(HOUSE), tables):
        rarer, usual = sorted((one, other), key=lambda name: places[name]["times"])
        place = places[rarer]
        yield Finding(
            issue=ParseIssue(
                code="names-alike",
                message=f"{rarer!r} and {usual!r} count as two players ({why})",
                file=place["file"],
                sheet=place["sheet"],
                line=place["line"],
                severity="note",
            )
        )


def _likely_slips(claims: pl.DataFrame, hands: pl.DataFrame, results: pl.DataFrame, rules: Rules) -> Slips:
    """By hand and seat, the number whose slips were sought, and these."""
    from ofc_analytics.audit import receipts_of
    from ofc_analytics.settlement.slips import slips_of_hand

    sought = _reckoned(claims).unique(maintain_order=True).head(_MOST_SOUGHT)
    wrong: dict[tuple[str, int], str] = {}
    for claim in claims.select("hand_id", "seat", "claim").iter_rows():
        if claim[2] in _BY_SLIPS:
            wrong.setdefault(claim[:2], claim[2])
    found: dict[tuple[str, int], tuple[str, tuple[Slip, ...]]] = {}
    for hand_id, slip in receipts_of(sought, hands, results, rules):
        for player, slips in zip(slip.hand.players, slips_of_hand(slip), strict=True):
            number = wrong.get((hand_id, player.seat))
            if number is not None:
                found[hand_id, player.seat] = slips[0].number if slips else number, slips
    return found


def _reckoned(claims: pl.DataFrame) -> pl.Series:
    """Identities of the hands whose points or money do not stand, again and again."""
    import polars as pl

    return claims.filter(pl.col("claim").is_in(_BY_SLIPS))["hand_id"]


def _claim_words(claim: Mapping[str, Any]) -> str:
    what = _CLAIMS.get(claim["claim"], f"{claim['claim']} ")
    return f"{claim['name']}: {what}{claim['claimed']} claimed, {claim['recomputed']} recomputed"


def _slip_words(slips: tuple[Slip, ...]) -> str:
    if not slips:
        return "; no known slip gives exactly this number"
    how = (
        "exactly what comes out"
        if slips[0].whole
        else "exactly this number, but not the others of the hand, comes out"
    )
    return f"; {how} if {', or if '.join(one.words for one in slips)}"
