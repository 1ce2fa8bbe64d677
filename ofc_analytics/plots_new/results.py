"""Charts of results: functions that draw on the axes they are given and return them.

Nothing here shows a window or changes a setting. Lines differ in colour, dash and marker, so that they can
be told apart in print and by colour-blind eyes.
"""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING, Literal

import numpy as np
import polars as pl
from matplotlib.font_manager import FontProperties
from matplotlib.ticker import MaxNLocator

from ofc_analytics.money import format_money
from ofc_analytics.settlement.checking import require_results
from ofc_analytics.statistics.players import money, player_hands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from numpy.typing import NDArray

__all__ = ["results"]

_VALUES = ("points", "net")
# M. Okabe and K. Ito, "Color universal design" (2008), without black and the pale yellow
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00")
_DASHES = ("-", "--", "-.", ":")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_MARKS = 8  # markers on a line
_LONGEST_NAME = 24
_RULES_NAMED = 3
_LABEL_GAP = 14  # points between a line's end and its label
_LINE_HEIGHT = 1.3  # of the font size
_POINTS_PER_INCH = 72


def results(
    frame: pl.DataFrame, *, ax: Axes | None = None, value: Literal["points", "net"] = "points"
) -> Axes:
    """Draw what each player has won or lost so far, over the hands of a frame.

    Parameters
    ----------
    frame
        Frame of schema `Results`, in the order to be drawn. A player's line is level where he sat out.
    ax
        Axes to draw on; without them a new pyplot figure is made, which a notebook shows by itself.
    value
        ``"points"``, or ``"net"`` for money; hands without money are then left out, and the title says so.

    Returns
    -------
    matplotlib.axes.Axes
        The axes, with one line a player, the final winner first; a line's label is the player's full name.

    Raises
    ------
    ValueError
        If `frame` is not a frame of results, its money is in several currencies, or `value` is neither.

    Examples
    --------
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement import settle
    >>> anna = Player(seat=1, name="Anna", cards=split_board("Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"))
    >>> boris = Player(seat=2, name="Boris", cards=split_board("4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c"))
    >>> night = settle(frame_from_hands([Hand(players=(anna, boris), unit=1000, currency="RUB")]))
    >>> from matplotlib.figure import Figure
    >>> axes = results(night, ax=Figure().subplots())
    >>> [text.get_text() for text in axes.texts]
    ['Anna +13', 'Boris -13']
    """
    require_results(frame)
    if value not in _VALUES:
        raise ValueError(f"value is one of {', '.join(_VALUES)}; got {value!r}")
    exponent, unit = (0, "points") if value == "points" else _currency(frame)
    names, running, drawn = _running_totals(frame, value)
    axes = _new_axes() if ax is None else ax
    step = max(1, drawn // _MARKS)
    styles = zip(cycle(_COLOURS), cycle(_DASHES), cycle(_MARKERS))
    for place, (name, (colour, dash, marker)) in enumerate(zip(names, styles, strict=False)):
        axes.plot(
            running[:, place] / 10**exponent,
            label=name,
            color=colour,
            linestyle=dash,
            marker=marker,
            markevery=(place * step // len(names), step),
        )
    axes.axhline(0, color="0.5", linewidth=0.8, zorder=0)
    axes.set_xlabel("hands")
    axes.set_ylabel(unit, parse_math=False)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_title(_title(frame, value, drawn), parse_math=False)
    totals = running[-1]
    labels = [_label(name, total, exponent) for name, total in zip(names, totals.tolist(), strict=True)]
    _write_beside(axes, labels, x=drawn, y=totals / 10**exponent)
    return axes


def _running_totals(frame: pl.DataFrame, value: str) -> tuple[list[str], NDArray[np.int64], int]:
    """Names, cumulative value (hands + 1, players) that starts from 0, and how many hands count."""
    amounts = player_hands(frame).select("place", "name", pl.col(value).cast(pl.Int64)).drop_nulls(value)
    order = amounts.group_by("name").agg(pl.col(value).sum()).sort(value, "name", descending=[True, False])
    amounts = amounts.select(pl.col(value), "name", hand=pl.col("place").rank("dense").cast(pl.Int64)).join(
        order.select("name").with_row_index("player"), on="name"
    )
    drawn = amounts["hand"].n_unique()
    won = np.zeros((drawn + 1, order.height), dtype=np.int64)
    won[amounts["hand"].to_numpy(), amounts["player"].to_numpy()] = amounts[value].to_numpy()
    return order["name"].to_list(), won.cumsum(axis=0), drawn


def _currency(frame: pl.DataFrame) -> tuple[int, str]:
    kinds = money(frame).select("currency", "exponent").unique()
    if kinds.height > 1:
        found = ", ".join(sorted(str(name) for name in kinds["currency"].fill_null("none named")))
        raise ValueError(
            f"one chart can show one currency, but these results have {found}; filter them first"
        )
    currency, exponent = kinds.row(0) if kinds.height else (None, 0)
    return exponent, currency or "money"


def _new_axes() -> Axes:
    from matplotlib import pyplot as plt  # noqa: PLC0415 - pyplot picks a screen, which given axes do not need

    return plt.subplots(figsize=(9, 5), layout="constrained")[1]


def _title(frame: pl.DataFrame, value: str, drawn: int) -> str:
    rules = frame.select(pl.coalesce("rules", "fingerprint").unique(maintain_order=True)).to_series()
    named = ", ".join(rules) if rules.len() <= _RULES_NAMED else f"{rules.len()} rule sets"
    left_out = f" ({frame.height - drawn} without money left out)" if drawn < frame.height else ""
    count = f"{drawn} hand{'s' * (drawn != 1)}{left_out}"
    return ", ".join(part for part in (f"Cumulative {value}", count, named) if part)


def _write_beside(axes: Axes, labels: Sequence[str], *, x: int, y: NDArray[np.float64]) -> None:
    """Write each label to the right of its (x, y), moved up or down as far as labels would overlap."""
    low, high = axes.get_ylim()
    heights = (y - low) / (high - low) * axes.bbox.height * _POINTS_PER_INCH / axes.figure.dpi
    size = FontProperties().get_size_in_points()
    shifts = _spread(heights, _LINE_HEIGHT * size) - heights
    for label, end, shift in zip(labels, y, shifts, strict=True):
        axes.annotate(
            label,
            (x, end),
            xytext=(_LABEL_GAP, shift),
            textcoords="offset points",
            fontsize=size,
            verticalalignment="center",
            annotation_clip=False,
            parse_math=False,
            arrowprops={"arrowstyle": "-", "color": "0.5", "linewidth": 0.8},
        )


def _spread(heights: NDArray[np.float64], gap: float) -> NDArray[np.float64]:
    """Move falling heights apart to at least `gap`, each by as little as the least squares allow.

    Without the gaps this is a falling regression, whose value at i is the lowest over all j <= i of the
    highest over all k >= i of the mean from j to k.
    """
    steps = np.arange(heights.size) * gap
    sums = np.concatenate([[0.0], np.cumsum(heights + steps)])
    first, last = np.indices((heights.size, heights.size))
    count = np.maximum(last - first + 1, 1)
    means = np.where(first <= last, (sums[last + 1] - sums[first]) / count, -np.inf)
    highest = np.maximum.accumulate(means[:, ::-1], axis=1)[:, ::-1]
    spread: NDArray[np.float64] = np.where(first <= last, highest, np.inf).min(axis=0, initial=np.inf) - steps
    return spread


def _label(name: str, total: int, exponent: int) -> str:
    short = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
    return f"{short} {'+' * (total > 0)}{format_money(total, exponent=exponent)}"
