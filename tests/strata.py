"""Strata of hands: what a test of settlement has to meet under a rule set, and what hands did meet."""

from __future__ import annotations

import reference
from drawing import FOULS, cells, is_low, joker_places, sizes, table_of
from reference import ROWS


def wanted(rules):
    """Every stratum that hands under these rules have to meet."""
    low = is_low(rules)
    strata = {("players", players) for players in sizes(rules)}
    strata |= {("tie", row) for row in ROWS} | {("tie", "all rows"), ("foul", "two players")}
    strata |= {("foul", "top over bottom"), ("foul", "no low")} if low else {("foul", kind) for kind in FOULS}
    if not low:
        strata.add(("equal rows", rules["foul"]["equal_rows"] == "foul"))
    strata |= {(table, row, key) for table, row, key in cells(rules)}
    if any(table == "entry" for table, _, _ in cells(rules)):
        strata |= {
            ("fantasyland", "followed"),
            ("fantasyland", "foul"),
            ("fantasyland", "two hands in a row"),
        }
    if rules["fantasyland"]["entry"]["several"]:
        strata.add(("entry", "several"))
    if rules["naturals"]:
        strata |= {("natural", name, said) for name in rules["naturals"]["points"] for said in (True, False)}
    if rules["deal"]["jokers"]:
        strata |= {("jokers", *places) for places in joker_places(rules)}
    return strata


def met(hands, results, rules):
    """Every stratum that some hand met, given what the reference made of the hands."""
    found = set()
    for hand, result in zip(hands, results, strict=True):
        found |= set(_met(hand, result["players"], rules))
    return found


def share_of_legal(results):
    """Share of the hands all of whose boards are legal."""
    return sum(not any(player["foul"] for player in result["players"]) for result in results) / len(results)


def _met(hand, players, rules):
    yield "players", len(players)
    if sum(player["foul"] for player in players) > 1:
        yield "foul", "two players"
    yield from _ties([player["worths"] for player in players if not player["foul"]])
    for player, judged in zip(hand.players, players, strict=True):
        held = reference.held_naturals(player.cards)
        yield from (("natural", name, judged["natural"] == name) for name in held)
        yield "jokers", *(sum(card >= 52 for card in player.cards[row]) for row in ROWS.values())
        yield from _low_fouls(judged) if is_low(rules) else _fouls(judged)
        if judged["foul"]:
            yield "fantasyland", "foul" if judged["in_fantasyland"] else "none"
            continue
        yield from _cells_met(judged, rules)
        if player.fantasyland is None and judged["in_fantasyland"]:
            yield "fantasyland", "followed"
            if judged["fantasyland"]:
                yield "fantasyland", "two hands in a row"


def _ties(legal):
    for place, mine in enumerate(legal):
        for theirs in legal[:place]:
            tied = [row for row, a, b in zip(ROWS, mine, theirs, strict=True) if a == b]
            yield from (("tie", row) for row in tied)
            if len(tied) == 3:
                yield "tie", "all rows"


def _fouls(judged):
    top, middle, bottom = judged["worths"]
    if middle == bottom > top:
        yield "equal rows", judged["foul"]
    if judged["foul"] and top > middle > bottom:
        yield "foul", "both"
    elif judged["foul"] and (top > middle or middle > bottom):
        yield "foul", FOULS[middle > bottom]


def _low_fouls(judged):
    top, _, bottom = judged["worths"]
    if judged["foul"]:
        yield "foul", "top over bottom" if top > bottom else "no low"


def _cells_met(judged, rules):
    now = "stay" if judged["in_fantasyland"] else "entry"
    earning = 0
    for name in ("royalties", now):
        for row, worth in zip(ROWS, judged["worths"], strict=True):
            low = is_low(rules) and row == "middle"
            key = reference.fitting_key(table_of(rules, name)[row], worth, low=low)
            if key is not None and not judged["natural"]:
                yield name, row, key
                earning += name == "entry"
    if earning > 1:
        yield "entry", "several"
