"""One hand explained: the same scoring and payout as for a million, kept with every step.

Examples
--------
>>> from ofc_analytics.cards import split_board
>>> from ofc_analytics.hands import Hand, Player
>>> from ofc_analytics.rules import load_rules
>>> anna = Player(seat=1, name="Anna", cards=split_board("Qc Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d"))
>>> boris = Player(seat=2, name="Boris", cards=split_board("Ac 8c 6s / Td Ts 9s 4c 3c / Js Jh 7d 5s 4h"))
>>> slip = receipt(Hand(players=(anna, boris), unit=1000), load_rules("american-pineapple"))
>>> slip
Receipt(hand=None, rules='american-pineapple', points={'Anna': 13, 'Boris': -13})
>>> slip.as_dict()["pairs"][0]["points"], slip.as_dict()["pairs"][0]["paid"]
(13, '130.00')
>>> print(slip.text().splitlines()[-1])
  Boris   -13 points  -130.00
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ofc_analytics.cards import cards_text
from ofc_analytics.evaluation import category, describe, resolve_jokers
from ofc_analytics.hands import ROW_SIZES, ROWS, SOME_FANTASYLAND, Claim, Hand, hand_id
from ofc_analytics.money import format_money
from ofc_analytics.rules import other_readings
from ofc_analytics.settlement.amounts import amounts_trace, debts
from ofc_analytics.settlement.fees import jackpot_amounts, rake_amounts
from ofc_analytics.settlement.naturals import natural_code
from ofc_analytics.settlement.scoring import Scores, pair_places, score

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ofc_analytics.rules import Note, RuleSet
    from ofc_analytics.settlement.payout import Transfer

__all__ = ["Past", "Receipt", "button_place", "readings_that_matter", "receipt", "split_rows"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What a hand takes from the hands before it at its table.

    `fantasyland` and `coming` are cards of each player in this hand and the next, None where this hand
    alone tells. `carried` is money of each pair due from earlier hands of a Fantasyland chain, and
    `deferred` says that this hand's money waits for the chain's end, `chain_broken` that the chain ends here and hands
    of it are missing, `fantasyland_known` that it is known who is in Fantasyland. `already_lost` is what each player has lost in the match. Money is minor units.
    """

    fantasyland: tuple[int, ...] | None = None
    coming: tuple[int, ...] | None = None
    carried: tuple[int, ...] | None = None
    deferred: bool = False
    chain_broken: bool = False
    fantasyland_known: bool = True
    already_lost: tuple[int, ...] | None = None

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Past:
        """Find it in a named row of a frame of results."""
        priced = row["unit"] is not None
        return cls(
            fantasyland=tuple(player["in_fantasyland"] for player in row["players"]),
            coming=tuple(player["fantasyland"] for player in row["players"]),
            carried=tuple(pair["carried"] for pair in row["pairs"]) if priced else None,
            deferred=row["deferred"],
            chain_broken=row["chain_broken"],
            fantasyland_known=row["fantasyland_known"],
            already_lost=tuple(player["already_lost"] for player in row["players"]) if priced else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Receipt:
    """One settled hand with all that led to it; a notebook shows its text.

    Attributes
    ----------
    hand, rules
        What was settled, and under which rule set.
    scores
        The hand's scores, ``n = 1``.
    stood_for
        (k, 13) uint8, the boards with each joker replaced by the card it stood for.
    due, paid
        (k, k) int64 minor units, positive where the column's player owes the row's.
    transfers
        Every transfer in the order in which it was made, with what limited it.
    playing, coming
        (k,) uint8, cards in Fantasyland in this hand and in the next.
    rake, jackpot_fee, jackpot_draw
        (k,) int64 minor units, paid to the house, paid into a jackpot and drawn from it.
    past
        What the hand took from the hands before it.
    """

    hand: Hand
    rules: RuleSet
    scores: Scores
    stood_for: NDArray[np.uint8]
    due: NDArray[np.int64]
    paid: NDArray[np.int64]
    transfers: tuple[Transfer, ...]
    playing: NDArray[np.uint8]
    coming: NDArray[np.uint8]
    rake: NDArray[np.int64]
    jackpot_fee: NDArray[np.int64]
    jackpot_draw: NDArray[np.int64]
    past: Past

    def __repr__(self) -> str:
        points = {
            player.name: int(total)
            for player, total in zip(self.hand.players, self.scores.totals[0], strict=True)
        }
        return f"Receipt(hand={self.hand.native_id!r}, rules={self.rules.name!r}, {points=})"

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text())}</pre>"

    def text(self) -> str:
        """The whole arithmetic in words: boards, pairs, payments and totals, as lines that survive a chat window."""
        from ofc_analytics.settlement.receipt_text import receipt_text  # noqa: PLC0415 (it is made of receipts)

        return receipt_text(self)

    def as_dict(self) -> dict[str, Any]:
        """The documented JSON object of a hand."""
        places = range(len(self.hand.players))
        return {
            "hand": self.hand.native_id or hand_id(self.hand),
            "rules": self.rules.name,
            "fingerprint": self.rules.fingerprint,
            "players": [self._player(place) for place in places],
            "pairs": [self._pair(pair, *both) for pair, both in enumerate(pair_places(len(places)))],
        }

    def money(self, minor: int | np.integer | None) -> str | None:
        """An amount as text with the hand's decimal places; None where the hand has no unit."""
        return (
            None
            if minor is None or self.hand.unit is None
            else format_money(int(minor), exponent=self.hand.exponent)
        )

    def net(self, place: int) -> int | None:
        """Money the player at `place` won or lost, minor units; None where the hand has no unit."""
        if self.hand.unit is None:
            return None
        return int(
            self.paid[place].sum() - self.rake[place] - self.jackpot_fee[place] + self.jackpot_draw[place]
        )

    def disagreements(self, place: int) -> dict[str, tuple[object, object]]:
        """What was claimed of a player and does not stand: claim to (claimed, recomputed)."""
        return {
            name: (claimed, recomputed)
            for name, (claimed, recomputed, right) in self._claims(place).items()
            if not right
        }

    def agrees(self, place: int) -> bool | None:
        """Whether all that was claimed of a player stands; None where nothing could be checked."""
        claims = self._claims(place)
        return all(right for _, _, right in claims.values()) if claims else None

    @property
    def outcome(self) -> tuple[tuple[int, bool, int, int | None], ...]:
        """Points, foul, next Fantasyland by this hand's own board, and money of each player."""
        return tuple(
            (
                int(self.scores.totals[0, place]),
                bool(self.scores.foul[0, place]),
                int(self.scores.fantasyland[0, place]),
                self.net(place),
            )
            for place in range(len(self.hand.players))
        )

    def _claims(self, place: int) -> dict[str, tuple[object, object, bool]]:
        claimed = self.hand.players[place].claimed
        royalties = tuple(int(points) for points in self.scores.row_royalties[0, place])
        if claimed.royalties is not None and len(claimed.royalties) == 1:
            royalties = (sum(royalties),)
        recomputed: dict[str, Any] = {
            "points": int(self.scores.totals[0, place]),
            "net": None if self.past.chain_broken else self.net(place),
            "royalties": royalties,
            "foul": bool(self.scores.foul[0, place]),
            "fantasyland": int(self.coming[place]) if self.past.fantasyland_known else None,
        }
        checked = {
            name: (getattr(claimed, name), value)
            for name, value in recomputed.items()
            if getattr(claimed, name) is not None and value is not None
        }
        return {name: (said, is_so, _stands(name, said, is_so)) for name, (said, is_so) in checked.items()}

    def _player(self, place: int) -> dict[str, Any]:
        player = self.hand.players[place]
        return {
            "seat": player.seat,
            "name": player.name,
            "board": " / ".join(cards_text(row) for row in split_rows(player.cards)),
            "foul": bool(self.scores.foul[0, place]),
            "rows": [
                {
                    "row": row,
                    "hand": describe(int(self.scores.values[0, place, index])),
                    "category": category(int(self.scores.values[0, place, index])),
                    "royalty": int(self.scores.row_royalties[0, place, index]),
                }
                for index, row in enumerate(ROWS)
            ],
            "royalties": int(self.scores.row_royalties[0, place].sum()),
            "fantasyland": int(self.coming[place]),
            "points": int(self.scores.totals[0, place]),
            "net": self.money(self.net(place)),
            "claimed": self._claimed(player.claimed),
            "agrees": self.agrees(place),
        }

    def _claimed(self, claimed: Claim) -> dict[str, Any]:
        return {
            "points": claimed.points,
            "net": None if claimed.net is None else format_money(claimed.net, exponent=self.hand.exponent),
            "royalties": None if claimed.royalties is None else list(claimed.royalties),
            "foul": claimed.foul,
            "fantasyland": claimed.fantasyland,
        }

    def _pair(self, pair: int, first: int, second: int) -> dict[str, Any]:
        scores = self.scores
        return {
            "seats": [self.hand.players[first].seat, self.hand.players[second].seat],
            "rows": scores.rows[0, pair].tolist(),
            "row_points": int(scores.row_points[0, pair]),
            "scoop": int(scores.scoop[0, pair]),
            "royalties": int(scores.royalties[0, pair]),
            "other": int(scores.other[0, pair]),
            "points": int(scores.points[0, pair]),
            "due": self.money(self.due[first, second]),
            "paid": self.money(self.paid[first, second]),
        }


def receipt(hand: Hand, rules: RuleSet, past: Past | None = None) -> Receipt:
    """Settle one hand and keep every step.

    Parameters
    ----------
    hand, rules
        The hand, and the rule set to settle it under.
    past
        What it takes from the hands before it (`Past.of` finds it in a row of results); None: nothing.

    Raises
    ------
    CardError
        If a board is not complete.
    SettlementError
        If a declared natural is not known.
    """
    past = past or Past()
    players = hand.players
    cards = np.frombuffer(b"".join(player.cards for player in players), dtype=np.uint8).reshape(1, -1, 13)
    playing = np.array([past.fantasyland or [player.fantasyland or 0 for player in players]], dtype=np.uint8)
    scores = score(
        cards,
        rules,
        in_fantasyland=playing,
        declared=np.array([[natural_code(p.declared) if p.declared else 0 for p in players]], dtype=np.uint8),
        surrendered=np.array([[player.surrendered for player in players]]),
    )
    coming = scores.fantasyland[0] if past.coming is None else np.array(past.coming, dtype=np.uint8)
    unit = np.array([hand.unit or 0], dtype=np.int64)
    stacks = np.array([[-1 if player.stack is None else player.stack for player in players]], dtype=np.int64)
    carried = None if past.carried is None else np.array([past.carried], dtype=np.int64)
    owed = debts(scores, rules, unit, carried=carried, deferred=np.array([past.deferred]))
    transfers = amounts_trace(
        owed,
        rules,
        unit=int(unit[0]),
        stacks=stacks[0],
        button=button_place(hand),
        already_lost=None if past.already_lost is None else np.array(past.already_lost, dtype=np.int64),
    )
    paid = np.zeros((1, len(players), len(players)), dtype=np.int64)
    for transfer in transfers:
        paid[0, transfer.winner, transfer.payer] += transfer.paid
        paid[0, transfer.payer, transfer.winner] -= transfer.paid
    rake = rake_amounts(scores, paid, rules, unit=unit, stacks=stacks)
    fee, draw = jackpot_amounts(
        scores,
        rules,
        unit=unit,
        stacks=stacks,
        net=paid.sum(axis=2) - rake,
        drawn=np.array([hand.jackpot_out or 0], dtype=np.int64),
        playing=playing,
    )
    return Receipt(
        hand=hand,
        rules=rules,
        scores=scores,
        stood_for=resolve_jokers(
            cards[0],
            wheel=rules.rows.wheel,
            middle=rules.rows.middle,
            five_of_a_kind=rules.rows.five_of_a_kind,
            equal_rows=rules.foul.equal_rows,
        ),
        due=(owed.sum(axis=0) - owed.sum(axis=0).transpose(0, 2, 1))[0],
        paid=paid[0],
        transfers=tuple(transfers),
        playing=playing[0],
        coming=coming,
        rake=rake[0],
        jackpot_fee=fee[0],
        jackpot_draw=draw[0],
        past=past,
    )


def readings_that_matter(slip: Receipt) -> list[tuple[Note, Receipt]]:
    """The doubts of the rule set that change this hand, each with the hand under the other reading.

    A doubt changes the hand if under its other reading anyone's points, foul, next Fantasyland or money
    come out differently.
    """
    found = []
    for note, rules in other_readings(slip.rules):
        other = receipt(slip.hand, rules, replace(slip.past, coming=None))
        if other.outcome != slip.outcome:
            found.append((note, other))
    return found


def split_rows(cards: bytes) -> tuple[bytes, ...]:
    """The 13 codes of a board as its three rows.

    >>> [len(row) for row in split_rows(bytes(range(13)))]
    [3, 5, 5]
    """
    edges = np.cumsum((0, *ROW_SIZES)).tolist()
    return tuple(cards[start:stop] for start, stop in pairwise(edges))


def _stands(claim: str, claimed: object, recomputed: object) -> bool:
    if claim == "fantasyland" and claimed == SOME_FANTASYLAND:
        return bool(recomputed)
    return claimed == recomputed


def button_place(hand: Hand) -> int:
    """0-based place of the button; the last place where no player of the hand is known to have it."""
    seats = [player.seat for player in hand.players]
    return seats.index(hand.button) if hand.button in seats else len(seats) - 1
