"""What each player has won or lost so far, and how far luck alone would have carried him."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING, Literal

import numpy as np
import polars as pl

from ofc_analytics.plots.labels import write_beside
from ofc_analytics.plots.style import (
    axes_for,
    busiest,
    count_along,
    decimals_along,
    finish,
    letters_beside,
    line_styles,
    literally,
    minus,
    of_player,
    short,
    some_of,
    title,
)
from ofc_analytics.plots.thinning import spread_out, telling
from ofc_analytics.plots.words import WORDS
from ofc_analytics.statistics.questions import study_of
from ofc_analytics.statistics.writing import amount_text, count_text
from ofc_analytics.wording import shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from ofc_analytics.plots.words import Language
    from ofc_analytics.statistics.questions import Frame

__all__ = ["plot_results"]

_VALUES = ("points", "net")
_MARKS = 8  # markers on a line
_BANDS = ((0.95, "0.92"), (0.70, "0.82"))


def plot_results(
    frame: Frame,
    *,
    ax: Axes | None = None,
    value: Literal["points", "net"] = "points",
    player: str | None = None,
    most: int = 40,
    language: Language = "en",
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
    player
        Draw this player alone, over his own hands, with the bands in which luck alone would end in 70 and 95 of 100
        cases: around 0, as wide as his chains differ (see docs/statistics.md).
    most
        Draw so many players at most, those with the most hands; the title says so.
    language
        Of title and labels.

    Returns
    -------
    matplotlib.axes.Axes
        The axes, with one line a player, the final winner first; a line's label is the player's full name.

    Raises
    ------
    ValueError
        If `frame` is not a frame of results, its money is in several currencies, or `value` is neither.
    LookupFailedError
        If there is no such player.

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
    >>> axes = plot_results(night, ax=Figure().subplots())
    >>> [text.get_text() for text in axes.texts]
    ['Anna +13', 'Boris −13']
    """
    study = study_of(frame)
    if value not in _VALUES:
        raise ValueError(f"value is one of {', '.join(_VALUES)}; got {value!r}")
    words = WORDS[language]
    own = of_player(study.observations, player)
    told = own.drop_nulls(value)
    exponent, unit = (0, words.points) if value == "points" else _currency(told, words.money)
    names, players = busiest(told, most)
    rows = told.filter(pl.col("name").is_in(names))
    order, running = _running_totals(rows, value)
    axes = axes_for(ax)
    banded = player is not None and _draw_bands(axes, rows, value, exponent)
    for place, (name, (colour, dash, marker)) in enumerate(zip(order, line_styles(), strict=False)):
        line = running[:, place] / 10**exponent
        drawn = telling(line)
        step = max(1, drawn.size // _MARKS)
        axes.plot(
            drawn,
            line[drawn],
            label=name,
            color=colour,
            linestyle=dash,
            marker=marker,
            markevery=(place * step // len(order), step),
        )
    axes.axhline(0, color="0.5", linewidth=0.8, zorder=0)
    axes.set_xlabel(words.hands_axis)
    axes.set_ylabel(unit, **literally())
    decimals_along(axes.yaxis, language)
    count_along(*((axes.xaxis, axes.yaxis) if value == "points" else (axes.xaxis,)))
    left_out = own["place"].n_unique() - told["place"].n_unique()
    remarks = [
        *([words.left_out.format(count_text(left_out, language))] if left_out else []),
        *some_of(names, players, language),
        *([words.bands] if banded else []),
    ]
    what = words.cumulative[value]
    if player is not None:
        what = words.of_player.format(short(player), what)
    finish(axes, title(rows, what, language, remarks=remarks))
    longest = letters_beside(axes)
    labels = [
        f"{short(name, longest)} {minus(amount_text(total, exponent, language, signed=total > 0))}"
        for name, total in zip(order, running[-1].tolist(), strict=True)
    ]
    write_beside(axes, labels, x=len(running) - 1, y=running[-1] / 10**exponent)
    return axes


def _running_totals(rows: pl.DataFrame, value: str) -> tuple[list[str], NDArray[np.int64]]:
    """Names, the final winner first, and the cumulative value (hands + 1, players), which starts from 0."""
    amounts = rows.select("place", "name", pl.col(value).cast(pl.Int64))
    order = amounts.group_by("name").agg(pl.col(value).sum()).sort(value, "name", descending=[True, False])
    amounts = amounts.select(pl.col(value), "name", hand=pl.col("place").rank("dense").cast(pl.Int64)).join(
        order.select("name").with_row_index("player"), on="name"
    )
    won = np.zeros((amounts["hand"].n_unique() + 1, order.height), dtype=np.int64)
    # a name can have two seats of a hand
    np.add.at(won, (amounts["hand"].to_numpy(), amounts["player"].to_numpy()), amounts[value].to_numpy())
    return order["name"].to_list(), won.cumsum(axis=0)


def _draw_bands(axes: Axes, rows: pl.DataFrame, value: str, exponent: int) -> bool:
    """Draw where a player without an edge would be after so many hands, in 70 and 95 of 100 cases, if two chains tell."""
    hands = rows.group_by("place", maintain_order=True).agg(pl.col("chain").first(), pl.col(value).sum())
    chains = hands.group_by("chain", maintain_order=True).agg(pl.col(value).sum(), hands=pl.len())
    if chains.height < 2:
        return False
    mean = chains[value].sum() / hands.height
    spread = float(((chains[value] - mean * chains["hands"]) ** 2).sum() / (chains.height - 1)) ** 0.5
    begun = np.concatenate([[0], hands["chain"].is_first_distinct().cum_sum().to_numpy()])
    drawn = spread_out(begun.size)
    for confidence, shade in _BANDS:
        reach = NormalDist().inv_cdf((1 + confidence) / 2) * spread * np.sqrt(begun[drawn]) / 10**exponent
        axes.fill_between(drawn, -reach, reach, color=shade, linewidth=0, zorder=-1)
    return True


def _currency(rows: pl.DataFrame, money: str) -> tuple[int, str]:
    kinds = rows.select("currency", "exponent").unique()
    if kinds.height > 1:
        found = ", ".join(sorted(str(name) for name in kinds["currency"].fill_null("none named")))
        raise ValueError(
            f"one chart can show one currency, but these results have {found}; filter them first"
        )
    currency, exponent = kinds.row(0) if kinds.height else (None, 0)
    return exponent, shown(currency or money)
