"""The button: one place clockwise after every hand, and where it waits for Fantasyland."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.hands import MAX_PLAYERS

if TYPE_CHECKING:
    from ofc_analytics.audit.play import Play

__all__ = ["check_button"]

_ENOUGH_MOVES = 10
_SHARE = 0.9
_ELSEWHERE = 9
_NAMED = ("was", "holder", "on_left", "on_right")
_COLUMNS = (
    "at", "table_key", "count", "due", "move", *_NAMED,
)  # fmt: skip


def check_button(play: Play) -> pl.DataFrame:
    """Check where the button is after where it was in the hand before; hands must be numbered in a row.

    Where the same players play both hands, they are told by their names, for some sources number the seats from
    the button in every hand. Where somebody came or left, the seats' numbers count, if all the others kept theirs.

    A table whose button moves the other way round in nine of ten hands, and in ten at least, has a custom of its
    own: that is one finding, and its hands are held against the custom.

    Codes: ``button-counterclockwise``, ``button-moved``, ``button-stayed``, ``button-skipped``.

    Parameters
    ----------
    play
        Hands beside their results.

    Returns
    -------
    polars.DataFrame
        Frame of schema `Findings`, table by table.

    Examples
    --------
    >>> from ofc_analytics.audit import Play
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement.frames import settle
    >>> from ofc_analytics.settlement.grouping import rule_sets
    >>> players = (Player(seat=1, name="Anna", cards=bytes(range(26, 39))),
    ...            Player(seat=2, name="Boris", cards=bytes(range(13, 26))))
    >>> hands = frame_from_hands([
    ...     Hand(players=players, session="S", hand_no=number, button=1) for number in (1, 2)])
    >>> play = Play.of(hands, settle(hands), rule_sets(hands))
    >>> check_button(play)["reason"].to_list()
    ['The button stayed with Anna; it should have gone to Boris.']
    """
    moves = _moves(play).with_columns(turning=(pl.col("due") == 1) & (pl.col("count") > 2))
    turning = pl.col("turning")
    other_way = (turning & (pl.col("move") == -1)).sum().over("table_key")
    both = other_way + (turning & (pl.col("move") == 1)).sum().over("table_key")
    moves = moves.with_columns(
        other_way=other_way, both=both, reverse=(other_way >= _ENOUGH_MOVES) & (other_way >= _SHARE * both)
    ).with_columns(
        due=pl.when(turning & pl.col("reverse")).then(-1).otherwise("due"),
        target=pl.when("reverse").then("on_right").otherwise("on_left"),
    )
    custom = moves.filter(turning & pl.col("reverse")).unique("table_key", keep="first", maintain_order=True)
    away = moves.filter(pl.col("move") != pl.col("due"))
    where = {
        "claimed": pl.col("holder"),
        "recomputed": pl.when(pl.col("due") == 0).then("was").otherwise("target"),
    }
    return pl.concat(
        [
            play.found(
                custom,
                "button-counterclockwise",
                "note",
                pl.format(
                    "At this table the button goes to the right, against the order of play, in {} of {} moves; "
                    "it should go to the left. The other moves are held against this custom.",
                    "other_way", "both",
                ),
                players=pl.col("names"),
                claimed=pl.col("holder"),
                recomputed=pl.col("on_left"),
            ),
            play.found(
                away.filter(pl.col("due") == 0),
                "button-moved",
                "error",
                pl.format(
                    "The button went from {} to {}; under {} it stays while Fantasyland is played.",
                    "was", "holder", "rules",
                ),
                players=pl.concat_list("was", "holder"),
                **where,
            ),
            play.found(
                away.filter(pl.col("due") != 0, pl.col("move") == 0),
                "button-stayed",
                "error",
                pl.format("The button stayed with {}; it should have gone to {}.", "holder", "target"),
                players=pl.concat_list("holder", "target"),
                **where,
            ),
            play.found(
                away.filter(pl.col("due") != 0, pl.col("move") != 0),
                "button-skipped",
                "error",
                pl.format("The button went from {} to {}; it should have gone to {}.", "was", "holder", "target"),
                players=pl.concat_list("holder", "target"),
                **where,
            ),
        ]
    )  # fmt: skip


def _moves(play: Play) -> pl.DataFrame:
    """One row a hand whose button can be held against the hand before; names compare as numbers until the end, for speed.

    ``move`` is 0 where the button stayed, 1 to the next on the left, -1 to the next on the right, 9 elsewhere;
    ``due`` what it should be, ``count`` the number of players, ``holder`` who has the button and ``was`` who had it,
    ``on_left`` and ``on_right`` who would have it after a move.
    """
    seats = (
        play.players.select("at", "seat", "fantasyland", name=pl.col("player").first().over("name"))
        .group_by("at", maintain_order=True)
        .agg(names="name", seats="seat", inside=(pl.col("fantasyland") > 0).any())
    )
    hands = play.settled.filter(pl.col("button").is_not_null()).drop("names")
    rows = (
        play.with_rules(
            hands.join(seats, on="at", maintain_order="left"),
            button_rule=(pl.String(), lambda one: one.fantasyland.button),
        )
        .select(
            "at",
            "table_key",
            "hand_no",
            "button",
            "names",
            "seats",
            count=pl.col("names").list.len().cast(pl.Int64),
            due=pl.when(pl.col("inside") & (pl.col("button_rule") == "stays")).then(0).otherwise(1),
        )
        .with_columns(at_button=_place_of(pl.col("button"), "seats"))
        .with_columns(
            circle=_turned("names", pl.col("at_button")),
            circle_seats=_turned("seats", pl.col("at_button")),
            numbered=pl.col("hand_no") - pl.col("hand_no").shift(1).over("table_key") == 1,
        )
    )
    before = {name: pl.col(name).shift(1).over("table_key") for name in ("circle", "circle_seats", "button")}
    rows = rows.with_columns(**{f"{name}_before": column for name, column in before.items()}).filter(
        pl.col("numbered"), pl.col("circle").list.len() > 0, pl.col("circle_before").list.len() > 0
    )
    same = pl.col("names").list.sort() == pl.col("circle_before").list.sort()
    names = pl.lit(play.players["name"])
    return (
        pl.concat([_by_names(rows.filter(same)), _by_seats(rows.filter(~same))])
        .filter(pl.col("move").is_not_null())
        .sort("at")
        .with_columns(names.gather(pl.col(_NAMED)).name.keep())
    )


def _by_names(rows: pl.DataFrame) -> pl.DataFrame:
    """Moves between hands of the same players: by how many places the circle of names has turned."""
    turned = [
        pl.when(pl.col("circle") == _turned("circle_before", pl.lit(step))).then(step)
        for step in range(MAX_PLAYERS)
    ]
    step = pl.coalesce(turned)
    return rows.with_columns(
        move=pl.when(step <= 1)
        .then(step)
        .when(step == pl.col("count") - 1)
        .then(-1)
        .when(step.is_not_null())
        .then(_ELSEWHERE),
        was=pl.col("circle_before").list.first(),
        holder=pl.col("circle").list.first(),
        on_left=pl.col("circle_before").list.get(1),
        on_right=pl.col("circle_before").list.last(),
    ).select(_COLUMNS)


def _by_seats(rows: pl.DataFrame) -> pl.DataFrame:
    """Moves where somebody came or left: by the numbers of the seats, if whoever plays on has kept his."""
    now = rows.select("at", "names", "seats").explode("names", "seats")
    then = rows.select("at", names="circle_before", old="circle_seats_before").explode("names", "old")
    kept = (
        now.join(then, on=["at", "names"]).group_by("at").agg(kept=(pl.col("seats") == pl.col("old")).all())
    )
    was, count = pl.col("button_before"), pl.col("count")
    up_to = pl.sum_horizontal(*((seat <= was).fill_null(value=False) for seat in _each("seats"))).cast(
        pl.Int64
    )
    below = pl.sum_horizontal(*((seat < was).fill_null(value=False) for seat in _each("seats"))).cast(
        pl.Int64
    )
    left, right = up_to % count, (below - 1) % count
    gone = ~pl.col("seats").list.contains(was)
    return (
        rows.join(kept.filter("kept"), on="at", how="semi", maintain_order="left")
        .with_columns(
            move=pl.when(gone & (pl.col("due") == 0))
            .then(None)
            .when(pl.col("button") == was)
            .then(0)
            .when(pl.col("button") == pl.col("seats").list.get(left))
            .then(1)
            .when(pl.col("button") == pl.col("seats").list.get(right))
            .then(-1)
            .otherwise(_ELSEWHERE),
            was=pl.col("circle_before").list.first(),
            holder=pl.col("circle").list.first(),
            on_left=pl.col("names").list.get(left),
            on_right=pl.col("names").list.get(right),
        )
        .select(_COLUMNS)
    )


def _each(column: str) -> list[pl.Expr]:
    return [pl.col(column).list.get(place, null_on_oob=True) for place in range(MAX_PLAYERS)]


def _place_of(value: pl.Expr, column: str) -> pl.Expr:
    """0-based place of a value in a list; null where it is not there."""
    return pl.coalesce(*(pl.when(item == value).then(place) for place, item in enumerate(_each(column))))


def _turned(column: str, start: pl.Expr) -> pl.Expr:
    """A list that begins at another place and ends with what stood before it."""
    return pl.when(start.is_not_null()).then(
        pl.concat_list(pl.col(column).list.slice(start), pl.col(column).list.head(start))
    )
