"""The slips people make when they add up a hand, as steps from the right books of a hand to wrong ones.

Most are the right arithmetic under a wrong rule, so they are scored as any hand is, under changed rules, and
only the cells that the slip is about are taken from there. `MISTAKES` lists them all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from ofc_analytics.errors import RulesError
from ofc_analytics.evaluation import row_class
from ofc_analytics.hands import ROWS
from ofc_analytics.rules import change_rules
from ofc_analytics.settlement.receipt import receipt
from ofc_analytics.settlement.scoring import pair_places, rescore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from ofc_analytics.rules import RuleSet
    from ofc_analytics.settlement.receipt import Receipt
    from ofc_analytics.settlement.scoring import Scores

    Parts = NDArray[np.int32]
    Mask = NDArray[np.bool_]
    Change = Callable[[Parts], Parts]
    Made = Callable[[Receipt, int], Iterator[tuple[dict[str, object], Change]]]

__all__ = ["MISTAKES", "Books", "Mistake", "Step", "parts_of", "steps"]

_ROW_POINTS, _SCOOP, _FIRST, _SECOND, _OTHER = range(5)
_ALL = (_ROW_POINTS, _SCOOP, _FIRST, _SECOND, _OTHER)
_ROYALTIES = (_FIRST, _SECOND)
_TURNED = (_ROW_POINTS, _SCOOP, _SECOND, _FIRST, _OTHER)


class Books(NamedTuple):
    """What somebody wrote down for a hand, `n` times over.

    Attributes
    ----------
    parts
        (n, p, 5) int32: points for rows and for the scoop, royalties of the pair's first and of its second
        player, other points; all but the royalties signed from the first player.
    unit
        (n,) int64 minor units a point was taken to be worth.
    limited
        (n,) bool, whether stacks and limits were heeded.
    """

    parts: Parts
    unit: NDArray[np.int64]
    limited: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """A kind of slip.

    Attributes
    ----------
    code
        Its stable name.
    words
        What was done, with room for ``{where}``, ``{name}`` and what `made` tells.
    family
        Kinds that say the same in other words where they give the same books; the first of them speaks.
    of
        Whether it is made with a pair or with one player's part in his pairs.
    made
        Every way to make it in a hand (with a player): what its words tell, and how the books change.
    columns
        The parts of the books it is about; of a player, royalties are his own.
    where
        The pairs in which it can be made: "live" ones of two legal hands, those with one "dead" hand, or any.
    """

    code: str
    words: str
    family: str
    of: Literal["pair", "player"]
    made: Made
    columns: tuple[int, ...]
    where: Literal["live", "dead", "any"] = "any"


class Step(NamedTuple):
    """One slip in one hand: the step from books without it to books with it."""

    code: str
    family: str
    words: str
    change: Callable[[Books], Books]


def parts_of(scores: Scores) -> Parts:
    """(n, p, 5) parts of the points of every pair, as `Books` has them."""
    royalties = scores.won_royalties[..., 0], scores.won_royalties[..., 1]
    return np.stack([scores.row_points, scores.scoop, *royalties, scores.other], axis=-1)


def steps(slip: Receipt) -> Iterator[Step]:
    """Every slip that could be made in a hand, by kind in the order of `MISTAKES`, the money's at the end."""
    pairs = pair_places(len(slip.hand.players))
    possible = _possible(slip)
    for mistake in MISTAKES:
        players = range(len(slip.hand.players)) if mistake.of == "player" else (-1,)
        for player in players:
            for told, change in mistake.made(slip, player):
                for scope, where in _scopes(slip, player):
                    mask = _cells(pairs, scope & possible[mistake.where], mistake, player)
                    told |= {"where": where, "name": slip.hand.players[player].name}
                    yield Step(
                        mistake.code, mistake.family, mistake.words.format(**told), _within(mask, change)
                    )
    yield from _money_steps(slip)


def _possible(slip: Receipt) -> dict[str, Mask]:
    """(p,) pairs by what stands against what; a natural and a hand given up are neither live nor dead."""
    foul = slip.scores.foul[0]
    aside = (slip.scores.natural[0] > 0) | [player.surrendered for player in slip.hand.players]
    first, second = np.array(pair_places(len(foul)), dtype=np.intp).reshape(-1, 2).T
    played = ~(aside[first] | aside[second])
    return {
        "any": np.ones(len(first), dtype=np.bool_),
        "live": played & ~(foul[first] | foul[second]),
        "dead": played & (foul[first] | foul[second]),
    }


def _scopes(slip: Receipt, player: int) -> Iterator[tuple[Mask, str]]:
    """(p,) pairs in which one slip is made at once, and how to say so, the narrowest first."""
    names = [other.name for other in slip.hand.players]
    pairs = pair_places(len(names))
    for pair, (first, second) in enumerate(pairs):
        if player < 0:
            yield np.arange(len(pairs)) == pair, f"between {names[first]} and {names[second]}"
        elif player in {first, second}:
            yield np.arange(len(pairs)) == pair, f"against {names[first + second - player]}"
    if len(pairs) == 1:
        return
    for one in range(len(names)) if player < 0 else (player,):
        where = f"between {names[one]} and everyone" if player < 0 else "against everyone"
        yield np.array([one in both for both in pairs]), where
    if player < 0:
        yield np.ones(len(pairs), dtype=np.bool_), "in every pair"


def _cells(pairs: list[tuple[int, int]], scope: Mask, mistake: Mistake, player: int) -> Mask:
    """(p, 5) the cells of the books that a slip is about."""
    mask = np.zeros((len(pairs), 5), dtype=np.bool_)
    mask[:, mistake.columns] = scope[:, None]
    if player >= 0 and mistake.columns == _ROYALTIES:
        mask[:, _ROYALTIES] &= np.array(pairs) == player
    return mask


def _within(mask: Mask, change: Change) -> Callable[[Books], Books]:
    return lambda books: books._replace(parts=np.where(mask, change(books.parts), books.parts))


def _money_steps(slip: Receipt) -> Iterator[Step]:
    if slip.hand.unit is None:
        return
    units = {"ten times": slip.hand.unit * 10}
    if slip.hand.unit % 10 == 0:
        units["a tenth of"] = slip.hand.unit // 10
    for told, unit in units.items():
        words = f"the money was counted with {told} the unit, {slip.money(unit)} a point"
        yield Step("unit-mistaken", "unit", words, _at(unit))
    yield Step(
        "limits-forgotten",
        "limits",
        "the money was counted as if no stack and no limit stopped it",
        lambda books: books._replace(limited=np.zeros_like(books.limited)),
    )


def _at(unit: int) -> Callable[[Books], Books]:
    return lambda books: books._replace(unit=np.full_like(books.unit, unit))


def _read_as(readings: Callable[[RuleSet], Iterator[tuple[dict[str, object], dict[str, Any]]]]) -> Made:
    """Score the hand under other rules: what to tell of each reading, and the rules it replaces."""

    def made(slip: Receipt, player: int) -> Iterator[tuple[dict[str, object], Change]]:  # noqa: ARG001
        for told, overrides in readings(slip.rules):
            try:
                rules = change_rules(slip.rules, overrides)
            except RulesError:  # a rule that cannot stand beside the others is nobody's slip
                continue
            yield told, _instead(parts_of(receipt(slip.hand, rules, slip.past).scores)[0])

    return made


def _instead(parts: Parts) -> Change:
    return lambda books: np.broadcast_to(parts, books.shape)


def _by(change: Change) -> Made:
    def made(slip: Receipt, player: int) -> Iterator[tuple[dict[str, object], Change]]:  # noqa: ARG001
        yield {}, change

    return made


def _scoops(rules: RuleSet) -> Iterator[tuple[dict[str, object], dict[str, Any]]]:
    rows, bonus = 3 * rules.rows.points, rules.rows.scoop
    for other in sorted({0, 3, 6, 2 * bonus} - {bonus}):
        yield {"was": rows + other, "is_so": rows + bonus}, {"rows.scoop": other}


def _unearned(rules: RuleSet) -> Iterator[tuple[dict[str, object], dict[str, Any]]]:
    if not rules.rows.majority:
        yield {"bonus": rules.rows.scoop}, {"rows.majority": rules.rows.scoop}


def _line_points(rules: RuleSet) -> Iterator[tuple[dict[str, object], dict[str, Any]]]:
    for other in sorted({1, 2} - {rules.rows.points}):
        yield {"was": other, "is_so": rules.rows.points}, {"rows.points": other}


def _foul_prices(rules: RuleSet) -> Iterator[tuple[dict[str, object], dict[str, Any]]]:
    prices = {"rows": "as three rows alone", "scoop": "as three rows and the scoop"}
    for pays, words in prices.items():
        if pays != rules.foul.pays:
            yield {"how": words}, {"foul.pays": pays}


def _foul_royalties(rules: RuleSet) -> Iterator[tuple[dict[str, object], dict[str, Any]]]:
    pays = rules.foul.pays_royalties
    yield {"how": "without" if pays else "with"}, {"foul.pays_royalties": not pays}


def _middles(rules: RuleSet) -> Iterator[tuple[dict[str, object], dict[str, Any]]]:
    yield {}, {"royalties.middle": dict(rules.royalties.bottom)}


def _rows_forgotten(rules: RuleSet) -> Iterator[tuple[dict[str, object], dict[str, Any]]]:
    for row in ROWS:
        if getattr(rules.royalties, row):
            yield {"row": row}, {f"royalties.{row}": {}}


def _collectors(rules: RuleSet) -> Iterator[tuple[dict[str, object], dict[str, Any]]]:
    if rules.royalties.paid == "all":
        yield {"how": "only for rows won"}, {"royalties.paid": "line-winner"}
    else:
        yield {"how": "for rows lost as well"}, {"royalties.paid": "all"}


def _ties_won(slip: Receipt, player: int) -> Iterator[tuple[dict[str, object], Change]]:
    places = [pair for pair, both in enumerate(pair_places(len(slip.hand.players))) if player in both]
    for index, row in enumerate(ROWS):
        tied = (slip.scores.rows[0, :, index] == 0) & _possible(slip)["live"]
        if tied[places].any():
            values = slip.scores.values[0].copy()
            values[player, index] += 1
            parts = _scored(slip, values=values)
            # Beside a tie that is broken, others of the player's rows stay what they are.
            yield {"row": row}, _instead(np.where(tied[:, None], parts, parts_of(slip.scores)[0]))


def _fouls_overlooked(slip: Receipt, player: int) -> Iterator[tuple[dict[str, object], Change]]:
    if slip.scores.foul[0, player]:
        foul = slip.scores.foul[0].copy()
        foul[player] = False
        yield {}, _instead(_scored(slip, foul=foul, royalties=_printed_royalties(slip, player)))


def _dead_royalties(slip: Receipt, player: int) -> Iterator[tuple[dict[str, object], Change]]:
    if slip.scores.foul[0, player]:
        own = _printed_royalties(slip, player)[player].sum()
        yield {}, lambda parts: np.full_like(parts, own)


def _printed_royalties(slip: Receipt, player: int) -> NDArray[np.int32]:
    """(k, 3) royalties with those that a dead hand's rows would have."""
    royalties: NDArray[np.int32] = slip.scores.row_royalties[0].copy()
    royalties[player] = slip.rules.tables.royalties[np.arange(3), row_class(slip.scores.values[0, player])]
    return royalties


def _scored(
    slip: Receipt,
    *,
    values: NDArray[np.int32] | None = None,
    foul: Mask | None = None,
    royalties: NDArray[np.int32] | None = None,
) -> Parts:
    """(p, 5) parts of the points with some facts of the boards mistaken."""
    facts = {"values": values, "foul": foul, "row_royalties": royalties}
    given = {name: fact[None] for name, fact in facts.items() if fact is not None}
    parts: Parts = parts_of(rescore(slip.scores, slip.rules, **given))[0]
    return parts


def _without_the_losers(parts: Parts) -> Parts:
    won = parts[..., _ROW_POINTS] + parts[..., _SCOOP]
    kept = parts.copy()
    for column, lost in zip(_ROYALTIES, (won < 0, won > 0), strict=True):
        kept[..., column] = np.where(lost, 0, parts[..., column])
    return kept


def _turned(parts: Parts) -> Parts:
    signs = np.array([-1, -1, 1, 1, -1], dtype=np.int32)
    turned: Parts = np.multiply(parts[..., list(_TURNED)], signs)
    return turned


_SCOOP_MISCOUNTED = Mistake(
    code="scoop-miscounted",
    words="the scoop {where} was counted as {was} instead of {is_so}",
    family="scoop",
    of="pair",
    made=_read_as(_scoops),
    columns=(_SCOOP,),
    where="live",
)

MISTAKES = (
    _SCOOP_MISCOUNTED,
    Mistake(
        code="scoop-unearned",
        words="the scoop's bonus of {bonus} was counted for two rows of the three {where}",
        family="scoop",
        of="pair",
        made=_read_as(_unearned),
        columns=(_SCOOP,),
        where="live",
    ),
    Mistake(
        code="line-points",
        words="a row was counted as {was} instead of {is_so} {where}",
        family="rows",
        of="pair",
        made=_read_as(_line_points),
        columns=(_ROW_POINTS,),
    ),
    Mistake(
        code="tie-won",
        words="the tied {row} was counted as won by {name} {where}",
        family="rows",
        of="player",
        made=_ties_won,
        columns=_ALL,
        where="live",
    ),
    Mistake(
        code="foul-overlooked",
        words="{name}'s dead hand was counted as a legal one {where}",
        family="foul",
        of="player",
        made=_fouls_overlooked,
        columns=_ALL,
        where="dead",
    ),
    Mistake(
        code="foul-mispaid",
        words="the dead hand was paid {how} {where}",
        family="foul",
        of="pair",
        made=_read_as(_foul_prices),
        columns=(_SCOOP,),
        where="dead",
    ),
    replace(_SCOOP_MISCOUNTED, where="any"),
    Mistake(
        code="foul-royalties",
        words="the dead hand was paid {how} the legal hand's royalties {where}",
        family="royalties",
        of="pair",
        made=_read_as(_foul_royalties),
        columns=_ROYALTIES,
        where="dead",
    ),
    Mistake(
        code="dead-royalties",
        words="the royalties of {name}'s dead hand were counted {where}",
        family="royalties",
        of="player",
        made=_dead_royalties,
        columns=_ROYALTIES,
        where="dead",
    ),
    Mistake(
        code="middle-as-bottom",
        words="the royalty of {name}'s middle was taken from the bottom's table {where}",
        family="middle",
        of="player",
        made=_read_as(_middles),
        columns=_ROYALTIES,
    ),
    Mistake(
        code="royalties-by-rows",
        words="{name}'s royalties were counted {how} {where}",
        family="collected",
        of="player",
        made=_read_as(_collectors),
        columns=_ROYALTIES,
        where="live",
    ),
    Mistake(
        code="royalties-by-rows",
        words="royalties were counted {how} {where}",
        family="collected",
        of="pair",
        made=_read_as(_collectors),
        columns=_ROYALTIES,
        where="live",
    ),
    Mistake(
        code="loser-royalties",
        words="the royalties of whoever lost the rows were forgotten {where}",
        family="loser",
        of="pair",
        made=_by(_without_the_losers),
        columns=_ROYALTIES,
        where="live",
    ),
    Mistake(
        code="royalty-forgotten",
        words="the royalty of {name}'s {row} was forgotten {where}",
        family="royalties",
        of="player",
        made=_read_as(_rows_forgotten),
        columns=_ROYALTIES,
    ),
    Mistake(
        code="royalties-forgotten",
        words="{name}'s royalties were forgotten {where}",
        family="royalties",
        of="player",
        made=_by(np.zeros_like),
        columns=_ROYALTIES,
    ),
    Mistake(
        code="royalties-forgotten",
        words="royalties were forgotten {where}",
        family="royalties",
        of="pair",
        made=_by(np.zeros_like),
        columns=_ROYALTIES,
    ),
    Mistake(
        code="opponent-forgotten",
        words="the points {where} were forgotten",
        family="forgotten",
        of="pair",
        made=_by(np.zeros_like),
        columns=_ALL,
    ),
    Mistake(
        code="sign-turned",
        words="the sign was turned {where}",
        family="sign",
        of="pair",
        made=_by(_turned),
        columns=_ALL,
    ),
)
"""The known slips. Where two are made at once, the earlier one here is made first."""
