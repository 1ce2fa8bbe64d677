"""Dead hands over time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from matplotlib.ticker import FuncFormatter

from ofc_analytics.plots.style import (
    axes_for,
    busiest,
    count_along,
    finish,
    letters_beside,
    line_styles,
    literally,
    of_player,
    short,
    some_of,
    title,
)
from ofc_analytics.plots.words import WORDS
from ofc_analytics.statistics.counting import estimate, tally
from ofc_analytics.statistics.metrics import METRICS
from ofc_analytics.statistics.questions import study_of
from ofc_analytics.statistics.writing import share_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ofc_analytics.plots.words import Language
    from ofc_analytics.statistics.questions import Frame

__all__ = ["plot_foul_rate"]

_BLOCKS = 10
_SMALLEST = 10


def plot_foul_rate(
    frame: Frame,
    *,
    ax: Axes | None = None,
    player: str | None = None,
    block: int | None = None,
    most: int = 4,
    language: Language = "en",
) -> Axes:
    """Draw the share of dead hands over time, in blocks of a player's own hands.

    Parameters
    ----------
    frame
        Frame of schema `Results`, in the order of play, or a `Study`.
    ax
        Axes to draw on; without them a new pyplot figure is made.
    player
        This player alone, with the 95 % interval of each block.
    block
        Hands of a block; unless said a tenth of the hands of the busiest player, and 10 at least.
    most
        So many players at most, those with the most hands; the title says so.
    language
        Of title and labels.

    Returns
    -------
    matplotlib.axes.Axes
        One line a player, a marker a block, placed where the block ends.

    Raises
    ------
    LookupFailedError
        If there is no such player.
    ValueError
        If `block` is below 1.

    Examples
    --------
    >>> from ofc_analytics.schema import RESULTS
    >>> from matplotlib.figure import Figure
    >>> plot_foul_rate(RESULTS.to_frame(), ax=Figure().subplots()).get_title()
    'Fouls (in blocks of 10 hands), 0 hands'
    """
    if block is not None and block < 1:
        raise ValueError(f"a block has 1 hand at least, got {block}")
    study, words = study_of(frame), WORDS[language]
    rows = of_player(study.observations, player)
    names, players = busiest(rows, most)
    rows = rows.filter(pl.col("name").is_in(names)).with_columns(hand=pl.int_range(pl.len()).over("name"))
    longest = rows.select(pl.col("hand").max() + 1).item() or 0
    size = block or max(_SMALLEST, -(-longest // _BLOCKS))
    axes = axes_for(ax)
    metric = METRICS["foul_rate"]
    lines = []
    for name, (colour, dash, marker) in zip(names, line_styles(), strict=False):
        own = rows.filter(pl.col("name") == name)
        told = estimate(tally(own, [metric], {"block": pl.col("hand") // size}), metric)
        ends = told["hands"].cum_sum().to_numpy()
        lines += axes.plot(
            ends, told["value"].to_numpy(), label=name, color=colour, linestyle=dash, marker=marker
        )
        if player is not None:
            axes.fill_between(ends, told["low"].to_numpy(), told["high"].to_numpy(), color="0.9", zorder=-1)
    axes.set_ylim(0, None)
    axes.set_xlabel(words.hands_axis)
    axes.set_ylabel(words.foul_rate_axis)
    count_along(axes.xaxis)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: share_text(share, language)))
    legend = axes.legend(lines, [str(place) for place, _ in enumerate(lines)], frameon=False)
    for text, name in zip(legend.get_texts(), names, strict=True):  # it would leave out a label like "_name"
        text.set(text=short(name, letters_beside(axes)), **literally())
    remarks = [words.blocks.format(size), *some_of(names, players, language)]
    what = words.foul_rate if player is None else words.of_player.format(short(player), words.foul_rate)
    return finish(axes, title(rows, f"{what} ({'; '.join(remarks)})", language))
