"""A receipt in words, for people around a table: plain lines that survive a chat window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.cards import cards_text
from ofc_analytics.evaluation import describe, kickers
from ofc_analytics.hands import ROWS
from ofc_analytics.money import format_money
from ofc_analytics.rules import setting
from ofc_analytics.settlement.amounts import PARTS
from ofc_analytics.settlement.naturals import NATURALS
from ofc_analytics.settlement.receipt import Receipt, readings_that_matter, split_rows
from ofc_analytics.settlement.scoring import pair_places
from ofc_analytics.wording import CHAIN_BROKEN, capitalised

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np

    from ofc_analytics.hands import Claim
    from ofc_analytics.settlement.payout import Transfer
    from ofc_analytics.settlement.slips import Slip

__all__ = ["MOST_SLIPS", "WIN_CAPS", "receipt_text"]

MOST_SLIPS = 3
"""Slips of a player that are worth telling: of more, each says little."""


def receipt_text(slip: Receipt) -> str:
    """The whole arithmetic of one hand: boards, pairs, payments and totals, as lines of text."""
    sections = [
        _heading(slip),
        *(_board(slip, place) for place in range(len(slip.hand.players))),
        *(_pair(slip, pair, *both) for pair, both in enumerate(pair_places(len(slip.hand.players)))),
    ]
    if _limits_matter(slip):
        sections.append(_payments(slip))
    if len(slip.hand.players) > 1:
        sections.append(_totals(slip))
    if doubts := list(_doubts(slip)):
        sections.append(doubts)
    return "\n\n".join("\n".join(section) for section in sections)


def _heading(slip: Receipt) -> list[str]:
    hand = slip.hand
    facts = [
        f"Hand {hand.native_id}" if hand.native_id else "Hand",
        f"rules {slip.rules.name} ({slip.rules.fingerprint})",
    ]
    if hand.unit is not None:
        facts.append(
            f"a point is worth {slip.money(hand.unit)}{f' {hand.currency}' if hand.currency else ''}"
        )
    return [" · ".join(facts)]


def _board(slip: Receipt, place: int) -> Iterator[str]:
    player = slip.hand.players[place]
    facts = [f"seat {player.seat}"]
    if player.seat == slip.hand.button:
        facts.append("button")
    if dealt := int(slip.playing[place]):
        facts.append("in Fantasyland" + (f" with {dealt} cards" if dealt > 1 else ""))
    if player.surrendered:
        facts.append("gave up")
    if player.stack is not None:
        facts.append(f"stack {format_money(player.stack, exponent=slip.hand.exponent)}")
    yield f"{player.name} ({', '.join(facts)})"
    values = slip.scores.values[0, place]
    for index, row in enumerate(ROWS):
        cards = cards_text(split_rows(player.cards)[index])
        royalty = int(slip.scores.row_royalties[0, place, index])
        yield f"  {row:<7} {cards:<15} {describe(int(values[index])):<32}{f' royalty {royalty}' if royalty else ''}".rstrip()
        yield from _jokers(slip, place, index)
    yield from _natural(slip, place)
    if slip.scores.foul[0, place]:
        yield f"  FOUL: {_foul_reason(slip, place)}; a dead hand has no royalties and no Fantasyland"
        return
    earned = int(slip.coming[place])
    fantasyland = f"; Fantasyland next hand with {earned} cards" if earned else ""
    yield f"  royalties {int(slip.scores.row_royalties[0, place].sum())}{fantasyland}"


def _jokers(slip: Receipt, place: int, index: int) -> Iterator[str]:
    played = split_rows(slip.hand.players[place].cards)[index]
    stood_for = split_rows(bytes(slip.stood_for[place]))[index]
    for card, meant in zip(played, stood_for, strict=True):
        if card != meant:
            yield f"  {'':<7} {cards_text([card])} stands for {cards_text([meant])}"


def _natural(slip: Receipt, place: int) -> Iterator[str]:
    """What becomes of a natural: counted, declared and not held, or held and not declared."""
    counted, held = (int(codes[0, place]) for codes in (slip.scores.natural, slip.scores.held))
    declared = slip.hand.players[place].declared
    if counted:
        yield f"  NATURAL: {NATURALS[counted - 1]}, which beats every ordinary hand"
    elif declared:
        yield f"  {declared} was declared, and the cards are none: an ordinary hand"
    elif held:
        yield f"  the cards are {NATURALS[held - 1]}, which was not declared: an ordinary hand"


def _foul_reason(slip: Receipt, place: int) -> str:
    top, middle, bottom = (int(value) for value in slip.scores.values[0, place])
    if slip.rules.rows.middle == "deuce-to-seven":
        if middle < 0:
            return f"the middle ({describe(middle)}) is no ten-low"
        return f"the top ({describe(top)}) is not below the bottom ({describe(bottom)})"
    reasons = [
        f"the {upper} ({describe(high)}) {'equals' if high == low else 'beats'} the {lower} ({describe(low)})"
        for upper, lower, high, low in (("top", "middle", top, middle), ("middle", "bottom", middle, bottom))
        if high > low or (high == low and slip.rules.foul.equal_rows != "legal")
    ]
    return " and ".join(reasons)


def _pair(slip: Receipt, pair: int, first: int, second: int) -> Iterator[str]:
    scores, players = slip.scores, slip.hand.players
    names = players[first].name, players[second].name
    yield f"{names[0]} against {names[1]}"
    fouls = bool(scores.foul[0, first]), bool(scores.foul[0, second])
    if any(slip.scores.natural[0, [first, second]]) or any(
        players[place].surrendered for place in (first, second)
    ):
        yield _line(_aside_words(slip, first, second), scores.other[0, pair])
        yield from _pair_total(slip, pair, first, second)
        return
    if all(fouls):
        yield "  both hands are dead: nothing between them"
        return
    if any(fouls):
        yield _line(
            f"{names[fouls.index(True)]}'s hand is dead and loses all three rows", scores.row_points[0, pair]
        )
    else:
        yield from _rows(slip, pair, first, second)
    for points, words in (
        (int(scores.scoop[0, pair]), _scoop_words(slip, pair, any_foul=any(fouls))),
        (int(scores.royalties[0, pair]), "royalties {} against {}".format(*scores.won_royalties[0, pair])),
    ):
        if points or (words.startswith("royalties") and scores.won_royalties[0, pair].any()):
            yield _line(words, points)
    yield from _pair_total(slip, pair, first, second)


def _aside_words(slip: Receipt, first: int, second: int) -> str:
    gave_up = [p.name for p in (slip.hand.players[first], slip.hand.players[second]) if p.surrendered]
    if gave_up:
        return f"{' and '.join(gave_up)} gave up"
    named = [
        f"{slip.hand.players[place].name} has {NATURALS[int(slip.scores.natural[0, place]) - 1]}"
        for place in (first, second)
        if slip.scores.natural[0, place]
    ]
    return " and ".join(named)


def _rows(slip: Receipt, pair: int, first: int, second: int) -> Iterator[str]:
    for index, row in enumerate(ROWS):
        won = int(slip.scores.rows[0, pair, index])
        values = [int(slip.scores.values[0, place, index]) for place in (first, second)]
        mine, theirs = (describe(value) for value in values)
        if mine == theirs and won:
            mine, theirs = (f"{describe(value)} {kickers(value)}" for value in values)
        verb = {1: "beats", -1: "loses to", 0: "ties with"}[won]
        yield _line(f"{row:<7} {mine} {verb} {theirs}", won * slip.rules.rows.points)


def _line(words: str, points: int | np.integer) -> str:
    return f"  {words:<66} {points:+d}"


def _scoop_words(slip: Receipt, pair: int, *, any_foul: bool) -> str:
    if any_foul:
        return "a dead hand pays"
    return "all three rows" if abs(int(slip.scores.rows[0, pair].sum())) == 3 else "most of the rows"


def _pair_total(slip: Receipt, pair: int, first: int, second: int) -> Iterator[str]:
    points = int(slip.scores.points[0, pair])
    names = slip.hand.players[first].name, slip.hand.players[second].name
    winner, payer = names if points > 0 else names[::-1]
    total = (
        f"  = {winner} wins {abs(points)} point{'s' * (abs(points) != 1)} from {payer}"
        if points
        else "  = 0 points"
    )
    due, paid = int(slip.due[first, second]), int(slip.paid[first, second])
    carried = 0 if slip.past.carried is None else slip.past.carried[pair]
    if slip.hand.unit is None:
        yield total
    elif slip.past.deferred:
        yield f"{total}; the money is settled when the Fantasyland chain ends"
    elif carried:
        creditor, debtor = names if due > 0 else names[::-1]
        yield f"{total}; with the chain's earlier hands {debtor} owes {creditor} {slip.money(abs(due))}"
    elif due == paid:
        yield (
            f"{total}: {abs(points)} x {slip.money(slip.hand.unit)} = {slip.money(abs(due))}"
            if points
            else total
        )
    else:
        yield f"{total}: {slip.money(abs(due))} due, {slip.money(abs(paid))} paid"


def _limits_matter(slip: Receipt) -> bool:
    return slip.hand.unit is not None and any(transfer.paid != transfer.due for transfer in slip.transfers)


def _payments(slip: Receipt) -> Iterator[str]:
    payout = slip.rules.payout
    yield f"Payments: {_ORDERS[payout.order]}; {WIN_CAPS[payout.win_cap]}{_button_words(slip)}"
    for number, transfer in enumerate(slip.transfers, start=1):
        payer, winner = (slip.hand.players[place].name for place in (transfer.payer, transfer.winner))
        part = "" if transfer.part is None else f" for {PARTS[transfer.part]}"
        paid = slip.money(transfer.paid)
        line = f"  {number}. {payer} pays {winner} {paid}{part}"
        yield (
            line
            if transfer.paid == transfer.due
            else f"{line} of {slip.money(transfer.due)}: {_limit_words(slip, transfer)}"
        )


def _button_words(slip: Receipt) -> str:
    if slip.rules.payout.order not in {"pair-major", "payer-major"}:
        return ""
    holders = [player.name for player in slip.hand.players if player.seat == slip.hand.button]
    return (
        f"; {holders[0]} has the button"
        if holders
        else "; no button is recorded, so the last seat is taken for it"
    )


def _limit_words(slip: Receipt, transfer: Transfer) -> str:
    payer, winner = (slip.hand.players[place].name for place in (transfer.payer, transfer.winner))
    return _LIMITS[transfer.reason].format(payer=payer, winner=winner)


_ORDERS = {
    "pair-major": "each pair once, from the left of the button",
    "payer-major": "each in turn, from the left of the button, pays all he owes",
    "seats": "pairs by seat number",
    "proportional": "each shares what he has over all he owes",
}
WIN_CAPS = {
    "current": "nobody wins more of another than he holds at that moment",
    "starting": "nobody wins more of another than he started with",
    "starting-total": "nobody wins more in the hand than he started with",
    "none": "wins are not capped",
}
_LIMITS = {
    "payer-out": "{payer} has nothing left and is out",
    "winner-out": "{winner} has nothing left and is out",
    "payer-stack": "{payer} has no more",
    "loss-limit": "{payer} has reached the most he may lose",
    "winner-stack": "{winner} may win no more than he holds at that moment",
    "winner-start": "{winner} may win no more than he started with",
    "winner-total": "{winner} may win no more in one hand than he started with",
}


def _totals(slip: Receipt) -> Iterator[str]:
    yield "Totals"
    yield from _fees(slip)
    if slip.past.chain_broken and slip.hand.unit is not None:
        yield f"  {capitalised(CHAIN_BROKEN)}, and no claim of it is checked."
    width = max(len(player.name) for player in slip.hand.players)
    slips = _slips(slip)
    for place, player in enumerate(slip.hand.players):
        net = slip.net(place)
        money = "" if net is None else f"  {'+' * (net > 0)}{slip.money(net)}"
        wrong = slip.disagreements(place)
        verdict = {None: "", True: "  as claimed", False: ""}[slip.agrees(place)]
        claims = "; ".join(
            f"claimed {name} {_shown(slip, name, claimed)}{_written(player.claimed, name)}"
            for name, (claimed, _) in wrong.items()
        )
        yield f"  {player.name:<{width}} {int(slip.scores.totals[0, place]):+5} points{money}{verdict}{f'  DOES NOT AGREE: {claims}' if wrong else ''}"
        yield from _recorded_rake(slip, place)
        if {"points", "net"} & wrong.keys():
            yield from _slip_words(slips[place])


def _slips(slip: Receipt) -> tuple[tuple[Slip, ...], ...]:
    """The known slips that give exactly what is claimed of each player; none is guessed."""
    from ofc_analytics.settlement.slips import slips_of_hand  # noqa: PLC0415 - only a wrong claim pays for it

    wrong = (slip.disagreements(place).keys() for place in range(len(slip.hand.players)))
    return slips_of_hand(slip) if any({"points", "net"} & claims for claims in wrong) else ()


def _slip_words(found: tuple[Slip, ...]) -> Iterator[str]:
    for number, likely in enumerate(found[:MOST_SLIPS]):
        first = (
            "exactly what comes out"
            if likely.whole
            else "exactly this number, but not the others of the hand, comes out"
        )
        yield f"    {'or' if number else first} if {likely.words}"
    if len(found) > MOST_SLIPS:
        yield f"    or by another of {len(found)} known slips"
    if not found:
        yield "    no known slip gives exactly this number"


def _recorded_rake(slip: Receipt, place: int) -> Iterator[str]:
    """Say so where the source's rake, and nothing else, is why its money differs from ours."""
    player, net, ours = slip.hand.players[place], slip.net(place), int(slip.rake[place])
    claimed, rake = player.claimed.net, player.rake
    if claimed is None or rake is None or net is None or rake == ours:
        return
    if claimed + rake == net + ours:
        yield (
            f"    {player.name}'s money is the same before rake: the source took {slip.money(rake)},"
            f" these rules take {slip.money(ours)}"
        )


def _doubts(slip: Receipt) -> Iterator[str]:
    """The uncertain rules that mattered to this hand: what each player would have under the other reading."""
    for note, other in readings_that_matter(slip):
        yield f"Not certain: {note.key}: {note.note}"
        yield (
            f"  with {', '.join(setting(key, value) for key, value in note.override.items())}: "
            + "; ".join(
                f"{player.name} {int(other.scores.totals[0, place]):+} points"
                + ("" if other.net(place) is None else f", {other.money(other.net(place))}")
                + (", foul" if other.scores.foul[0, place] else "")
                + (
                    f", Fantasyland {int(other.scores.fantasyland[0, place])}"
                    if other.scores.fantasyland[0, place]
                    else ""
                )
                for place, player in enumerate(slip.hand.players)
            )
        )


def _fees(slip: Receipt) -> Iterator[str]:
    kinds = (
        (slip.rake, "pays {} rake"),
        (slip.jackpot_fee, "pays {} into the jackpot"),
        (slip.jackpot_draw, "draws {} from the jackpot"),
    )
    for place, player in enumerate(slip.hand.players):
        for amounts, words in kinds:
            if amounts[place]:
                yield f"  {player.name} {words.format(slip.money(amounts[place]))}"


def _written(claimed: Claim, claim: str) -> str:
    """What the source wrote where its royalties are read otherwise."""
    return "" if claim != "royalties" or claimed.raw is None else f" (written: {claimed.raw})"


def _shown(slip: Receipt, claim: str, value: object) -> str:
    if claim == "net":
        return str(slip.money(value))  # type: ignore[arg-type]
    if isinstance(value, tuple):
        return "/".join(str(number) for number in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
