"""Hands written as a capture of SwC Poker would hold them: states of the table and the dealer's lines.

The look is that of public parsers of such captures; all players and hands are made up.
"""

from __future__ import annotations

import json

from ofc_analytics.hands import ROW_SIZES

GAMES = {
    "classic": 70,
    "turbo": 73,
    "pineapple": 74,
    "progressive-pineapple": 75,
    "deuce-to-seven-pineapple": 76,
}
SIZES = dict(zip(("top", "middle", "bottom"), ROW_SIZES, strict=True))


def swc_states(hand, *, number, game=74, table="ofc-table", hero=1):
    """One hand as a list of states; of the player at seat `hero` the hand's own cards are seen, too.

    The hand must hold streets and claimed points. A player in Fantasyland places all his cards first.
    """
    seats = {player.seat: _Seat(player) for player in hand.players}
    button = next(place for place, seat in enumerate(sorted(seats)) if seat == (hand.button or 1))
    order = sorted(seats)[button + 1 :] + sorted(seats)[: button + 1]

    def state(ts, **more):
        shown = [
            seats[seat].shown(visible=seat == hero) if seat in seats else None
            for seat in range(1, max(seats) + 1)
        ]
        return {
            "gi": number,
            "gt": game,
            "ti": table,
            "ts": ts,
            "m": {"di": (hand.button or 1) - 1, "sb": -1, "bb": -1},
            "d": {"c": "", "p": 0},
            "s": shown,
        } | more

    states = [state(1)]
    for street in range(max(len(player.streets) for player in hand.players)):
        for seat in order:
            if seats[seat].deal(street):
                states.append(state(2))
                seats[seat].place(street)
                states.append(state(2))
    for seat in seats.values():
        seat.finish(hand.players)
    rows = "\n".join(
        "" if seat not in seats or seats[seat].player.claimed.foul else "Pair\tTwo Pair\tStraight"
        for seat in range(1, max(seats) + 1)
    )
    return [*states, state(0, ss={"hc": rows})]


def dealer_lines(hands, *, numbers=None):
    """What the dealer says of a game of these hands, from its start to its end: a list of texts a hand."""
    totals = {player.name: 0 for hand in hands for player in hand.players}
    said = []
    for number, hand in enumerate(hands, 1) if numbers is None else zip(numbers, hands, strict=True):
        points = {player.name: player.claimed.points for player in hand.players}
        totals = {name: total + points.get(name, 0) for name, total in totals.items()}
        lines = [f"Hand #{number} finished - {_points(points)}", f"TOTAL - {_points(totals)}"]
        lines += [
            f"{player.name} is in fantasy land. The button will not be moved"
            for player in hand.players
            if player.claimed.fantasyland
        ]
        said.append(lines)
    said[-1] += [f"Game complete, {len(hands)} hands played", f"{hands[0].players[0].name} wins 82.56"]
    return said


def swc_messages(hands, *, first=9001, game=74, table="ofc-table", hero=1, dealer=True):
    """Hands as messages of the game server, each a dictionary; the dealer's lines are events of the last states."""
    messages = []
    lines = dealer_lines(hands) if dealer else [[] for _ in hands]
    for place, (hand, said) in enumerate(zip(hands, lines, strict=True)):
        states = swc_states(hand, number=first + place, game=game, table=table, hero=hero)
        messages += [{"t": "GameState", "gameState": state, "events": []} for state in states]
        messages[-1]["events"] = [table_message(text) for text in said]
        if dealer and not place:
            messages[0]["events"] = [table_message(f"New game started ({len(hands)} hands)")]
    return messages


def table_message(text):
    """An event in which the dealer says something."""
    return {"type": 15, "action": 0, "amount": 0, "seat-idx": 0, "table-msg": text}


def socket_line(message):
    """A message as the socket carries it."""
    return "42/poker/," + json.dumps(["proxy-message", json.dumps(message, ensure_ascii=False)])


def archived_line(message, time="2026-11-27T20:15:00+00:00"):
    """A message as a capture keeps it, with its own time."""
    return json.dumps({"site": "SwC", "captured_at": time, "sequence": 1, "payload": socket_line(message)})


def state_line(message):
    """The state of a message by itself."""
    return json.dumps(message["gameState"], ensure_ascii=False)


def swc_log(messages, line=socket_line):
    """Messages (or lines, as texts) as the bytes of a capture."""
    lines = [message if isinstance(message, str) else line(message) for message in messages]
    return "".join(text + "\n" for text in lines).encode()


def _points(points):
    return ", ".join(f"{name}: {number:+d}" for name, number in points.items())


class _Seat:
    """A seat between two states."""

    def __init__(self, player):
        self.player = player
        self.rows = dict.fromkeys(SIZES, b"")
        self.waiting = b""
        self.points = 0
        self.results = []

    def deal(self, street):
        if street >= len(self.player.streets):
            return False
        self.waiting = self.player.streets[street].dealt
        return True

    def place(self, street):
        for row in SIZES:
            self.rows[row] += getattr(self.player.streets[street], row)
        self.waiting = b""

    def finish(self, players):
        claimed = self.player.claimed
        board = self.player.cards
        self.rows = {"top": board[:3], "middle": board[3:8], "bottom": board[8:]}
        self.points = claimed.points
        others = sum(sum(claimed.royalties) - sum(player.claimed.royalties) for player in players)
        self.results = [
            {
                "e": claimed.points - others,
                "h": [{"h": row, "b": royalty} for row, royalty in enumerate(claimed.royalties)],
            }
        ]

    def shown(self, *, visible):
        cards = b"".join(self.rows.values()) + (self.waiting if visible else b"")
        sizes = "-".join(str(len(row)) for row in self.rows.values())
        seat = {
            "n": self.player.name,
            "c": self.player.stack or 10000,
            "b": 0,
            "p": self.points,
            "d": ";".join(map(str, cards)) + f"-{sizes}" if cards else "",
        }
        return seat | ({"chihr": self.results} if self.results else {})
