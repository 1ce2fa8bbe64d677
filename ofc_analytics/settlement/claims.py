"""What a source claimed, held against what settlement recomputed."""

from __future__ import annotations

import polars as pl

from ofc_analytics.hands import SOME_FANTASYLAND

__all__ = [
    "CLAIMS",
    "agreement",
    "claim_checks",
    "claimed_text",
    "is_claimed",
    "is_disputed",
    "recomputed_text",
]

CLAIMS = ("points", "net", "royalties", "foul", "fantasyland")
"""What can be claimed of one player's hand, in the order disagreements are told."""


def claim_checks() -> dict[str, pl.Expr]:
    """One boolean expression a claim, over a flat frame of result players with their hands' ``chain_broken`` and ``fantasyland_known``.

    Null where nothing was claimed, or where there is nothing to hold it against (money without a unit, or of a chain
    of which hands are missing; the next Fantasyland where it is not known who plays this one).
    A claim of Fantasyland without a number of cards stands if there is any.
    """
    return {
        "points": _claimed("points") == pl.col("points"),
        "net": pl.when(~pl.col("chain_broken")).then(_claimed("net") == pl.col("net")),
        "royalties": pl.when(_claimed("royalties").list.len() == 1)
        .then(_claimed("royalties").list.sum() == pl.col("royalties"))
        .otherwise(_claimed("royalties") == pl.col("row_royalties").arr.to_list()),
        "foul": _claimed("foul") == pl.col("foul"),
        "fantasyland": pl.when("fantasyland_known").then(
            pl.when(_claimed("fantasyland") == SOME_FANTASYLAND)
            .then(pl.col("fantasyland") > 0)
            .otherwise(_claimed("fantasyland") == pl.col("fantasyland"))
        ),
    }


def agreement() -> pl.Expr:
    """Whether everything that was claimed of a player is right; null where nothing could be checked."""
    checks = list(claim_checks().values())
    checked = pl.any_horizontal(*(check.is_not_null() for check in checks))
    return pl.when(checked).then(pl.all_horizontal(*(check.fill_null(value=True) for check in checks)))


def is_claimed() -> pl.Expr:
    """Whether anything is claimed of a hand that could be checked, over a row of results."""
    told = pl.element().struct.field("agrees").is_not_null()
    return pl.col("players").list.eval(told).list.any().fill_null(value=False)


def is_disputed() -> pl.Expr:
    """Whether anything that is claimed of a hand does not stand, over a row of results; false where nothing is."""
    agrees = pl.element().struct.field("agrees")
    return pl.col("players").list.eval(~agrees).list.any().fill_null(value=False)


def claimed_text(claim: str) -> pl.Expr:
    """The claimed value as text; royalties as ``7/0/0``, with what was written where that is read otherwise."""
    text, raw = _as_text(claim, _claimed(claim)), _claimed("raw")
    if claim != "royalties":
        return text
    return pl.when(raw.is_null()).then(text).otherwise(pl.format("{} (written: {})", text, raw))


def recomputed_text(claim: str) -> pl.Expr:
    """The recomputed value as text, in the shape it was claimed in."""
    if claim != "royalties":
        return _as_text(claim, pl.col(claim))
    return (
        pl.when(_claimed("royalties").list.len() == 1)
        .then(pl.col("royalties").cast(pl.String))
        .otherwise(_as_text(claim, pl.col("row_royalties").arr.to_list()))
    )


def _claimed(name: str) -> pl.Expr:
    return pl.col("claimed").struct.field(name)


def _as_text(claim: str, value: pl.Expr) -> pl.Expr:
    if claim == "royalties":
        return value.cast(pl.List(pl.String)).list.join("/")
    if claim == "foul":
        return pl.when(value).then(pl.lit("foul")).when(~value).then(pl.lit("no foul"))
    if claim == "net":
        return money_text(value, pl.col("exponent"))
    return value.cast(pl.String)


def money_text(minor: pl.Expr, exponent: pl.Expr) -> pl.Expr:
    """Whole minor units as decimal text with `exponent` places, exactly.

    >>> frame = pl.DataFrame({"minor": [-6000, 5, 7], "exponent": [2, 2, 0]})
    >>> frame.select(money_text(pl.col("minor"), pl.col("exponent"))).to_series().to_list()
    ['-60.00', '0.05', '7']
    """
    places = exponent.cast(pl.Int64)
    digits = minor.abs().cast(pl.String).str.pad_start(places + 1, "0")
    whole = digits.str.head(digits.str.len_chars().cast(pl.Int64) - places)
    fraction = (
        pl.when(places > 0).then(pl.concat_str(pl.lit("."), digits.str.tail(places))).otherwise(pl.lit(""))
    )
    sign = pl.when(minor < 0).then(pl.lit("-")).otherwise(pl.lit(""))
    return pl.when(minor.is_not_null()).then(pl.concat_str(sign, whole, fraction))
