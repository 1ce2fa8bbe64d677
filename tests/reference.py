"""A slow scorer in plain Python, one hand at a time, written from the rules and kept apart from the library.

Cards are codes (``rank * 4 + suit``, jokers 52 and 53). What a row is worth is a tuple that compares: the
category's number and the ranks that decide, 2 to 14, largest groups first. A top row has fewer kickers, and
a shorter tuple is lower where the ranks before it are equal. Rules are the plain dictionary that a rule
set's ``model_dump()`` gives. Money, and hands that follow one another, are in `reference_money`.

What a hand comes to, in words:

Boards
    A joker stands for a card that its own row does not have. Bottom first, each row takes the highest worth
    that is no higher than the row below (lower, where equal rows foul); where there is none, the highest of
    all, and the board is dead. A deuce-to-seven middle takes the lowest low, and the top is then held
    against the bottom.
Naturals
    Thirteen cards, however laid out and without a joker: six pairs (a rank held four times is two of them),
    three straights (5, 5 and 3 cards; the ace is high or low), three flushes (5, 5 and 3 cards), a card of
    every rank. A natural exists where the rule set gives it points. It counts where it was declared, or, if
    the rules ask for no declaration, the one worth most. A hand whose natural counts is never dead, has no
    rows to compare, no royalties and no Fantasyland. Whoever has no natural pays its points, dead or not;
    of two naturals the one worth more wins its own points (``both = higher``), or nothing is paid.
Surrender
    One who surrendered is not dead, has no natural, no royalties and no Fantasyland. He pays the points to
    each opponent who did neither surrender nor foul, and nothing else happens between them. It counts only
    where the rule set has surrender.
Fouls
    A dead hand has no royalties and no Fantasyland. It loses all three rows to each legal opponent and pays
    them, and beside them the scoop (``pays = scoop``), nothing (``rows``), or as much as brings rows and
    scoop to the number given; with ``pays_royalties`` also the opponent's royalties. Two dead hands are even.
Royalties
    ``all``: each of a pair collects all of its own. ``line-winner``: only those of rows it won against this
    opponent, and of the rows ``without_winning``.
Fantasyland
    Outside it, the most cards any row earns by the entry table, or ``several`` where more than one row earns.
    Inside it, the most any row keeps by the stay table; ``same`` is the number being played.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

RANKS = "23456789TJQKA"
ROWS = {"top": slice(0, 3), "middle": slice(3, 8), "bottom": slice(8, 13)}
CATEGORIES = (
    *("high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house"),
    *("four of a kind", "straight flush", "royal flush", "five of a kind"),
)
NATURALS = ("six-pairs", "three-straights", "three-flushes", "dragon")
JOKERS = (52, 53)


def evaluate(row, wheel="lowest"):
    """Worth of three or five cards without jokers."""
    return _evaluate(tuple(sorted(row)), wheel)


@lru_cache(maxsize=1_000_000)
def _evaluate(row, wheel):
    ranks = sorted((card // 4 + 2 for card in row), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    deciding = tuple(rank for rank, _ in groups)
    sizes = tuple(size for _, size in groups)
    flush = len(row) == 5 and len({card % 4 for card in row}) == 1
    straight = None
    if len(row) == 5 and len(groups) == 5:
        if ranks[0] - ranks[4] == 4:
            straight = (ranks[0],)
        elif ranks == [14, 5, 4, 3, 2]:
            straight = {"lowest": (5,), "second": (13.5,), "never": None}[wheel]
    if straight and flush:
        return (9 if straight == (14,) else 8, *straight)
    if flush:
        return (5, *deciding)
    if straight:
        return (4, *straight)
    category = {(5,): 10, (4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (3,): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (category.get(sizes, 1 if sizes == (2, 1) else 0), *deciding)


def evaluate_low(row):
    """Worth of five cards as a deuce-to-seven low: ten-low or better, no pair, straight or flush; higher is lower.

    Anything else is worse the better it is as a high hand.
    """
    worth = evaluate(row, wheel="never")
    if worth[0] == 0 and worth[1] <= 10:
        return (1, *(-rank for rank in worth[1:]))
    return (0, *(-number for number in worth))


def completions(row, *, five_of_a_kind=False, low=False, wheel="lowest"):
    """Every worth a row with jokers can have, each with the row that has it."""
    known = [card for card in row if card < 52]
    free = [card for card in range(52) if card not in known]
    for cards in combinations(free, len(row) - len(known)):
        completed = [*known, *cards]
        yield (evaluate_low(completed) if low else evaluate(completed, wheel)), completed
    if five_of_a_kind and len(row) == 5 > len(known) and len({card // 4 for card in known}) == 1 and not low:
        yield (10, known[0] // 4 + 2), [known[0]] * 5


@lru_cache(maxsize=100_000)
def _worths(row, five_of_a_kind, low, wheel):
    found = completions(row, five_of_a_kind=five_of_a_kind, low=low, wheel=wheel)
    return frozenset(worth for worth, _ in found)


def best(row, bound=None, *, strict=False, five_of_a_kind=False, low=False, wheel="lowest"):
    """The highest worth of a row that is no higher than the bound, or the highest of all if there is none."""
    if max(row) < 52:
        return evaluate_low(row) if low else evaluate(row, wheel)
    worths = _worths(tuple(sorted(row)), five_of_a_kind, low, wheel)
    allowed = {worth for worth in worths if bound is None or worth < bound or (worth == bound and not strict)}
    return max(allowed or worths)


def evaluate_board(board, *, wheel="lowest", middle="high", five_of_a_kind=False, equal_rows="legal"):
    """Worth of top, middle and bottom, jokers read from the bottom up."""
    options = {"wheel": wheel, "five_of_a_kind": five_of_a_kind}
    bottom = best(board[8:], **options)
    if middle == "deuce-to-seven":
        return best(board[:3], bottom), best(board[3:8], low=True), bottom
    five = best(board[3:8], bottom, strict=equal_rows == "foul", **options)
    return best(board[:3], five, strict=equal_rows != "legal"), five, bottom


def is_foul(worths, *, middle="high", equal_rows="legal"):
    top, five, bottom = worths
    if middle == "deuce-to-seven":
        return five[0] == 0 or top > bottom
    if top > five or five > bottom:
        return True
    if equal_rows == "foul" and five == bottom:
        return True
    return equal_rows != "legal" and top == five


def look_up(table, worth, *, low=False, default=0):
    """What a table of patterns says of a row: keys without a plus first, of those that fit the narrowest."""
    key = fitting_key(table, worth, low=low)
    return default if key is None else table[key]


def fitting_key(table, worth, *, low=False):
    """The key that decides, or None."""
    return _fitting_key(tuple(table), worth, low)


@lru_cache(maxsize=200_000)
def _fitting_key(keys, worth, low):
    found = _class(worth, low)
    fitting = [key for key in keys if found and span(key)[0] <= found <= span(key)[1]]
    return max(fitting, key=lambda key: (not key.endswith("+"), span(key)[0]), default=None)


def _class(worth, low):
    """Category and rank on a scale of all rows; lows are above it, the lowest last."""
    if low:
        if worth[0] == 0:
            return None
        ranks = [-rank for rank in worth[1:]]
        return (12, 0) if ranks == [7, 5, 4, 3, 2] else (11, -ranks[0])
    return (8, 14) if worth[0] == 9 else (worth[0], worth[1])


@lru_cache
def span(pattern):
    """First and last class of a pattern."""
    name = pattern.removesuffix("+")
    lows = {"ten-low": 10, "nine-low": 9, "eight-low": 8, "seven-low": 7}
    if name in lows:
        first = (11, -lows[name])
        last = (12, 0) if name == "seven-low" else first
    elif name == "7-5-4-3-2":
        first = last = (12, 0)
    elif name == "royal flush":
        first = last = (8, 14)
    elif name in CATEGORIES:
        first, last = (CATEGORIES.index(name), 0), (CATEGORIES.index(name), 15)
    else:
        first = last = ({2: 1, 3: 3, 4: 7, 5: 10}[len(name)], RANKS.index(name[0]) + 2)
    if pattern.endswith("+"):
        last = (12, 0) if first >= (11, -10) else (10, 15)
    return first, last


def held_naturals(board):
    """Names of the naturals that 13 cards are."""
    if any(card in JOKERS for card in board):
        return set()
    ranks = Counter(card // 4 for card in board)
    suits = sorted(Counter(card % 4 for card in board).values())
    held = {
        "six-pairs": sum(count // 2 for count in ranks.values()) == 6,
        "three-straights": tuple(ranks[rank] for rank in range(13)) in _straights(),
        "three-flushes": suits in ([3, 5, 5], [5, 8], [3, 10], [13]),
        "dragon": len(ranks) == 13,
    }
    return {name for name, is_held in held.items() if is_held}


@lru_cache
def _straights():
    circle = [12, *range(13)]
    fives = [circle[at : at + 5] for at in range(10)]
    threes = [circle[at : at + 3] for at in range(12)]
    found = set()
    for one, other in combinations_with_replacement(fives, 2):
        for three in threes:
            count = Counter([*one, *other, *three])
            if max(count.values()) <= 4:
                found.add(tuple(count[rank] for rank in range(13)))
    return found


@dataclass
class Judged:
    """One player's board by itself; `entry` and `stay` are the cards each row earns or keeps."""

    worths: tuple
    foul: bool
    natural: str | None
    surrendered: bool
    royalties: list
    entry: list
    stay: list

    @property
    def has_rows(self):
        return not (self.natural or self.surrendered or self.foul)


def options(rules):
    """The rules that decide what boards are worth and whether they are dead."""
    rows, foul = rules["rows"], rules["foul"]
    return {key: rows[key] for key in ("wheel", "middle", "five_of_a_kind")} | {
        "equal_rows": foul["equal_rows"]
    }


def judge(board, rules, *, declared=None, surrendered=False):
    """Judge one board of 13 codes; `declared` is the name of a natural."""
    reading = options(rules)
    worths = evaluate_board(board, **reading)
    surrendered = bool(surrendered and rules["surrender"])
    natural = None if surrendered else counting_natural(board, rules, declared)
    dead = is_foul(worths, middle=reading["middle"], equal_rows=reading["equal_rows"])
    judged = Judged(worths, dead and not natural and not surrendered, natural, surrendered, *([0] * 3,) * 3)
    if judged.has_rows:
        fantasyland = rules["fantasyland"]
        judged.royalties = by_row(rules["royalties"], worths, rules)
        judged.entry = by_row(fantasyland["entry"], worths, rules)
        judged.stay = by_row(fantasyland["stay"], worths, rules)
    return judged


def by_row(tables, worths, rules):
    low = rules["rows"]["middle"] == "deuce-to-seven"
    return [
        look_up(tables[name], worth, low=low and name == "middle")
        for name, worth in zip(ROWS, worths, strict=True)
    ]


def counting_natural(board, rules, declared):
    if not rules["naturals"]:
        return None
    points = rules["naturals"]["points"]
    held = {name for name in held_naturals(board) if points.get(name, 0) > 0}
    if rules["naturals"]["declared"]:
        return declared if declared in held else None
    return max(sorted(held, key=NATURALS.index), key=points.get, default=None)


def next_fantasyland(judged, rules, *, playing=False, same=0):
    """Cards in the next hand's Fantasyland, 0 for none; `same` is the cards of the one being played."""
    if playing:
        return max(same if cards == "same" else cards for cards in judged.stay)
    several = rules["fantasyland"]["entry"]["several"]
    if several and sum(cards > 0 for cards in judged.entry) > 1:
        return several
    return max(judged.entry)


@dataclass
class Pair:
    """Points between two players, signed from the first; `collected` are the royalties of each."""

    rows: tuple = (0, 0, 0)
    row_points: int = 0
    scoop: int = 0
    collected: tuple = (0, 0)
    other: int = 0

    @property
    def royalties(self):
        return self.collected[0] - self.collected[1]

    @property
    def points(self):
        return self.row_points + self.scoop + self.royalties + self.other


def compare(first, second, rules):
    """Compare two judged boards."""
    if first.surrendered or second.surrendered:
        paid = rules["surrender"]["points"]
        sides = [
            paid * (payer.surrendered and not winner.surrendered and not winner.foul)
            for payer, winner in ((second, first), (first, second))
        ]
        return Pair(other=sides[0] - sides[1])
    if first.natural or second.natural:
        return Pair(other=_natural_points(first, second, rules))
    if first.foul and second.foul:
        return Pair()
    if first.foul or second.foul:
        return _against_dead(first, second, rules)
    rows = rules["rows"]
    signs = tuple((a > b) - (a < b) for a, b in zip(first.worths, second.worths, strict=True))
    bonus = {3: rows["scoop"], 2: rows["majority"]}
    return Pair(
        rows=signs,
        row_points=sum(signs) * rows["points"],
        scoop=bonus.get(signs.count(1), 0) - bonus.get(signs.count(-1), 0),
        collected=(_collected(first, signs, 1, rules), _collected(second, signs, -1, rules)),
    )


def _natural_points(first, second, rules):
    points = rules["naturals"]["points"]
    mine, theirs = (points.get(player.natural, 0) for player in (first, second))
    if first.natural and second.natural and rules["naturals"]["both"] == "nothing":
        return 0
    if mine == theirs:
        return 0
    return mine if mine > theirs else -theirs


def _against_dead(first, second, rules):
    sign = 1 if second.foul else -1
    winner = first if second.foul else second
    signs = (sign,) * 3
    rows = 3 * rules["rows"]["points"]
    pays = rules["foul"]["pays"]
    scoop = rules["rows"]["scoop"] if pays == "scoop" else 0 if pays == "rows" else pays - rows
    royalties = _collected(winner, signs, sign, rules) if rules["foul"]["pays_royalties"] else 0
    return Pair(signs, sign * rows, sign * scoop, (royalties, 0) if sign == 1 else (0, royalties))


def _collected(player, signs, mine, rules):
    paid = rules["royalties"]
    return sum(
        royalty
        for name, royalty, sign in zip(ROWS, player.royalties, signs, strict=True)
        if paid["paid"] == "all" or sign == mine or name in paid["without_winning"]
    )


def cards(text):
    """Read cards written as ``Kd`` or ``X1``, with anything but letters and digits between them."""
    pieces = "".join(letter if letter.isalnum() else " " for letter in text).split()
    return [
        51 + int(piece[1]) if piece[0] == "X" else RANKS.index(piece[0]) * 4 + "cdhs".index(piece[1])
        for piece in pieces
    ]
