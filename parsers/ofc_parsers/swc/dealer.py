"""What the dealer says: sentences with players' names in them, which may hold anything.

Examples
--------
>>> read_sentence("Hand #3 finished - alice: +15, bob: -15", names=())
Finished(number=3, points={'alice': 15, 'bob': -15})

A name may look like the rest of the sentence. Only who sits at the table can tell then.

>>> read_sentence("Hand #3 finished - a: +1, b: +15: -1", names=("a", "b: +15"))
Finished(number=3, points={'a': 1, 'b: +15': -1})
>>> read_sentence("Hand #3 finished - a: +1, b: +15: -16", names=())
Traceback (most recent call last):
ofc_parsers.swc.dealer.UnclearError: whose points these are cannot be told without the names of the players
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from ofc_parsers.swc import vocabulary as words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

__all__ = [
    "Complete",
    "Fantasyland",
    "Finished",
    "Sentence",
    "Started",
    "Total",
    "UnclearError",
    "Wins",
    "plain_text",
    "read_sentence",
    "wrong_money",
]

_FEWEST = 2
_MOST_STEPS = 1_000
_BETWEEN = ", "


class UnclearError(Exception):
    """A sentence of the dealer that fits no player, or several in different ways."""


@dataclass(frozen=True, slots=True)
class Started:
    """A game begins, of so many hands as planned."""

    planned: int


@dataclass(frozen=True, slots=True)
class Finished:
    """Points of one hand of the game."""

    number: int
    points: dict[str, int]


@dataclass(frozen=True, slots=True)
class Total:
    """Points of the game so far."""

    points: dict[str, int]


@dataclass(frozen=True, slots=True)
class Fantasyland:
    """A player is in Fantasyland."""

    name: str


@dataclass(frozen=True, slots=True)
class Complete:
    """The game is over after so many hands."""

    played: int


@dataclass(frozen=True, slots=True)
class Wins:
    """Money of the game that a player takes."""

    name: str


Sentence = Started | Finished | Total | Fantasyland | Complete | Wins


def plain_text(message: str) -> str:
    """Remove the tags around names and amounts.

    >>> plain_text('<nick s="0">alice</nick> wins <money a="500" mt="R">5</money>')
    'alice wins 5'
    """
    return words.TAG.sub("", message)


def wrong_money(message: str) -> str | None:
    """Give the tag of an amount of which the number and the text beside it differ; None where all agree.

    >>> wrong_money('<money a="500" mt="R">6</money>')
    '<money a="500" mt="R">6</money>'
    """
    for tag in words.MONEY_TAG.finditer(message):
        units, kind, shown = tag.groups()
        try:
            amount = Decimal(shown.replace(",", ""))
        except ArithmeticError:
            return tag[0]
        if amount * (100 if kind == "R" else 1) != int(units):
            return tag[0]
    return None


def read_sentence(text: str, names: Collection[str]) -> Sentence | None:
    """Read what the dealer says; None where it is none of his sentences.

    Parameters
    ----------
    text
        Without tags.
    names
        Who sits at the table; empty where that is not known. A sentence about anybody else is not read then.

    Raises
    ------
    UnclearError
        If it is one of his sentences, and whom it is about cannot be told.
    """
    unclear: UnclearError | None = None
    for read in (_started, _complete, _finished, _total, _fantasyland, _wins):
        try:
            sentence = read(text, names)
        except UnclearError as error:
            unclear = unclear or error
            continue
        if sentence is not None:
            return sentence
    if unclear is not None:
        raise unclear
    return None


def _started(text: str, _: Collection[str]) -> Started | None:
    match = words.GAME_STARTED.fullmatch(text)
    return match and Started(int(match[1]))


def _complete(text: str, _: Collection[str]) -> Complete | None:
    match = words.GAME_COMPLETE.fullmatch(text)
    return match and Complete(int(match[1]))


def _finished(text: str, names: Collection[str]) -> Finished | None:
    match = words.HAND_FINISHED.fullmatch(text)
    return match and Finished(int(match[1]), _points(match[2], names))


def _total(text: str, names: Collection[str]) -> Total | None:
    match = words.TOTAL.fullmatch(text)
    return match and Total(_points(match[1], names))


def _fantasyland(text: str, names: Collection[str]) -> Fantasyland | None:
    match = words.FANTASYLAND.fullmatch(text)
    return match and Fantasyland(_known(match[1], names))


def _wins(text: str, names: Collection[str]) -> Wins | None:
    match = words.WINS.fullmatch(text)
    return match and Wins(_known(match[1], names))


def _known(name: str, names: Collection[str]) -> str:
    if names and name not in names:
        raise UnclearError("nobody of this name sits at the table")
    return name


def _points(text: str, names: Collection[str]) -> dict[str, int]:
    if not names:
        return _split_at_numbers(text)
    readings = _readings(text, 0, {}, names, iter(range(_MOST_STEPS)))
    found = next(readings, None)
    if found is None:
        raise UnclearError("these are not the points of players at the table")
    if next(readings, None) is not None:
        raise UnclearError("the names of the players allow several readings")
    return found


def _readings(
    text: str, start: int, before: dict[str, int], names: Collection[str], steps: Iterator[int]
) -> Iterator[dict[str, int]]:
    """All ways to read ``name: ±points`` from `start` on, each player at most once."""
    if next(steps, None) is None:
        raise UnclearError("the names of the players allow too many readings")
    for name in names:
        if name in before or not text.startswith(f"{name}: ", start):
            continue
        number = words.SIGNED.match(text, start + len(name) + 2)
        if number is None:
            continue
        so_far = {**before, name: int(number[0])}
        if number.end() == len(text):
            yield so_far
        elif text.startswith(_BETWEEN, number.end()):
            yield from _readings(text, number.end() + len(_BETWEEN), so_far, names, steps)


def _split_at_numbers(text: str) -> dict[str, int]:
    """Read points of players nobody knows: only where every number ends a player, and all add up to zero."""
    points: dict[str, int] = {}
    start = 0
    for number in words.POINTS.finditer(text):
        points[text[start : number.start()]] = int(number[1])
        start = number.end() + len(_BETWEEN)
    whole = start == len(text) + len(_BETWEEN)
    if not whole or len(points) < _FEWEST or sum(points.values()) != 0 or not all(points):
        raise UnclearError("whose points these are cannot be told without the names of the players")
    return points
