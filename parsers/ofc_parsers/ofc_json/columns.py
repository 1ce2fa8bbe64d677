"""Many lines at once: hands that leave nothing to be told apart go straight into columns.

All others are left to `ofc_parsers.ofc_json.line`, which takes a line at a time and either reads it all the same
(cards in other notations, seats out of order) or says what is wrong with it.
"""

from __future__ import annotations

from datetime import UTC
from decimal import Decimal
from functools import lru_cache
from itertools import compress, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
import polars as pl
import pyarrow as pa

from ofc_analytics.cards import JOKERS, ROW_SIZES, ROWS, UNKNOWN, card_text
from ofc_analytics.columns import lists, structs
from ofc_analytics.hands import MAX_PLAYERS, is_numbered
from ofc_analytics.identity import with_identity
from ofc_analytics.money import currency_exponent, minor_units
from ofc_analytics.schema import HANDS, fields_of
from ofc_parsers.ofc_json import vocabulary as words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from ofc_analytics.formats import ParseContext

__all__ = ["frame_of_plain"]

_YEARS = range(2, 9999)
"""Within these no offset leads out of the calendar."""

_FIELDS = {"dealt": "dealt", "top": "top", "middle": "middle", "bottom": "bottom", "discarded": "discard"}
"""What a street calls its cards in schema `Hands`, and here."""

_NO_CLAIM = words.Claim()
_NO_JACKPOT = words.Jackpot()
_LETTERS = 3  # of a card and the space behind it
_BITS = 7  # of an ASCII letter
_CODES = np.full(1 << 2 * _BITS, UNKNOWN, dtype=np.uint8)
_TEXTS = [card_text(code) for code in range(JOKERS[-1] + 1)]
_CODES[[ord(text[0]) << _BITS | ord(text[1]) for text in _TEXTS]] = range(len(_TEXTS))

_PLAYER = fields_of(HANDS["players"])
_STREET = fields_of(_PLAYER["streets"])
_CLAIM = fields_of(_PLAYER["claimed"])
_SOURCE = fields_of(HANDS["source"])


class _Cards(NamedTuple):
    """Cards of n texts: their codes one after another, how many each text has, and which texts are not plain."""

    codes: NDArray[np.uint8]
    counts: NDArray[np.int64]
    odd: NDArray[np.bool_]

    def spread(self, values: NDArray[Any]) -> NDArray[Any]:
        """Give each code what belongs to its text."""
        return np.repeat(values, self.counts)


class _Money(NamedTuple):
    """n amounts in minor units, and which cannot be read."""

    minor: list[int | None]
    odd: NDArray[np.bool_]


def frame_of_plain(
    records: Sequence[words.Line], lines: Sequence[int], context: ParseContext
) -> pl.DataFrame:
    """Put those of some hands that are plain into a frame.

    Parameters
    ----------
    records
        n hands, decoded by their type, with no key twice and no odd amount.
    lines
        Their physical lines.
    context
        Knows the file.

    Returns
    -------
    polars.DataFrame
        Of schema `Hands`, in the order given; the lines in its column ``source`` tell which hands are there.
    """
    plain = np.fromiter(map(_is_plain, records), dtype=np.bool_, count=len(records))
    while plain.any():
        block = _Block(list(compress(records, plain)))
        odd = block.odd()
        if not odd.any():
            return block.frame(list(compress(lines, plain)), context)
        plain[plain] = ~odd
    return HANDS.to_frame()


def _is_plain(hand: words.Line) -> bool:
    """Whether nothing but cards and amounts is left to be looked at."""
    players = hand.players or []
    seats = _seats(hand)
    return (
        hand.format in {None, words.VERSION}
        and 0 < len(players) <= MAX_PLAYERS
        and is_numbered(hand.room, hand.hand_no, hand.session, hand.started_at)
        and (hand.started_at is None or hand.started_at.year in _YEARS)
        and (hand.button is None or hand.button in seats)
        and all(seat <= following for seat, following in pairwise(seats))
        and all(map(_is_plain_player, players))
    )


def _seats(hand: words.Line) -> list[int]:
    return [player.seat or place for place, player in enumerate(hand.players or (), 1)]


def _is_plain_player(player: words.Player) -> bool:
    royalties = None if player.claimed is None else player.claimed.royalties
    return (
        bool(player.name)
        and player.name == (player.name or "").strip()
        and (royalties is None or len(royalties) in words.ROYALTY_COUNTS)
    )


class _Block:
    """Hands on their way into columns; their players, and the streets of these, one after another.

    `_seated` counts a hand's players and `_played` a player's streets; `_hand` is the place of the hand of each player,
    and `_player` that of the player of each street.
    """

    def __init__(self, hands: list[words.Line]) -> None:
        self._hands = hands
        self._players = [player for hand in hands for player in hand.players or ()]
        self._streets = [street for player in self._players for street in player.streets or ()]
        self._claims = [player.claimed or _NO_CLAIM for player in self._players]
        self._seated = np.array([len(hand.players or ()) for hand in hands])
        self._played = np.array([len(player.streets or ()) for player in self._players])
        self._hand = np.repeat(np.arange(len(hands)), self._seated)
        self._player = np.repeat(np.arange(len(self._players)), self._played)
        self._exponents = np.array([currency_exponent(hand.currency) for hand in hands])

        self._rows = {row: _cards(map(attrgetter(row), self._players)) for row in ROWS}
        self._discards = _cards(map(_discards, self._players))
        self._placed = {field: _cards(map(attrgetter(key), self._streets)) for field, key in _FIELDS.items()}

        each, of_player = self._exponents.tolist(), self._exponents[self._hand].tolist()
        jackpots = [hand.jackpot or _NO_JACKPOT for hand in hands]
        self._deals = {
            "unit": _money((hand.unit for hand in hands), each, least=1),
            "jackpot_in": _money((jackpot.paid_in for jackpot in jackpots), each, least=0),
            "jackpot_out": _money((jackpot.paid_out for jackpot in jackpots), each, least=0),
        }
        self._stack = _money((player.stack for player in self._players), of_player, least=0)
        self._rake = _money((player.rake for player in self._players), of_player, least=0)
        self._net = _money((claim.net for claim in self._claims), of_player)

    def odd(self) -> NDArray[np.bool_]:
        """(n,) hands with cards that are not written plainly or do not lie where they were placed, or with odd amounts."""
        players = self._discards.odd | self._stack.odd | self._rake.odd | self._net.odd
        for (row, cards), size in zip(self._rows.items(), ROW_SIZES, strict=True):
            players |= cards.odd | (cards.counts != size) | self._strays(row)
        streets = np.logical_or.reduce([cards.odd for cards in self._placed.values()])
        players |= _any(streets, self._player, len(self._players))
        hands = np.logical_or.reduce([money.odd for money in self._deals.values()])
        stated = np.array([len(JOKERS) if hand.jokers is None else hand.jokers for hand in self._hands])
        odd: NDArray[np.bool_] = (
            hands | _any(players, self._hand, len(self._hands)) | (stated < self._jokers())
        )
        return odd

    def frame(self, lines: list[int], context: ParseContext) -> pl.DataFrame:
        """Hands of schema `Hands`, none of which is odd, from these lines."""
        streets = _table(
            _STREET,
            self._streets,
            **{field: lists(field, cards.codes, cards.counts) for field, cards in self._placed.items()},
            acted=[None] * len(self._streets),
        )
        claims = _table(_CLAIM, self._claims, net=self._net.minor, raw=[None] * len(self._claims))
        boards = [
            cards.codes.reshape(-1, size) for cards, size in zip(self._rows.values(), ROW_SIZES, strict=True)
        ]
        players = _table(
            _PLAYER,
            self._players,
            seat=[seat for hand in self._hands for seat in _seats(hand)],
            cards=np.concatenate(boards, axis=1),
            discards=lists("discards", self._discards.codes, self._discards.counts),
            streets=structs("streets", streets, self._played),
            claimed=claims.to_struct(),
            stack=self._stack.minor,
            rake=self._rake.minor,
            surrendered=[bool(player.surrendered) for player in self._players],
            line=np.repeat(lines, self._seated),
        )
        stated = np.array([hand.jokers or 0 for hand in self._hands])
        source = _table(_SOURCE, [context.source()] * len(lines), line=lines)
        return with_identity(
            _table(
                HANDS,
                self._hands,
                hand_id=[""] * len(lines),
                content_hash=[""] * len(lines),
                native_id=[None if hand.id is None else str(hand.id) for hand in self._hands],
                started_at=[hand.started_at and hand.started_at.astimezone(UTC) for hand in self._hands],
                exponent=self._exponents,
                jokers=np.maximum(stated, self._jokers()),
                **{name: money.minor for name, money in self._deals.items()},
                players=structs("players", players, self._seated),
                source=source.to_struct(),
            )
        )

    def _strays(self, row: str) -> NDArray[np.bool_]:
        """Players one of whose streets placed a card in this row that does not lie there in the end."""
        lying, placed = self._rows[row], self._placed[row]
        there = np.zeros((len(self._players), UNKNOWN + 1), dtype=np.bool_)
        there[lying.spread(np.arange(len(self._players))), lying.codes] = True
        player = placed.spread(self._player)
        return _any(~there[player, placed.codes], player, len(self._players))

    def _jokers(self) -> NDArray[np.int64]:
        """(n,) how many jokers were seen in each hand."""
        held = [*self._rows.values(), self._discards]
        hands = np.concatenate([cards.spread(self._hand) for cards in held])
        codes = np.concatenate([cards.codes for cards in held])
        seen = np.zeros(len(self._hands), dtype=np.int64)
        for joker in JOKERS:
            seen += _any(codes == joker, hands, len(self._hands))
        return seen


def _table(
    schema: Mapping[str, pl.DataType],
    records: Sequence[object],
    **given: Sequence[object] | NDArray[Any] | pl.Series,
) -> pl.DataFrame:
    """One column a field: what is given for it, else the records' attributes of that name."""
    return pl.DataFrame(
        {
            name: _column(given[name] if name in given else list(map(attrgetter(name), records)), dtype)
            for name, dtype in schema.items()
        }
    )


def _column(values: Sequence[object] | NDArray[Any] | pl.Series, dtype: pl.DataType) -> pl.Series:
    if isinstance(values, list):  # Arrow reads nested ones many times faster
        arrow = pl.Series(dtype=dtype).to_arrow(compat_level=pl.CompatLevel.oldest()).type
        values = cast("pl.Series", pl.from_arrow(pa.array(values, type=arrow)))
    return pl.Series(values=values, dtype=dtype)


def _any(marks: NDArray[np.bool_], group: NDArray[np.intp], count: int) -> NDArray[np.bool_]:
    """(count,) groups of which a member is marked."""
    found = np.zeros(count, dtype=np.bool_)
    found[group[marks]] = True
    return found


def _discards(player: words.Player) -> str | None:
    if player.discards is not None:
        return player.discards
    return " ".join(street.discard for street in player.streets or () if street.discard)


def _cards(texts: Iterable[str | None]) -> _Cards:
    """Read cards that are two ASCII letters each, with a space between them."""
    written = list(texts)
    lengths = np.array([len(text) if text else 0 for text in written], dtype=np.int64)
    odd = (lengths > 0) & (lengths % _LETTERS != _LETTERS - 1)
    lengths[odd] = 0
    for place in np.flatnonzero(odd):
        written[place] = None
    counts = (lengths + 1) // _LETTERS
    letters = " ".join([*filter(None, written), ""]).encode("ascii", errors="replace")
    rank, suit, space = np.frombuffer(letters, dtype=np.uint8).reshape(-1, _LETTERS).T.astype(np.int64)
    codes = _CODES[rank << _BITS | suit]
    unread = (codes == UNKNOWN) | (space != ord(" "))
    odd |= _any(unread, np.repeat(np.arange(len(written)), counts), len(written))
    return _Cards(codes, counts, odd)


def _money(amounts: Iterable[Decimal | None], exponents: Iterable[int], least: int | None = None) -> _Money:
    read = [
        (None, False) if amount is None else _minor_units(str(amount), exponent, least)
        for amount, exponent in zip(amounts, exponents, strict=True)
    ]
    return _Money([minor for minor, _ in read], np.array([odd for _, odd in read], dtype=np.bool_))


@lru_cache(maxsize=1 << 14)
def _minor_units(amount: str, exponent: int, least: int | None) -> tuple[int | None, bool]:
    try:
        minor = minor_units(Decimal(amount), exponent=exponent)
    except ValueError:
        return None, True
    return minor, least is not None and minor < least
