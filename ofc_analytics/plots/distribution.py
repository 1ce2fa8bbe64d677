"""How much single hands are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.plots.style import (
    COLOURS,
    axes_for,
    count_along,
    finish,
    minus,
    of_player,
    short,
    title,
)
from ofc_analytics.plots.words import WORDS
from ofc_analytics.statistics.questions import study_of
from ofc_analytics.statistics.writing import number_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ofc_analytics.plots.words import Language
    from ofc_analytics.statistics.questions import Frame

__all__ = ["plot_hand_results"]

_MOST_BARS = 60


def plot_hand_results(
    frame: Frame, *, ax: Axes | None = None, player: str | None = None, language: Language = "en"
) -> Axes:
    """Draw how often a hand ended with how many points.

    Parameters
    ----------
    frame
        Frame of schema `Results`, or a `Study`.
    ax
        Axes to draw on; without them a new pyplot figure is made.
    player
        Of this player alone, with his mean; else of all, each hand counting once for each player.
    language
        Of title and labels.

    Returns
    -------
    matplotlib.axes.Axes
        A histogram whose bars are a whole number of points wide.

    Raises
    ------
    LookupFailedError
        If there is no such player.

    Examples
    --------
    >>> from ofc_analytics.schema import RESULTS
    >>> from matplotlib.figure import Figure
    >>> plot_hand_results(RESULTS.to_frame(), ax=Figure().subplots()).get_title()
    'Points of single hands, 0 hands'
    """
    study, words = study_of(frame), WORDS[language]
    rows = of_player(study.observations, player)
    points = rows["points"].to_numpy()
    axes = axes_for(ax)
    if points.size:
        low, high = int(points.min()), int(points.max())
        width = -(-(high - low + 1) // _MOST_BARS)
        edges = [edge - 0.5 for edge in range(low, high + width + 1, width)]
        axes.hist(points, edges, color=COLOURS[0], edgecolor="white", linewidth=0.5)
        axes.axvline(0, color="0.5", linewidth=0.8)
        if player is not None:
            mean = float(points.mean())
            axes.axvline(mean, color="black", linestyle="--", label=_mean(mean, language))
            axes.legend(frameon=False)
    axes.set_xlabel(words.results_axis)
    axes.set_ylabel(words.hands_axis)
    count_along(axes.xaxis, axes.yaxis)
    what = words.results if player is None else words.of_player.format(short(player), words.results)
    return finish(axes, title(rows, what, language))


def _mean(mean: float, language: Language) -> str:
    return WORDS[language].mean.format(minus(number_text(mean, language, signed=True)))
