"""The way through Fantasyland: hands outside it, earned, played, earned again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.plots.style import (
    COLOURS,
    HATCHES,
    axes_for,
    count_along,
    finish,
    of_player,
    short,
    title,
)
from ofc_analytics.plots.words import WORDS
from ofc_analytics.statistics.questions import study_of
from ofc_analytics.statistics.writing import count_text, share_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ofc_analytics.plots.words import Language
    from ofc_analytics.statistics.questions import Frame

__all__ = ["plot_fantasyland"]


def plot_fantasyland(
    frame: Frame, *, ax: Axes | None = None, player: str | None = None, language: Language = "en"
) -> Axes:
    """Draw how many hands led to Fantasyland, how many were played in it, and how many of those led to another.

    Parameters
    ----------
    frame
        Frame of schema `Results`, or a `Study`.
    ax
        Axes to draw on; without them a new pyplot figure is made.
    player
        Of this player alone; else of all, each hand counting once for each player.
    language
        Of title and labels.

    Returns
    -------
    matplotlib.axes.Axes
        Four bars from the top, each with its count, and the earned ones with their share of the bar above.

    Raises
    ------
    LookupFailedError
        If there is no such player.

    Examples
    --------
    >>> from ofc_analytics.schema import RESULTS
    >>> from matplotlib.figure import Figure
    >>> [text.get_text() for text in plot_fantasyland(RESULTS.to_frame(), ax=Figure().subplots()).texts]
    ['0', '0', '0', '0']
    """
    study, words = study_of(frame), WORDS[language]
    rows = of_player(study.observations, player)
    inside, earned = pl.col("in_fantasyland") > 0, pl.col("fantasyland") > 0
    counts = rows.select(
        (~inside).sum().alias("outside"),
        (~inside & earned).sum().alias("entries"),
        inside.sum().alias("inside"),
        (inside & earned).sum().alias("stays"),
    ).row(0)
    axes = axes_for(ax, height=3)
    places = np.arange(4)[::-1]
    bars = axes.barh(places, counts, color=[COLOURS[0], COLOURS[5]] * 2, edgecolor="black", linewidth=0.6)
    for place, (bar, count) in enumerate(zip(bars, counts, strict=True)):
        bar.set_hatch(HATCHES[place % 2])
        of, text = counts[place - 1], count_text(count, language)
        if place % 2 and of:
            text += f" ({share_text(count / of, language)})"
        axes.annotate(text, (count, places[place]), xytext=(4, 0), textcoords="offset points", va="center")
    axes.set_yticks(places, words.funnel)
    axes.set_xlim(0, max(counts) * 1.15 or 1)
    axes.set_xlabel(words.hands_axis)
    count_along(axes.xaxis)
    what = words.fantasyland if player is None else words.of_player.format(short(player), words.fantasyland)
    return finish(axes, title(rows, what, language))
