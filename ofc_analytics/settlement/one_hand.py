"""Boards typed by hand to a receipt: what the command `ofc score` does, for Python."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import TYPE_CHECKING, TypeVar

from ofc_analytics.cards import JOKERS, split_board
from ofc_analytics.errors import CardError, SettlementError
from ofc_analytics.hands import MAX_PLAYERS, SOME_FANTASYLAND, Hand, Player, find_problems
from ofc_analytics.money import minor_units, parse_money
from ofc_analytics.settlement.given import given_rules
from ofc_analytics.settlement.receipt import Receipt, receipt

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from ofc_analytics.rules import RuleSet
    from ofc_analytics.settlement.given import Overrides

    Money = str | int | Decimal

__all__ = ["score_boards"]

T = TypeVar("T")


def score_boards(
    boards: str | Sequence[str],
    *,
    rules: str | RuleSet = "american-pineapple",
    overrides: Overrides = (),
    names: Sequence[str] | None = None,
    unit: Money | None = None,
    stacks: Sequence[Money | None] | None = None,
    button: int | None = None,
    fantasyland: Collection[int] = (),
    declared: Mapping[int, str] | None = None,
) -> Receipt:
    """Score one to four boards against each other; one alone is judged by itself.

    Parameters
    ----------
    boards
        ``"top / middle / bottom"`` each, in seat order; a text alone is one board.
    rules, overrides
        Rule set by name, file or object, and single rules to change, as ``["rows.scoop=6"]``.
    names
        Names of the players; seats are numbered where there are none.
    unit, stacks
        Money one point is worth and money each player has, as exact decimal text, whole numbers or
        `Decimal`; never floats. A stack of None or ``""`` is unlimited.
    button
        Seat of the button, from 1. None: the last seat.
    fantasyland
        Seats that are in Fantasyland in this hand.
    declared
        Natural each seat declared in a closed game, such as ``{1: "six-pairs"}``.

    Raises
    ------
    CardError
        If a board cannot be read, or a card lies twice.
    SettlementError
        If names, stacks or seats do not fit the boards, the rule set does not seat so many, stacks come
        without a unit, or something is not of the kind it should be.
    RulesError
        If the rule set cannot be read.

    Examples
    --------
    >>> slip = score_boards(["Qc Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d"])
    >>> slip.as_dict()["players"][0]["fantasyland"]
    14
    """
    ruleset = given_rules(rules, overrides)
    boards = [boards] if isinstance(boards, str) else _listed(boards, "boards", str)
    names = None if names is None else _listed(names, "names", str)
    stacks = None if stacks is None else _listed(stacks, "stacks")
    fantasyland = _listed(fantasyland, "fantasyland", int)
    _check_seats(
        len(boards),
        ruleset,
        {
            "button": () if button is None else (button,),
            "Fantasyland": fantasyland,
            "declaring": _listed(declared or {}, "declared", int),
        },
    )
    _check_lists(len(boards), names, stacks)
    if stacks is not None and unit is None:
        raise SettlementError("stacks limit what is paid: give the unit too, the money one point is worth")
    if declared and ruleset.naturals is None:
        raise SettlementError(f"{ruleset.name} has no naturals to declare")
    players = tuple(
        Player(
            seat=seat,
            name=names[seat - 1] if names else f"Seat {seat}",
            cards=_read_board(board, seat, len(boards)),
            stack=None if stacks is None else _read_stack(stacks[seat - 1]),
            fantasyland=SOME_FANTASYLAND if seat in fantasyland else 0,
            declared=(declared or {}).get(seat),
        )
        for seat, board in enumerate(boards, start=1)
    )
    hand = Hand(players=players, unit=None if unit is None else _read_unit(unit), button=button)
    _check_cards(hand, ruleset)
    return receipt(hand, ruleset)


def _listed(values: Iterable[T], word: str, kind: type | None = None) -> list[T]:
    """Make a list, and refuse a text, which is a sequence of letters, and values that are not of a kind."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise SettlementError(f"{word}: expected a list, one value a board or seat; got {values!r}")
    listed = list(values)
    for value in listed:
        if kind is not None and not isinstance(value, kind):
            wanted = "texts" if kind is str else "seat numbers"
            raise SettlementError(f"{word}: expected {wanted}; got {value!r}")
    return listed


def _check_seats(boards: int, rules: RuleSet, named: Mapping[str, Collection[int]]) -> None:
    most = min(MAX_PLAYERS, rules.deal.players[1])
    if not 1 <= boards <= most:
        raise SettlementError(f"{boards} boards were given; {rules.name} {rules.deal.seating}")
    for word, seats in named.items():
        for seat in seats:
            if not 1 <= seat <= boards:
                raise SettlementError(f"{word} seat {seat} is not there: seats are 1 to {boards}")


def _check_lists(boards: int, names: Sequence[str] | None, stacks: Sequence[object] | None) -> None:
    for word, given in (("name", names), ("stack", stacks)):
        if given is not None and len(given) != boards:
            raise SettlementError(f"{len(given)} {word}s for {boards} board{'s' * (boards != 1)}")
    if names is not None and len(set(names)) != len(names):
        raise SettlementError(f"a name is given twice: {', '.join(names)}")


def _read_board(board: str, seat: int, boards: int) -> bytes:
    try:
        return split_board(board)
    except CardError as error:
        if boards == 1:
            raise
        raise CardError(f"board {seat}: {error}", text=error.text, position=error.position) from None


def _read_unit(amount: Money) -> int:
    unit = _read_money(amount, "unit")
    if unit == 0:
        raise SettlementError("unit: 0 is no unit; expected what one point is worth")
    return unit


def _read_stack(amount: Money | None) -> int | None:
    return None if amount is None or amount == "" else _read_money(amount, "stack")


def _read_money(amount: Money, word: str) -> int:
    if isinstance(amount, float):
        raise SettlementError(
            f"{word} {amount!r} is a float: money is exact, give it as text, a whole number or Decimal"
        )
    try:
        minor = minor_units(amount) if isinstance(amount, Decimal) else parse_money(str(amount))
    except ValueError as error:
        raise SettlementError(f"{word}: {error}") from None
    if minor < 0:
        raise SettlementError(f"{word}: {amount} is below zero")
    return minor


def _check_cards(hand: Hand, rules: RuleSet) -> None:
    for problem in find_problems(hand):
        if problem.code != "player-count":
            raise CardError(
                f"{problem.message}: {problem.text!r}; expected {problem.expected}", text=problem.text or ""
            )
    jokers = {card for player in hand.players for card in player.cards if card >= JOKERS[0]}
    if len(jokers) > rules.deal.jokers:
        raise CardError(
            f"{len(jokers)} joker{'s' * (len(jokers) != 1)} on the boards; {rules.name} is dealt with {rules.deal.jokers}"
        )
