"""What can be wrong with hands that were read and settled: claims, sums, play, names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ofc_analytics.errors import ParseIssue

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import polars as pl

    from ofc_analytics.rules import RuleSet

    Rules = Mapping[str, RuleSet]
    Cells = Mapping[tuple[object, ...], str]
    Slips = Mapping[int, tuple[str, tuple[str, ...]]]

__all__ = ["Finding", "claim_findings", "name_findings", "play_findings", "sum_findings"]

_CLAIMS = {"net": "money ", "foul": "", "fantasyland": "cards in the next Fantasyland "}
_BY_SLIPS = ("points", "net")


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
    import polars as pl

    from ofc_analytics.settlement.tables import disagreements

    for claims in disagreements(results).partition_by("hand_id", maintain_order=True):
        hand_id = claims["hand_id"][0]
        row = results.row(by_predicate=pl.col("hand_id") == hand_id, named=True)
        slips = _likely_slips(hands.filter(pl.col("hand_id") == hand_id), row, rules[row["fingerprint"]])
        for claim in claims.iter_rows(named=True):
            number, words = slips.get(claim["seat"], (None, ()))
            words = words if number == claim["claim"] else ()
            where = tuple(claim[part] for part in ("file", "sheet", "line", "name", "claim"))
            yield Finding(
                issue=ParseIssue(
                    code="claim-differs",
                    message=_claim_words(claim, words, asked=number in {None, claim["claim"]}),
                    file=claim["file"],
                    sheet=claim["sheet"],
                    line=claim["line"],
                    cell=cells.get(where),
                    hand=claim["native_id"],
                ),
                hand_id=hand_id,
                claimed=claim["claimed"],
                recomputed=claim["recomputed"],
                slips=words,
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


def play_findings(hands: pl.DataFrame, results: pl.DataFrame, rules: Rules) -> Iterator[Finding]:
    """What was recorded of the play and does not follow the rules."""
    from ofc_analytics.audit import check_play
    from ofc_analytics.cli.inputs import play_issue

    for row in check_play(hands, results, rules).iter_rows(named=True):
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

    seated = hands.select(
        pl.col("source").struct.field("file", "sheet"),
        players=pl.col("players").list.eval(pl.element().struct.field("name")),
        lines=pl.col("players").list.eval(pl.element().struct.field("line")),
    )
    tables = seated["players"].unique().to_list()
    together = {frozenset((one, other)) for table in tables for one in table for other in table}
    said = pl.concat(
        [
            seated.explode("players", "lines").rename({"players": "name", "lines": "line"}),
            *(
                entries.select("file", "sheet", name, "line").rename({name: "name"})
                for name in ("player", "other")
            ),
        ],
        how="diagonal",
    ).drop_nulls("name")
    first = said.group_by("name", maintain_order=True).agg(pl.first("file", "sheet", "line"), times=pl.len())
    places = {row["name"]: row for row in first.iter_rows(named=True)}
    for one, other, why in suggest_same(places.keys() - set(HOUSE)):
        if frozenset((one, other)) in together:
            continue
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


def _likely_slips(hands: pl.DataFrame, row: Mapping[str, Any], rules: RuleSet) -> Slips:
    """By seat, the number that known slips explain, and their words."""
    from ofc_analytics.schema import hands_from_frame
    from ofc_analytics.settlement.receipt import Past, receipt
    from ofc_analytics.settlement.slips import likely_slips

    played = next(iter(hands_from_frame(hands)))
    slip = receipt(replace(played, unit=row["unit"], level=row["level"]), rules, Past.of(row))
    found = {player.seat: likely_slips(slip, place) for place, player in enumerate(played.players)}
    return {
        seat: (slips[0].number, tuple(one.words for one in slips)) for seat, slips in found.items() if slips
    }


def _claim_words(claim: Mapping[str, Any], slips: tuple[str, ...], *, asked: bool) -> str:
    what = _CLAIMS.get(claim["claim"], f"{claim['claim']} ")
    told = f"{claim['name']}: {what}{claim['claimed']} claimed, {claim['recomputed']} recomputed"
    if claim["claim"] not in _BY_SLIPS or not asked:
        return told
    likely = (
        f"exactly what comes out if {', or if '.join(slips)}"
        if slips
        else "no known slip gives exactly this number"
    )
    return f"{told}; {likely}"
