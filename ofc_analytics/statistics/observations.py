"""What every number is counted from: one row a player and hand, or one row a player, opponent and hand.

Both frames have the same columns, so that a number counted over hands is counted over one opponent in the same way.
"""

from __future__ import annotations

import dataframely as dy
import polars as pl

from ofc_analytics.hands import ROWS
from ofc_analytics.settlement.checking import require_hands, require_results

__all__ = ["PARTS", "POSITIONS", "STATES", "Observations", "meetings", "observations"]

POSITIONS = ("first", "second", "third", "button")
"""Who acts when, the button last; with two players there are the first and the button."""

STATES = ("nobody", "own", "opponent", "both")
"""Who plays this hand in Fantasyland, as seen by a player."""

PARTS = ("rows", "scoops", "royalties", "fouls", "fantasyland", "other")
"""What points are made of; see `Observations`."""

_ROUND = 256  # more than there are seats
_TABLE = ("room", "table", "session")
_HAND = ("hand_id", *_TABLE, "started_at", "rules", "fingerprint", "unit", "currency", "exponent")
_ENDS = (("won", 1), ("lost", -1))
_WON = tuple(f"{row}_{end}" for row in ROWS for end, _ in _ENDS)
_FROM = tuple(f"from_{part}" for part in PARTS)


class Observations(dy.Schema):
    """One row a player and hand (`observations`), or a player, opponent and hand (`meetings`).

    The six ``from_`` columns add up to `points`. A pair of players of whom one is in Fantasyland gives all its points
    to ``from_fantasyland``; of the others, a pair of whom one fouled gives those for rows and scoop to ``from_fouls``.
    """

    place = dy.UInt32(description="row of the hand in the results")
    hand_id = dy.String(description="identity of the hand")
    room = dy.String(nullable=True, description="room, club or 'home'")
    table = dy.String(nullable=True, description="table name")
    session = dy.String(nullable=True, description="session, match or night")
    started_at = dy.Datetime(nullable=True, time_zone="UTC", time_unit="us", description="start of the hand")
    rules = dy.String(nullable=True, description="named rule set")
    fingerprint = dy.String(description="fingerprint of the rule set")
    unit = dy.Int64(nullable=True, description="money one point is worth, minor units")
    currency = dy.String(nullable=True, description="ISO 4217 code, or the room's own")
    exponent = dy.UInt8(description="decimal places of the money columns")
    chain = dy.UInt32(
        description="place of the first hand of the chain: one with nobody in Fantasyland and those up to the next"
    )
    players = dy.UInt8(description="players of the hand")
    seat = dy.UInt8(description="1-based, clockwise")
    name = dy.String(description="the player")
    opponent = dy.String(nullable=True, description="the opponent met; null in a row about the whole hand")
    opponents = dy.UInt8(description="opponents the row is about")
    position = dy.Enum(
        POSITIONS, nullable=True, description="order of play; null where the button is not known"
    )
    state = dy.Enum(STATES, description="who of the player and these opponents is in Fantasyland")
    in_fantasyland = dy.UInt8(description="cards dealt in Fantasyland in this hand; 0 none")
    fantasyland = dy.UInt8(description="cards earned for the next hand; 0 none")
    foul = dy.Bool(description="dead hand of the player")
    layout = dy.String(
        nullable=True,
        description="cards on top-middle-bottom after the first street; null in Fantasyland or unsaid",
    )
    points = dy.Int64(description="points won or lost")
    net = dy.Int64(
        nullable=True,
        description="money won or lost, minor units; against one opponent what was paid, without rake and jackpot",
    )
    top_won = dy.UInt8(description="opponents beaten on top; a lone foul loses all rows")
    top_lost = dy.UInt8(description="opponents who won the top")
    middle_won = dy.UInt8(description="as top_won")
    middle_lost = dy.UInt8(description="as top_lost")
    bottom_won = dy.UInt8(description="as top_won")
    bottom_lost = dy.UInt8(description="as top_lost")
    scoops = dy.UInt8(description="opponents beaten in all three rows")
    scooped = dy.UInt8(description="opponents who won all three rows")
    royalties = dy.Int64(description="the player's own royalties, once whoever pays them")
    top_royalties = dy.Int64(description="those of the top")
    middle_royalties = dy.Int64(description="those of the middle")
    bottom_royalties = dy.Int64(description="those of the bottom")
    from_rows = dy.Int64(description="points of single rows")
    from_scoops = dy.Int64(description="points of scoops and majorities")
    from_royalties = dy.Int64(description="royalties received less royalties paid")
    from_fouls = dy.Int64(description="points of rows and scoops where one of a pair fouled")
    from_fantasyland = dy.Int64(description="all points where one of a pair is in Fantasyland")
    from_other = dy.Int64(description="naturals and surrender of the closed game")


def observations(results: pl.DataFrame, hands: pl.DataFrame | None = None) -> pl.DataFrame:
    """Unnest results to one row a player and hand, with all that statistics count.

    Parameters
    ----------
    results
        Frame of schema `Results`; hands of one table (room, table and session) in the order they were played.
    hands
        Frame of schema `Hands` they were settled from, for what only it has: the first street's layout.

    Returns
    -------
    polars.DataFrame
        Schema `Observations`, in the order of hands and seats.

    Raises
    ------
    SettlementError
        If `results` is not a frame of results, or `hands` not one of hands.

    Examples
    --------
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement import settle
    >>> anna = Player(seat=1, name="Anna", cards=split_board("Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"))
    >>> boris = Player(seat=2, name="Boris", cards=split_board("4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c"))
    >>> results = settle(frame_from_hands([Hand(players=(anna, boris))]))
    >>> observations(results).select("name", "points", "scoops", "from_rows", "from_scoops", "from_royalties").rows()
    [('Anna', 13, 1, 3, 3, 7), ('Boris', -13, 0, -3, -3, -7)]
    """
    met = (
        _meetings(results)
        .group_by("place", "seat")
        .agg(
            pl.col(*_WON, "scoops", "scooped", *_FROM).sum(),
            opponents=pl.len().cast(pl.UInt8),
            against_fantasyland=(pl.col("opponent_in_fantasyland") > 0).any(),
        )
    )
    return _finished(
        _players(results, hands)
        .join(met, on=["place", "seat"], how="left", maintain_order="left")
        .with_columns(opponent=pl.lit(None, pl.String))
    )


def meetings(results: pl.DataFrame, hands: pl.DataFrame | None = None) -> pl.DataFrame:
    """Unnest results to one row a player, opponent and hand: what passed between the two.

    Parameters, errors
        As `observations`.

    Returns
    -------
    polars.DataFrame
        Schema `Observations`, in the order of hands, seats and opponents' seats.

    Examples
    --------
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement import settle
    >>> anna = Player(seat=1, name="Anna", cards=split_board("Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"))
    >>> boris = Player(seat=2, name="Boris", cards=split_board("4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c"))
    >>> results = settle(frame_from_hands([Hand(players=(anna, boris), unit=1000, currency="RUB")]))
    >>> meetings(results).select("name", "opponent", "points", "net").rows()
    [('Anna', 'Boris', 13, 13000), ('Boris', 'Anna', -13, -13000)]
    """
    met = _meetings(results).with_columns(
        opponents=pl.lit(1, pl.UInt8), against_fantasyland=pl.col("opponent_in_fantasyland") > 0
    )
    own = _players(results, hands).drop("points", "net")
    return _finished(own.join(met, on=["place", "seat"], maintain_order="left"))


def _finished(rows: pl.DataFrame) -> pl.DataFrame:
    own = pl.col("in_fantasyland") > 0
    against = pl.col("against_fantasyland")
    nobody, mine, theirs, both = map(pl.lit, STATES)
    state = (
        pl.when(own & against).then(both).when(against).then(theirs).when(own).then(mine).otherwise(nobody)
    )
    return (
        rows.with_columns(state=state.cast(pl.Enum(STATES)))
        .select(Observations.column_names())
        .pipe(Observations.cast)
    )


def _players(results: pl.DataFrame, hands: pl.DataFrame | None) -> pl.DataFrame:
    """One row a player and hand, without what pairs of players say."""
    require_results(results)
    nobody_in = pl.col("players").list.eval(pl.element().struct.field("in_fantasyland") == 0).list.all()
    seats = pl.col("players").list.eval(pl.element().struct.field("seat"))
    flat = (
        results.with_row_index("place")
        .with_columns(opens=nobody_in.cum_sum().over(_TABLE))
        .select(
            "place",
            *_HAND,
            "button",
            chain=pl.col("place").first().over(*_TABLE, "opens"),
            players=pl.col("players").list.len().cast(pl.UInt8),
            button_sits=seats.list.contains(pl.col("button")),
            player="players",
        )
        .explode("player")
        .unnest("player")
        .with_columns(
            pl.col("points").cast(pl.Int64),
            pl.col("royalties").cast(pl.Int64),
            *(
                pl.col("row_royalties").arr.get(place).cast(pl.Int64).alias(f"{row}_royalties")
                for place, row in enumerate(ROWS)
            ),
            position=_position(),
        )
    )
    return flat.join(_layouts(hands), on=["hand_id", "seat"], how="left", maintain_order="left")


def _position() -> pl.Expr:
    """Rank of a seat, going clockwise from the button; the button itself is last."""
    steps = pl.col("seat").cast(pl.Int16) - pl.col("button").cast(pl.Int16)
    order = pl.when(steps > 0).then(steps).otherwise(steps + _ROUND).rank("ordinal").over("place")
    label = (
        pl.when(pl.col("seat") == pl.col("button"))
        .then(pl.lit(POSITIONS[-1]))
        .otherwise((order - 1).cast(pl.UInt8).replace_strict(dict(enumerate(POSITIONS[:-1])), default=None))
    )
    return pl.when("button_sits").then(label).cast(pl.Enum(POSITIONS))


def _layouts(hands: pl.DataFrame | None) -> pl.DataFrame:
    if hands is None:
        return pl.DataFrame(schema={"hand_id": pl.String, "seat": pl.UInt8, "layout": pl.String})
    require_hands(hands)
    first = pl.col("players").struct.field("streets").list.first()
    counts = [first.struct.field(row).list.len() for row in ROWS]
    ordinary = pl.col("players").struct.field("fantasyland").fill_null(0) == 0
    known = pl.sum_horizontal(counts) > 0
    return (
        hands.select("hand_id", "players")
        .unique("hand_id", keep="first", maintain_order=True)
        .explode("players")
        .select(
            "hand_id",
            pl.col("players").struct.field("seat"),
            layout=pl.when(ordinary & known).then(pl.format("{}-{}-{}", *counts)),
        )
    )


def _meetings(results: pl.DataFrame) -> pl.DataFrame:
    """Each pair twice, seen from either player, with the points between them in parts."""
    require_results(results)
    numbered = results.with_row_index("place")
    pairs = numbered.select("place", "pairs").explode("pairs").drop_nulls("pairs").unnest("pairs")
    state = (
        numbered.select("place", "players")
        .explode("players")
        .select("place", pl.col("players").struct.field("seat", "name", "in_fantasyland", "foul"))
    )
    seen = pl.concat(
        [
            _seen(pairs, "first", "second", 1),
            _seen(pairs, "second", "first", -1),
        ]
    )
    return (
        seen.join(state.drop("name"), on=["place", "seat"])
        .join(
            state.select(
                "place", opponent_seat="seat", opponent="name", theirs="in_fantasyland", their_foul="foul"
            ),
            on=["place", "opponent_seat"],
        )
        .sort("place", "seat", "opponent_seat")
        .select(
            "place",
            "seat",
            "opponent",
            "points",
            "net",
            *_row_counts(),
            *_parts(),
            opponent_in_fantasyland="theirs",
        )
    )


def _seen(pairs: pl.DataFrame, player: str, opponent: str, sign: int) -> pl.DataFrame:
    return pairs.select(
        "place",
        *((pl.col("rows").arr.get(place) * sign).alias(row) for place, row in enumerate(ROWS)),
        *(
            pl.col(name).cast(pl.Int64) * sign
            for name in ("row_points", "scoop", "royalties", "other", "points")
        ),
        seat=player,
        opponent_seat=opponent,
        net=pl.col("paid") * sign,
    )


def _row_counts() -> list[pl.Expr]:
    return [
        *((pl.col(row) == sign).cast(pl.UInt8).alias(f"{row}_{end}") for row in ROWS for end, sign in _ENDS),
        *(
            pl.all_horizontal(pl.col(ROWS) == sign).cast(pl.UInt8).alias(name)
            for name, sign in (("scoops", 1), ("scooped", -1))
        ),
    ]


def _parts() -> list[pl.Expr]:
    bonus_hand = (pl.col("in_fantasyland") > 0) | (pl.col("theirs") > 0)
    fouled = pl.col("foul") | pl.col("their_foul")
    ordinary, nothing = ~bonus_hand, pl.lit(0, pl.Int64)
    part = {
        "rows": (ordinary & ~fouled, pl.col("row_points")),
        "scoops": (ordinary & ~fouled, pl.col("scoop")),
        "royalties": (ordinary, pl.col("royalties")),
        "fouls": (ordinary & fouled, pl.col("row_points") + pl.col("scoop")),
        "fantasyland": (bonus_hand, pl.col("points")),
        "other": (ordinary, pl.col("other")),
    }
    return [
        pl.when(counts).then(points).otherwise(nothing).alias(f"from_{name}")
        for name, (counts, points) in part.items()
    ]
