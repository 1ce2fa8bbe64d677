"""A slow scorer in plain Python, one board at a time, written from the rules and kept apart from the library.

Cards are codes (``rank * 4 + suit``, jokers 52 and 53). What a row is worth is a tuple that compares: the
category's number and the ranks that decide, 2 to 14, largest groups first. A top row has fewer kickers, and
a shorter tuple is lower where the ranks before it are equal.

Rules are a plain dictionary; `AMERICAN_PINEAPPLE` shows every key.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

RANKS = "23456789TJQKA"
NAMES = (
    *(
        "high card",
        "pair",
        "two pair",
        "three of a kind",
        "straight",
        "flush",
        "full house",
        "four of a kind",
    ),
    *("straight flush", "royal flush", "five of a kind"),
)
LOW_NAMES = {7: "seven-low", 8: "eight-low", 9: "nine-low", 10: "ten-low"}
ROWS = {"top": slice(0, 3), "middle": slice(3, 8), "bottom": slice(8, 13)}

AMERICAN_PINEAPPLE = {
    "points": 1,
    "scoop": 3,
    "majority": 0,
    "wheel": "lowest",
    "middle": "high",
    "five_of_a_kind": False,
    "foul_pays": "scoop",
    "equal_rows": "legal",
    "royalties_paid": "all",
    "royalties": {
        "top": {rank * 2: points for points, rank in enumerate("6789TJQKA", 1)}
        | {rank * 3: points for points, rank in enumerate(RANKS, 10)},
        "middle": {
            "three of a kind": 2,
            "straight": 4,
            "flush": 8,
            "full house": 12,
            "four of a kind": 20,
            "straight flush": 30,
            "royal flush": 50,
        },
        "bottom": {
            "straight": 2,
            "flush": 4,
            "full house": 6,
            "four of a kind": 10,
            "straight flush": 15,
            "royal flush": 25,
        },
    },
    "entry": {"top": {"QQ": 14, "KK": 14, "AA": 14} | {rank * 3: 14 for rank in RANKS}},
    "entry_several": None,
    "stay": {
        "top": {rank * 3: 14 for rank in RANKS},
        "bottom": {"four of a kind": 14, "straight flush": 14, "royal flush": 14},
    },
}


def evaluate(row, wheel="lowest"):
    """Worth of three or five cards without jokers."""
    ranks = sorted((card // 4 + 2 for card in row), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    deciding = tuple(rank for rank, _ in groups)
    sizes = [size for _, size in groups]
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
    category = {
        (5,): 10,
        (4, 1): 7,
        (3, 2): 6,
        (3, 1, 1): 3,
        (3,): 3,
        (2, 2, 1): 2,
        (2, 1, 1, 1): 1,
        (2, 1): 1,
    }.get(tuple(sizes), 0)
    return (category, *deciding)


def evaluate_low(row):
    """Worth of five cards as a deuce-to-seven low: ten-low or better, no pair, straight or flush; higher is lower.

    Anything else is worse the better it is as a high hand.
    """
    worth = evaluate(row, wheel="never")
    if worth[0] == 0 and worth[1] <= 10:
        return (1, *(-rank for rank in worth[1:]))
    return (0, *(-number for number in worth))


def row_keys(worth, size, *, low=False):
    """Names under which a row may stand in a table of the rules, the most particular first."""
    if low:
        if worth[0] == 0:
            return []
        ranks = [-rank for rank in worth[1:]]
        return (["7-5-4-3-2"] if ranks == [7, 5, 4, 3, 2] else []) + [LOW_NAMES[ranks[0]]]
    keys = [NAMES[worth[0]]]
    if worth[0] == 9:
        keys.append("straight flush")
    if worth[0] == 1 or (worth[0] == 3 and size == 3):
        keys.insert(0, RANKS[worth[1] - 2] * (2 if worth[0] == 1 else 3))
    return keys


def look_up(table, keys, default=0):
    return next((table[key] for key in keys if key in table), default)


def completions(row, *, five_of_a_kind=False, low=False, wheel="lowest"):
    """Every worth a row with jokers can have, each with the row that has it."""
    known = [card for card in row if card < 52]
    free = [card for card in range(52) if card not in known]
    for cards in combinations(free, len(row) - len(known)):
        completed = [*known, *cards]
        yield (evaluate_low(completed) if low else evaluate(completed, wheel)), completed
    if five_of_a_kind and len(row) == 5 > len(known) and len({card // 4 for card in known}) == 1 and not low:
        yield (10, known[0] // 4 + 2), [known[0]] * 5


def best(row, bound=None, *, strict=False, **options):
    """The highest worth of a row that is no higher than the bound, or the highest of all if there is none."""
    worths = {worth for worth, _ in completions(row, **options)}
    allowed = {worth for worth in worths if bound is None or worth < bound or (worth == bound and not strict)}
    return max(allowed or worths)


def evaluate_board(board, rules):
    """Worth of top, middle and bottom, jokers read from the bottom up."""
    options = {"wheel": rules["wheel"], "five_of_a_kind": rules["five_of_a_kind"]}
    low = rules["middle"] == "deuce-to-seven"
    bottom = best(board[8:], **options)
    if low:
        middle = best(board[3:8], low=True)
        return best(board[:3], bottom), middle, bottom
    middle = best(board[3:8], bottom, strict=rules["equal_rows"] == "foul", **options)
    return best(board[:3], middle, strict=rules["equal_rows"] != "legal"), middle, bottom


def is_foul(worths, rules):
    top, middle, bottom = worths
    if rules["middle"] == "deuce-to-seven":
        return middle[0] == 0 or top > bottom
    if top > middle or middle > bottom:
        return True
    if rules["equal_rows"] == "foul" and middle == bottom:
        return True
    return rules["equal_rows"] != "legal" and top == middle


def keys_of_rows(worths, rules):
    low = rules["middle"] == "deuce-to-seven"
    return {
        name: row_keys(worth, 3 if name == "top" else 5, low=low and name == "middle")
        for name, worth in zip(ROWS, worths, strict=True)
    }


def royalties(worths, rules):
    """Royalty of each row; a fouled board has none."""
    if is_foul(worths, rules):
        return [0, 0, 0]
    keys = keys_of_rows(worths, rules)
    return [look_up(rules["royalties"].get(name, {}), keys[name]) for name in ROWS]


def fantasyland(worths, rules, playing=0):
    """Cards in the next hand's Fantasyland, 0 for none; `playing` is the cards of this hand's."""
    if is_foul(worths, rules):
        return 0
    keys = keys_of_rows(worths, rules)
    table = rules["stay" if playing else "entry"]
    cards = [look_up(table.get(name, {}), keys[name]) for name in ROWS]
    cards = [playing if number == "same" else number for number in cards]
    if not playing and rules["entry_several"] and sum(number > 0 for number in cards) > 1:
        return rules["entry_several"]
    return max(cards)


def pair_points(first, second, rules):
    """Points of the first of two boards against the second, given the worths of their rows."""
    fouls = is_foul(first, rules), is_foul(second, rules)
    if all(fouls):
        return 0
    if any(fouls):
        winner, sign = (second, -1) if fouls[0] else (first, 1)
        rows = 3 * rules["points"]
        paid = {"scoop": rows + rules["scoop"], "rows": rows}.get(rules["foul_pays"], rules["foul_pays"])
        return sign * (paid + sum(royalties(winner, rules)))
    signs = [(mine > theirs) - (mine < theirs) for mine, theirs in zip(first, second, strict=True)]
    total = sum(signs) * rules["points"]
    for sign in (1, -1):
        total += sign * {3: rules["scoop"], 2: rules["majority"]}.get(signs.count(sign), 0)
    for sign, mine, theirs in zip(signs, royalties(first, rules), royalties(second, rules), strict=True):
        if rules["royalties_paid"] == "all":
            total += mine - theirs
        else:
            total += mine * (sign > 0) - theirs * (sign < 0)
    return total


def points(boards, rules):
    """Points of each player of a hand, every pair settled."""
    worths = [evaluate_board(board, rules) for board in boards]
    totals = [0] * len(boards)
    for i, j in combinations(range(len(boards)), 2):
        won = pair_points(worths[i], worths[j], rules)
        totals[i] += won
        totals[j] -= won
    return totals


def cards(text):
    """Read cards written as ``Kd`` or ``X1``, with anything but letters and digits between them."""
    pieces = "".join(letter if letter.isalnum() else " " for letter in text).split()
    return [
        51 + int(piece[1]) if piece[0] == "X" else RANKS.index(piece[0]) * 4 + "cdhs".index(piece[1])
        for piece in pieces
    ]
