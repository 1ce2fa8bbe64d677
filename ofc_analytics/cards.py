"""Playing cards: a card is a small integer, and every notation people write is read and written here.

A code is ``rank * 4 + suit`` with rank 0..12 = 2..A and suit 0..3 = clubs, diamonds, hearts, spades.
The jokers are 52 and 53; 255 stands for a card that is not known. Several cards are `bytes` of codes.

Read are Latin letters (``Kd``, ``10h``, ``TS``), suit symbols (``A♠``, ``A♡``), Russian letters
(``Тч`` for the ace of hearts) and jokers (``X``, ``X2``, ``JK1``, ``Xj0``, ``🃏``), with spaces, commas or
nothing between cards. Latin T is a ten and Cyrillic Т an ace, so no card may mix the two alphabets. Where all cards
of a text begin with the suit (``♠Q hA``), they are read too; not with к and т, which are ranks as well.

Examples
--------
>>> list(parse_cards("Kd, 10♥ Тч X"))
[45, 34, 50, 52]
>>> cards_text(parse_cards("KdQc"), style="unicode")
'K♦ Q♣'
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import numpy as np

from ofc_analytics.errors import CardError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

__all__ = [
    "BOARD",
    "JOKERS",
    "RANKS",
    "RANK_NAMES",
    "ROWS",
    "ROW_SIZES",
    "SUITS",
    "SUIT_NAMES",
    "UNKNOWN",
    "card_text",
    "cards_text",
    "parse_card",
    "parse_cards",
    "parse_column",
    "split_board",
    "text_column",
]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
RANK_NAMES = tuple("two three four five six seven eight nine ten jack queen king ace".split())  # noqa: SIM905 - a line, not thirteen
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
JOKERS = (52, 53)
UNKNOWN = 255

_RUSSIAN_RANKS = (*"23456789", "10", *"ВДКТ")
_RUSSIAN_SUITS = "кбчп"
_SYMBOLS = "♣♦♥♠"
ROWS = ("top", "middle", "bottom")
ROW_SIZES = (3, 5, 5)
BOARD = sum(ROW_SIZES)
"""Cards of a board."""

_RANK_OF: dict[str, int] = (
    {text: rank for rank, text in enumerate(RANKS)}
    | {text.lower(): rank for rank, text in enumerate(RANKS)}
    | {text: rank for rank, text in enumerate(_RUSSIAN_RANKS)}
    | {text.lower(): rank for rank, text in enumerate(_RUSSIAN_RANKS)}
)
_SUIT_LETTERS = (SUITS, SUITS.upper(), "кбчп", "КБЧП", "тбчп", "ТБЧП", "♣♦♥♠", "♧♢♡♤")
_SUIT_OF: dict[str, int] = {text: suit for suits in _SUIT_LETTERS for suit, text in enumerate(suits)}

_ANY_SUIT = "".join(_SUIT_OF)
_JOKER = rf"(?P<joker>[Xx][Jj][01](?!0)|(?:[Xx]|[Jj][Kk]|🃏\ufe0f?)(?:[12](?![0{_ANY_SUIT}]))?)"
_CARD = rf"(?P<rank>10|[{''.join(_RANK_OF).replace('10', '')}])(?P<suit>[{_ANY_SUIT}])[\ufe0e\ufe0f]?"
_TOKEN = re.compile(f"{_JOKER}|{_CARD}")
_LEADING_SUIT = re.sub("[кКтТ]", "", _ANY_SUIT)  # these are kings and aces as well
_TURNED_CARD = (
    rf"(?P<suit>[{_LEADING_SUIT}])[\ufe0e\ufe0f]?(?P<rank>10|[{''.join(_RANK_OF).replace('10', '')}])"
)
_TURNED = re.compile(f"{_JOKER}|{_TURNED_CARD}")
_ALL_TURNED = re.compile(re.sub(r"\?P<\w+>", "?:", rf"(?:{_JOKER}|{_TURNED_CARD}|[\s,/|;\u200b\ufeff])*"))
_SEPARATORS = re.compile(r"[\s,\u200b\ufeff]*")
_BOARD_SEPARATORS = re.compile(r"[\s,\u200b\ufeff/|;]*")
_ROW_MARKS = re.compile(r"[/|;]")
_PIECE = re.compile(r"[^\s,/|;]+")
_SHOWN_PIECE = 12
_ANY_JOKER = 54  # a joker without a number, until the whole text is read

# The letters below are Latin beside Cyrillic ones of the same shape, which is what they are for.
_LOOK_ALIKES = dict(zip("TtKkТтКк", "ТтКкTtKk", strict=True))
_FALSE_FRIENDS = dict(zip("АСХB", "ACXВ", strict=True))
_EXPECTED = "a card such as Kd, 10h, A♠ or Тч, or a joker such as X"

_ASCII = [rank + suit for rank in RANKS for suit in SUITS] + ["X1", "X2"]
_STYLES: dict[str, list[str]] = {
    "ascii": _ASCII,
    "unicode": [rank + suit for rank in RANKS for suit in _SYMBOLS] + ["X1", "X2"],
    "russian": [rank + suit for rank in _RUSSIAN_RANKS for suit in _RUSSIAN_SUITS] + ["X1", "X2"],
}
_EXACT = {text: code for code, text in enumerate(_ASCII)}


def card_text(code: int, *, style: Literal["ascii", "unicode", "russian"] = "ascii") -> str:
    """Write one card: ``Kd``, ``K♦`` or ``Кб``, ``X1`` and ``X2`` for jokers, ``??`` for a card that is not known.

    Raises
    ------
    CardError
        If `code` is no card code.

    Examples
    --------
    >>> card_text(45), card_text(45, style="unicode"), card_text(45, style="russian"), card_text(52)
    ('Kd', 'K♦', 'Кб', 'X1')
    """
    if code == UNKNOWN:
        return "??"
    if not 0 <= code < len(_ASCII):
        raise CardError(
            f"{code} is no card code; expected 0 to 53, or 255 for a card that is not known", text=str(code)
        )
    return _STYLES[style][code]


def cards_text(codes: Iterable[int], *, style: Literal["ascii", "unicode", "russian"] = "ascii") -> str:
    """Write cards with a space between them.

    >>> cards_text([45, 34, 53])
    'Kd Th X2'
    """
    return " ".join(card_text(code, style=style) for code in codes)


def parse_card(text: str) -> int:
    """Read one card in any notation.

    >>> parse_card("10h"), parse_card("JK2")
    (34, 53)
    """
    return parse_cards(text, expected=1)[0]


def parse_cards(text: str, *, expected: int | None = None) -> bytes:
    """Read any number of cards in any notation, in the order written.

    A joker without a number takes the first number that the text does not use. The same card may stand
    twice: what that means is for the reader of a whole hand to say.

    Parameters
    ----------
    text
        Cards with white space, commas or nothing between them; blank text is no cards.
    expected
        How many cards there must be, where that is known.

    Returns
    -------
    bytes
        One code a card.

    Raises
    ------
    CardError
        If a part of the text is no card, a card mixes Latin and Cyrillic letters, there are more than two
        unnumbered jokers, or the count is not `expected`.

    Examples
    --------
    >>> list(parse_cards("AsKs")), list(parse_cards("♠A sK"))
    ([51, 47], [51, 47])
    >>> parse_cards("Kd Zz")
    Traceback (most recent call last):
    ofc_analytics.errors.CardError: 'Kd Zz', character 4: 'Zz' is no card; expected a card such as Kd, ...
    """
    try:
        codes = bytes(map(_EXACT.__getitem__, text.split()))
    except KeyError:
        codes, starts = _scan(text)
    else:
        if expected is None or expected == len(codes):
            return codes
        starts = [match.start() for match in _PIECE.finditer(text)]
    if expected is not None and len(codes) != expected:
        position = starts[expected] if len(codes) > expected else len(text)
        _refuse(text, position, f"{_count(len(codes))} where {_count(expected)} must stand")
    return codes


def split_board(text: str) -> bytes:
    """Read the 13 cards of one board.

    Parameters
    ----------
    text
        ``top / middle / bottom``, where ``|`` or ``;`` may stand for ``/``; or 13 cards without any such
        mark, top row first.

    Returns
    -------
    bytes
        13 codes: 3 top, 5 middle, 5 bottom. Jokers without a number are numbered over the whole board.

    Raises
    ------
    CardError
        If there are not three rows, a row is too long or too short, a text is no card, or a card lies
        twice on the board.

    Examples
    --------
    >>> board = split_board("Qc Qd X / QhQs9c8d2h / X Kc Kd Kh 2s")
    >>> cards_text(board)
    'Qc Qd X1 Qh Qs 9c 8d 2h X2 Kc Kd Kh 2s'
    """
    codes, starts = _scan(text, _BOARD_SEPARATORS)
    marks = [match.start() for match in _ROW_MARKS.finditer(text)]
    if not marks and len(codes) == sum(ROW_SIZES):
        marks = [starts[3], starts[8]]
    elif len(marks) != 2:
        found = f"{len(marks) + 1} rows" if marks else f"{_count(len(codes))} and no mark between rows"
        _refuse(
            text,
            marks[2] if len(marks) > 2 else len(text),
            f"{found}; expected 'top / middle / bottom' or 13 cards",
        )
    ends = [bisect_left(starts, mark) for mark in marks] + [len(codes)]
    begin = 0
    for name, size, end in zip(ROWS, ROW_SIZES, ends, strict=True):
        if end - begin != size:
            position = starts[begin + size] if end - begin > size else [*marks, len(text)][ROWS.index(name)]
            _refuse(text, position, f"the {name} row has {_count(end - begin)}; expected {size}")
        begin = end
    _refuse_twice(text, codes, starts)
    return codes


def parse_column(texts: Sequence[str | None] | NDArray[Any], *, size: int) -> NDArray[np.uint8]:
    """Read a column of texts, each of `size` cards, into one array.

    Texts of two-character ASCII cards, with one space or nothing between them, are read as arrays; any
    other text once for each distinct value, by `parse_cards`.

    Parameters
    ----------
    texts
        n texts. None and blank text give a row of `UNKNOWN`.
    size
        Cards a text.

    Returns
    -------
    numpy.ndarray
        Codes, uint8, shape (n, size).

    Raises
    ------
    CardError
        As in `parse_cards`; the message begins with the 0-based index of the first such text.

    Examples
    --------
    >>> parse_column(["Kd Qc", "10♥ X", ""], size=2).tolist()
    [[45, 40], [34, 52], [255, 255]]
    """
    column = _text_array(texts)
    codes = np.full((len(column), size), UNKNOWN, dtype=np.uint8)
    if size == 0 or len(column) == 0:
        return codes
    lengths = np.char.str_len(column)
    for step in (3, 2):
        wanted = step * size - (step == 3)
        rows = np.flatnonzero(lengths == wanted)
        if len(rows):
            codes[rows] = _read_ascii(column[rows].astype(f"=U{wanted}"), step)
    left = np.flatnonzero((codes == UNKNOWN).any(axis=1) & (lengths > 0))
    distinct, first, inverse = np.unique(column[left], return_index=True, return_inverse=True)
    table = np.full((len(distinct), size), UNKNOWN, dtype=np.uint8)
    for place in np.argsort(first):
        text = str(distinct[place])
        if text.strip():
            try:
                table[place] = list(parse_cards(text, expected=size))
            except CardError as error:
                message = f"text {left[first[place]]}: {error}"
                raise CardError(message, text=text, position=error.position) from None
    codes[left] = table[inverse]
    return codes


def text_column(codes: NDArray[np.uint8]) -> NDArray[np.str_]:
    """Write each row of codes as one text, cards in ASCII with a space between them.

    Parameters
    ----------
    codes
        uint8, shape (n, m).

    Returns
    -------
    numpy.ndarray
        Texts, shape (n,). A card that is not known is ``??``.

    Raises
    ------
    CardError
        If a number is no card code.

    Examples
    --------
    >>> text_column(np.array([[45, 40], [34, 52]], dtype=np.uint8)).tolist()
    ['Kd Qc', 'Th X1']
    """
    wrong = codes[(codes >= len(_ASCII)) & (codes != UNKNOWN)]
    if len(wrong):
        card_text(int(wrong[0]))
    count, size = codes.shape
    if codes.size == 0:
        return np.zeros(count, dtype=np.str_)
    letters = np.full((count, size, 3), ord(" "), dtype=np.uint32)
    letters[:, :, :2] = _LETTERS[codes]
    width = 3 * size - 1
    texts: NDArray[np.str_] = np.ascontiguousarray(letters.reshape(count, -1)[:, :width]).view(f"=U{width}")[
        :, 0
    ]
    return texts


def _text_array(texts: Sequence[str | None] | NDArray[Any]) -> NDArray[np.str_]:
    if isinstance(texts, np.ndarray) and texts.dtype.kind == "U":
        return texts
    return np.array(["" if text is None else text for text in texts], dtype=np.str_)


def _read_ascii(texts: NDArray[np.str_], step: int) -> NDArray[np.uint8]:
    """Codes of two-character cards at every `step` characters; a row with anything else is UNKNOWN."""
    letters = texts.view(np.uint32).reshape(len(texts), -1)
    plain = (letters < 128).all(axis=1)
    if step == 3:
        plain &= (letters[:, 2::3] == ord(" ")).all(axis=1)
    pairs = (letters[:, 0::step] & 127) << 7 | letters[:, 1::step] & 127
    codes: NDArray[np.uint8] = _PAIRS[pairs]
    codes[~plain | (codes == UNKNOWN).any(axis=1)] = UNKNOWN
    return codes


def _scan(
    text: str, separators: re.Pattern[str] = _SEPARATORS, token: re.Pattern[str] = _TOKEN
) -> tuple[bytes, list[int]]:
    """Codes of all cards in a text and the offset at which each begins."""
    codes: list[int] = []
    starts: list[int] = []
    position = _after(separators, text, 0)
    while position < len(text):
        match = token.match(text, position)
        if match is None and token is _TOKEN and _ALL_TURNED.fullmatch(text):
            return _scan(text, separators, _TURNED)
        if match is None:
            _refuse_piece(text, position)
        codes.append(_joker_code(match["joker"]) if match["joker"] else _card_code(text, match))
        starts.append(position)
        position = _after(separators, text, match.end())
    free = [joker for joker in JOKERS if joker not in codes]
    for place, code in enumerate(codes):
        if code == _ANY_JOKER:
            if not free:
                _refuse(text, starts[place], "a third joker; a deck has two at most")
            codes[place] = free.pop(0)
    return bytes(codes), starts


def _after(separators: re.Pattern[str], text: str, position: int) -> int:
    match = separators.match(text, position)
    end: int = position if match is None else match.end()
    return end


def _joker_code(text: str) -> int:
    if text[-1] == "0" or text[-2:] in {"J1", "j1"}:
        return JOKERS[int(text[-1])]
    return JOKERS[int(text[-1]) - 1] if text[-1] in "12" else _ANY_JOKER


def _card_code(text: str, match: re.Match[str]) -> int:
    rank: str = match["rank"]
    suit: str = match["suit"]
    if rank.isalpha() and suit.isalpha() and rank.isascii() != suit.isascii():
        _refuse_mixed(text, match)
    return _RANK_OF[rank] * 4 + _SUIT_OF[suit]


def _refuse_mixed(text: str, match: re.Match[str]) -> NoReturn:
    rank, suit = match["rank"], match["suit"]
    readings = []
    for letter in (rank, _LOOK_ALIKES.get(rank)):
        if letter is not None:
            code = _RANK_OF[letter] * 4 + _SUIT_OF[suit]
            name = f"{RANK_NAMES[code // 4]} of {SUIT_NAMES[code % 4]}"
            russian = _RUSSIAN_RANKS[code // 4] + _RUSSIAN_SUITS[code % 4]
            readings.append(
                f"with a {_alphabet(letter)} {letter!r} the {name}, {_ASCII[code]!r} or {russian!r}"
            )
    mixed = f"{match[0]!r} mixes alphabets, {rank!r} being {_alphabet(rank)} and {suit!r} {_alphabet(suit)}"
    _refuse(text, match.start(), f"{mixed}: {'; '.join(readings)}; expected one alphabet within a card")


def _refuse_piece(text: str, position: int) -> NoReturn:
    piece = _PIECE.match(text, position)
    found = piece[0] if piece else text[position]
    hints = [
        f" ({letter!r} is {_alphabet(letter)} and looks like the {_alphabet(twin)} {twin!r})"
        for letter in found[:2]
        for twin in _FALSE_FRIENDS.get(letter.upper(), "")
    ]
    shown = found if len(found) <= _SHOWN_PIECE else found[:_SHOWN_PIECE] + "…"
    _refuse(text, position, f"{shown!r} is no card{''.join(hints[:1])}; expected {_EXPECTED}")


def _alphabet(letter: str) -> str:
    return "Latin" if letter.isascii() else "Cyrillic"


def _refuse_twice(text: str, codes: bytes, starts: list[int]) -> None:
    for place, code in enumerate(codes):
        first = codes.index(code)
        if first != place:
            rows = [ROWS[(at >= 3) + (at >= 8)] for at in (first, place)]
            where = (
                f"in the {rows[0]} row" if rows[0] == rows[1] else f"in the {rows[0]} and the {rows[1]} row"
            )
            _refuse(
                text,
                starts[place],
                f"{_ASCII[code]!r} lies twice on the board, {where}; expected each card once",
            )


def _refuse(text: str, position: int, problem: str) -> NoReturn:
    raise CardError(f"{text!r}, character {position + 1}: {problem}", text=text, position=position)


def _count(number: int) -> str:
    return f"{number} card{'s' * (number != 1)}"


def _pair_table() -> NDArray[np.uint8]:
    table = np.full((128, 128), UNKNOWN, dtype=np.uint8)
    for text, code in _EXACT.items():
        for first in {text[0], text[0].lower()}:
            for second in {text[1], text[1].upper()}:
                table[ord(first), ord(second)] = code
    return table.ravel()


def _letter_table() -> NDArray[np.uint32]:
    table = np.full((256, 2), ord("?"), dtype=np.uint32)
    table[: len(_ASCII)] = [[ord(letter) for letter in text] for text in _ASCII]
    return table


_PAIRS = _pair_table()
_LETTERS = _letter_table()
