"""What every number is counted from: one row a player and hand, or one row a player, opponent and hand.

Both frames have the same columns, so that a number counted over hands is counted over one opponent in the same way.
"""

from __future__ import annotations

import dataframely as dy
import numpy as np
import polars as pl

from ofc_analytics.hands import ROWS
from ofc_analytics.settlement.checking import require_hands, require_results
from ofc_analytics.statistics.following import chains, fantasylands, players_inside

__all__ = ["PARTS", "POSITIONS", "STATES", "Observations", "meetings", "observations"]

POSITIONS = ("first", "second", "third", "button")
"""Who acts when, the button last; with two players there are the first and the button."""

STATES = ("nobody", "own", "opponent", "both")
"""Who plays this hand in Fantasyland, as seen by a player."""

PARTS = ("rows", "scoops", "royalties", "fouls", "fantasyland", "other")
"""What points are made of; see `Observations`."""

_HAND = (
    *("hand_id", "room", "table", "session", "started_at", "rules", "fingerprint"),
    *("unit", "currency", "exponent", "button"),
)
_PLAYER = (
    *("seat", "name", "in_fantasyland", "fantasyland", "foul"),
    *("royalties", "row_royalties", "points", "net"),
)
_ENDS = (("won", 1), ("lost", -1))
_SUMMED = (
    *(f"{row}_{end}" for row in ROWS for end, _ in _ENDS),
    *("scoops", "scooped"),
    *(f"from_{part}" for part in PARTS),
)


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
    table_start = dy.UInt32(
        description="place of the first hand of the table: of a room, table and session, or of a file that names neither"
    )
    at = dy.UInt32(description="which hand of its table this is, in the order of play from 0")
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
    begins = dy.Bool(
        description="first hand of a Fantasyland: the player's hand before at this table was not in it, or is not here"
    )
    fantasyland_start = dy.UInt32(
        nullable=True, description="place of the first hand of the player's Fantasyland; null outside it"
    )
    entry_known = dy.Bool(
        description="in Fantasyland, whether the player's hand before it began is here and earned it"
    )
    fantasyland_hands = dy.UInt32(
        description="in the first hand of a Fantasyland, how many it has, as far as they are here; else 0"
    )
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
        Frame of schema `Results`; hands of one table stand in the order they were played, unless all are numbered.
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
    own = _own(results, hands)
    met = _met(results, own)
    row = met["row"].to_numpy()
    inside = pl.col("in_fantasyland") > 0
    return _finished(
        own.with_columns(
            *(pl.Series(name, np.bincount(row, met[name], minlength=own.height)) for name in _SUMMED),
            opponents=pl.col("players") - 1,
            opponent=pl.lit(None, pl.String),
            against_fantasyland=pl.col("players_inside") > inside.cast(pl.UInt32),
        )
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
    own = _own(results, hands)
    met = _met(results, own)
    return _finished(
        pl.concat([own.drop("points", "net")[met["row"]], met.drop("row")], how="horizontal").with_columns(
            opponents=1, against_fantasyland=pl.col("opponent_in_fantasyland") > 0
        )
    )


def _finished(rows: pl.DataFrame) -> pl.DataFrame:
    own = pl.col("in_fantasyland") > 0
    against = pl.col("against_fantasyland")
    nobody, mine, theirs, both = map(pl.lit, STATES)
    state = (
        pl.when(own & against).then(both).when(against).then(theirs).when(own).then(mine).otherwise(nobody)
    )
    return rows.with_columns(state=state).select(Observations.column_names()).pipe(Observations.cast)


def _own(results: pl.DataFrame, hands: pl.DataFrame | None) -> pl.DataFrame:
    """One row a player and hand, numbered, without what pairs of players say."""
    require_results(results)
    flat = (
        results.select(
            *_HAND,
            *chains(results),
            players=pl.col("players").list.len().cast(pl.UInt8),
            players_inside=players_inside().list.sum(),
            player="players",
        )
        .with_row_index("place")
        .explode("player")
        .with_row_index("row")
        .select(pl.exclude("player"), pl.col("player").struct.field(*_PLAYER))
        .with_columns(
            pl.col("points", "royalties").cast(pl.Int64),
            *(
                pl.col("row_royalties").arr.get(place).cast(pl.Int64).alias(f"{row}_royalties")
                for place, row in enumerate(ROWS)
            ),
        )
    )
    return flat.with_columns(_positions(flat), *fantasylands(flat), _layouts(flat, hands))


def _positions(flat: pl.DataFrame) -> pl.Series:
    """Players stand in the order of their seats, clockwise: he who follows the button is the first."""
    place, players = (flat[name].to_numpy().astype(np.int64) for name in ("place", "players"))
    turn = np.arange(flat.height) - np.flatnonzero(np.diff(place, prepend=-1))[place]
    button = np.full(flat.height, -1)
    sits = (flat["seat"] == flat["button"]).fill_null(value=False).to_numpy()
    button[place[sits]] = turn[sits]
    after = (turn - button[place] - 1) % players
    position = np.where(after == players - 1, len(POSITIONS) - 1, after)
    labels = pl.Series(POSITIONS, dtype=pl.Enum(POSITIONS))
    return labels.gather(pl.Series(position).set(pl.Series(button[place] < 0), None)).alias("position")


def _layouts(flat: pl.DataFrame, hands: pl.DataFrame | None) -> pl.Series:
    if hands is None:
        return pl.Series("layout", [None], dtype=pl.String).new_from_index(0, flat.height)
    require_hands(hands)
    first = pl.col("players").struct.field("streets").list.first()
    counts = [first.struct.field(row).list.len() for row in ROWS]
    known = pl.sum_horizontal(counts) > 0
    layouts = (
        hands.select("hand_id", "players")
        .explode("players")
        .select(
            "hand_id",
            pl.col("players").struct.field("seat"),
            layout=pl.when(known).then(pl.format("{}-{}-{}", *counts)),
        )
        .unique(["hand_id", "seat"], keep="first")
    )
    return (
        flat.select("hand_id", "seat", "in_fantasyland")
        .join(layouts, on=["hand_id", "seat"], how="left", maintain_order="left")
        .select(pl.when(pl.col("in_fantasyland") == 0).then("layout"))
        .to_series()
    )


def _met(results: pl.DataFrame, own: pl.DataFrame) -> pl.DataFrame:
    """Each pair twice, seen from either player's row of `own`, with the points between them in parts."""
    rows = own.select("place", "seat", "row")
    pairs = (
        results.select("pairs").with_row_index("place").explode("pairs").drop_nulls("pairs").unnest("pairs")
    )
    for side in ("first", "second"):
        pairs = pairs.join(
            rows.rename({"seat": side, "row": f"{side}_row"}), on=["place", side], maintain_order="left"
        )
    seen = pl.concat(
        [_seen(pairs, "first_row", "second_row", 1), _seen(pairs, "second_row", "first_row", -1)]
    ).sort("row", "opponent_row")
    mine = own.select("in_fantasyland", "foul")[seen["row"]]
    theirs = own.select(opponent="name", theirs="in_fantasyland", their_foul="foul")[seen["opponent_row"]]
    return pl.concat([seen, mine, theirs], how="horizontal").select(
        "row",
        "opponent",
        "points",
        "net",
        *_row_counts(),
        *_parts(),
        opponent_in_fantasyland="theirs",
    )


def _seen(pairs: pl.DataFrame, player: str, opponent: str, sign: int) -> pl.DataFrame:
    return pairs.select(
        *((pl.col("rows").arr.get(place) * sign).alias(row) for place, row in enumerate(ROWS)),
        *(
            pl.col(name).cast(pl.Int64) * sign
            for name in ("row_points", "scoop", "royalties", "other", "points")
        ),
        row=player,
        opponent_row=opponent,
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
