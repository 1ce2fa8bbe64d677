"""Time: who ran out of it, and how the room placed the cards of one who did.

The bank is counted for each hand anew, for no source says that it is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
import polars as pl

from ofc_analytics.audit.dealing import with_cards
from ofc_analytics.audit.findings import texts_of
from ofc_analytics.cards import UNKNOWN
from ofc_analytics.hands import ROW_SIZES, ROWS

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ofc_analytics.audit.play import Play

__all__ = ["DISCARDED", "auto_place", "check_clock"]

DISCARDED = 3
"""What `auto_place` gives for a card that goes to no row."""

_SECOND = 1000
"""Times are compared in whole milliseconds, for sums of seconds with decimals are not exact."""


def auto_place(
    counts: ArrayLike, dealt: ArrayLike, order: Literal["bottom-first", "top-first"], keep: ArrayLike
) -> NDArray[np.uint8]:
    """Place cards as a room does for players who are out of time.

    The first `keep` cards go, in the order received, each into the first row with room: the bottom row until it
    is full, then the middle, then the top, or the other way round. The rest, received last, is discarded.

    Parameters
    ----------
    counts
        (n, 3) cards that lie in top, middle and bottom already.
    dealt
        (n, m) card codes in the order received; 255 where a deal has fewer than `m` cards.
    order
        Which row is filled first.
    keep
        Cards of the deal that are placed: one number, or (n,).

    Returns
    -------
    numpy.ndarray
        (n, m) uint8: 0 top, 1 middle, 2 bottom, 3 (`DISCARDED`) discarded or no card.

    Raises
    ------
    ValueError
        If a board has no room for the cards that are kept.

    Notes
    -----
    Source: the rules of tournament Pineapple (cards are placed in the order of receipt, from the bottom box to the
    top one); rooms that leave it open discard the third card.

    Examples
    --------
    >>> from ofc_analytics.cards import parse_cards
    >>> dealt = np.frombuffer(parse_cards("Kd 7s 2c"), dtype=np.uint8)
    >>> auto_place([[0, 4, 4]], [dealt], "bottom-first", keep=2).tolist()
    [[2, 1, 3]]
    """
    cards = np.asarray(dealt)
    free = np.array(ROW_SIZES) - np.asarray(counts)
    rows = (2, 1, 0) if order == "bottom-first" else (0, 1, 2)
    full_after = free[:, rows].cumsum(axis=1)
    kept = np.minimum(np.broadcast_to(keep, len(cards)), (cards != UNKNOWN).sum(axis=1))
    if (kept > full_after[:, -1]).any():
        raise ValueError("a board has no room for the cards that are kept")
    turn = (cards != UNKNOWN).cumsum(axis=1) - 1
    step = (turn[:, :, None] >= full_after[:, None, :]).sum(axis=2)
    placed: NDArray[np.uint8] = np.array([*rows, DISCARDED], dtype=np.uint8)[step]
    placed[(turn >= kept[:, None]) | (cards == UNKNOWN)] = DISCARDED
    return placed


def check_clock(play: Play) -> pl.DataFrame:
    """Check the streets a room placed itself, and the time players took.

    Codes: ``auto-placement``, ``auto-without-rule``, ``auto-early``, ``clock-out``, ``clock-ignored``.

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
    >>> from ofc_analytics.hands import Hand, Player, Street
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement.frames import settle
    >>> from ofc_analytics.settlement.grouping import rule_sets
    >>> players = (Player(seat=1, name="Anna", cards=bytes(range(13)), streets=(Street(dealt=bytes(range(5)), top=bytes(range(5)), auto=True),)),
    ...            Player(seat=2, name="Boris", cards=bytes(range(13, 26))))
    >>> hands = frame_from_hands([Hand(players=players)])
    >>> play = Play.of(hands, settle(hands), rule_sets(hands))
    >>> check_clock(play)["reason"].to_list()
    ["On street 1 the room placed Anna's cards itself; american-pineapple does not say how."]
    """
    streets = play.with_rules(
        play.streets.filter((pl.col("seconds").is_not_null() | pl.col("auto")).any().over("player")),
        order=(pl.String(), lambda one: one.clock.auto_placement),
        seconds_allowed=(pl.Int64(), lambda one: one.clock.seconds),
        per_street=(pl.Boolean(), lambda one: one.clock.seconds_per == "street"),
        bank=(pl.Int64(), lambda one: one.clock.bank),
    )
    return pl.concat([*_placements(streets, play), *_times(streets, play)])


def _placements(streets: pl.DataFrame, play: Play) -> list[pl.DataFrame]:
    before = [pl.col(row).list.len().cum_sum().over("player") - pl.col(row).list.len() for row in ROWS]
    rows = streets.with_columns(**{f"{row}_before": held for row, held in zip(ROWS, before, strict=True)})
    auto = rows.filter("auto")
    room = pl.sum_horizontal(
        *(size - pl.col(f"{row}_before").cast(pl.Int64) for row, size in zip(ROWS, ROW_SIZES, strict=True))
    )
    fits = pl.all_horizontal(
        *(pl.col(f"{row}_before") <= size for row, size in zip(ROWS, ROW_SIZES, strict=True))
    )
    checked = with_cards(
        auto.filter("known", pl.col("order").is_not_null(), fits, room >= pl.col("keep")), play
    )
    wrong = [
        _compared(part, order)
        for order in ("bottom-first", "top-first")
        if len(part := checked.filter(pl.col("order") == order))
    ]
    claimed = pl.concat_str(
        *(pl.format(row + ": {}", texts_of(pl.col(row))) for row in ROWS),
        pl.format("discarded: {}", texts_of(pl.col("thrown"))),
        separator="; ",
    )
    return [
        *(
            play.found(
                part,
                "auto-placement",
                "error",
                pl.format(
                    "On street {} the room placed {}'s cards itself, received as {}: {}. {}, in the order received, it is {}.",
                    "street", "name", texts_of(pl.col("dealt")), claimed,
                    pl.lit("From the bottom up" if order == "bottom-first" else "From the top down"), "right",
                ),
                claimed=claimed,
                recomputed=pl.col("right"),
            )
            for order, part in wrong
        ),
        play.found(
            auto.filter(pl.col("order").is_null()),
            "auto-without-rule",
            "note",
            pl.format(
                "On street {} the room placed {}'s cards itself; {} does not say how.", "street", "name", "rules"
            ),
        ),
    ]  # fmt: skip


def _compared(streets: pl.DataFrame, order: Literal["bottom-first", "top-first"]) -> tuple[str, pl.DataFrame]:
    """Streets whose cards lie elsewhere than `auto_place` puts them; ``right`` says where it does."""
    widest = int(streets.select(pl.col("dealt").list.len().max()).item())
    padded = pl.concat_list("dealt", pl.lit([UNKNOWN] * widest, pl.List(pl.UInt8))).list.head(widest)
    cards = streets.select(padded.list.to_array(widest)).to_series().to_numpy()
    counts = streets.select(*(f"{row}_before" for row in ROWS)).to_numpy().astype(np.int64)
    places = auto_place(counts, cards, order, streets["keep"].to_numpy())
    flat = pl.DataFrame(
        {"row": np.repeat(np.arange(len(cards)), widest), "card": cards.reshape(-1), "to": places.reshape(-1)}
    )
    right = (
        flat.filter(pl.col("card") != UNKNOWN)
        .group_by("row", maintain_order=True)
        .agg(
            **{
                f"{name}_right": pl.col("card").filter(pl.col("to") == place)
                for place, name in enumerate((*ROWS, "thrown"))
            }
        )
    )
    rows = pl.concat([streets, right.drop("row")], how="horizontal")
    differs = pl.any_horizontal(
        *(pl.col(name).list.sort() != pl.col(f"{name}_right").list.sort() for name in (*ROWS, "thrown"))
    )
    text = pl.concat_str(
        *(pl.format(name + ": {}", texts_of(pl.col(f"{name}_right"))) for name in ROWS),
        pl.format("discarded: {}", texts_of(pl.col("thrown_right"))),
        separator="; ",
    )
    return order, rows.filter(differs).with_columns(right=text)


def _times(streets: pl.DataFrame, play: Play) -> list[pl.DataFrame]:
    allowed, bank = pl.col("seconds_allowed") * _SECOND, pl.col("bank") * _SECOND
    took = pl.col("took")
    spent = (
        pl.when("per_street")
        .then((took - allowed).clip(lower_bound=0))
        .otherwise(took)
        .cum_sum()
        .over("player")
    )
    limit = pl.when("per_street").then(bank).otherwise(allowed + bank)
    timed = (
        streets.filter(pl.col("seconds_allowed").is_not_null())
        .filter(pl.col("seconds").is_null().cum_sum().over("player") == 0)
        .with_columns(took=(pl.col("seconds") * _SECOND).round().cast(pl.Int64))
        .with_columns(
            spent=spent,
            limit=limit,
            used_up=(spent >= limit) & (took >= pl.when("per_street").then(allowed).otherwise(0)),
        )
    )
    auto = pl.col("auto").fill_null(value=False)
    out = timed.filter(pl.col("used_up") & auto).unique("player", keep="first", maintain_order=True)
    ignored = timed.filter(pl.col("spent") > pl.col("limit"), ~auto).unique(
        "player", keep="first", maintain_order=True
    )
    early = timed.filter(auto & ~pl.col("used_up"))
    what = (
        pl.when("per_street")
        .then(
            pl.format(
                "{} s of a bank of {} s beyond {} s a street", _seconds("spent"), "bank", "seconds_allowed"
            )
        )
        .otherwise(pl.format("{} s of {} s and a bank of {} s", _seconds("spent"), "seconds_allowed", "bank"))
    )
    numbers = {
        "claimed": pl.format("{} s", _seconds("spent")),
        "recomputed": pl.format("{} s", _seconds("limit")),
    }
    not_told = pl.col("auto").is_null()
    reason = pl.format(
        "By street {} {} has used {}, and the street is not marked as placed by the room.",
        "street",
        "name",
        what,
    )
    return [
        play.found(
            out,
            "clock-out",
            "note",
            pl.format("{} ran out of time on street {}: {}.", "name", "street", what),
            **numbers,
        ),
        play.found(ignored.filter(~not_told), "clock-ignored", "error", reason, **numbers),
        play.found(ignored.filter(not_told), "clock-ignored", "warning", reason, **numbers),
        play.found(
            early,
            "auto-early",
            "warning",
            pl.format("The room placed {}'s cards on street {} with time left: {}.", "name", "street", what),
            **numbers,
        ),
    ]


def _seconds(column: str) -> pl.Expr:
    """Milliseconds as seconds without needless decimals."""
    return (pl.col(column) / _SECOND).cast(pl.String).str.strip_suffix(".0")
