"""Royalties a hand, row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.hands import ROWS
from ofc_analytics.plots.style import (
    COLOURS,
    HATCHES,
    SLANTED,
    axes_for,
    busiest,
    decimals_along,
    finish,
    letters_beside,
    literally,
    short,
    some_of,
    title,
)
from ofc_analytics.plots.words import WORDS
from ofc_analytics.statistics.questions import Question, study_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ofc_analytics.plots.words import Language
    from ofc_analytics.statistics.questions import Frame

__all__ = ["plot_royalties"]

_WIDTH = 0.27
_HEADROOM = 0.2  # for the legend


def plot_royalties(frame: Frame, *, ax: Axes | None = None, most: int = 8, language: Language = "en") -> Axes:
    """Draw each player's royalties a hand on top, in the middle and at the bottom, with 95 % intervals.

    Parameters
    ----------
    frame
        Frame of schema `Results`, or a `Study`.
    ax
        Axes to draw on; without them a new pyplot figure is made.
    most
        So many players at most, those with the most hands; the title says so.
    language
        Of title and labels.

    Returns
    -------
    matplotlib.axes.Axes
        Three bars a player, told apart by shade and hatching.

    Examples
    --------
    >>> from ofc_analytics.schema import RESULTS
    >>> from matplotlib.figure import Figure
    >>> plot_royalties(RESULTS.to_frame(), ax=Figure().subplots()).get_title()
    'Royalties a hand by row, 0 hands'
    """
    study, words = study_of(frame), WORDS[language]
    names, players = busiest(study.observations, most)
    axes = axes_for(ax)
    if names:
        metrics = tuple(f"{row}_royalties" for row in ROWS)
        answers = study.ask(Question(metrics, ("player",), {"player": names}))
        for place, (metric, label) in enumerate(zip(metrics, words.rows, strict=True)):
            found = {
                row["player"]: row for row in answers.filter(answers["metric"] == metric).rows(named=True)
            }
            told = [found[name] for name in names]
            value = np.array([row["value"] for row in told])
            bounds = [
                [row[end] if row[end] is not None else row["value"] for row in told]
                for end in ("low", "high")
            ]
            low, high = np.array(bounds)
            axes.bar(
                np.arange(len(names)) + (place - 1) * _WIDTH,
                value,
                _WIDTH,
                yerr=(value - np.minimum(low, value), np.maximum(high, value) - value),
                label=label,
                color=COLOURS[place],
                hatch=HATCHES[place],
                edgecolor="black",
                linewidth=0.6,
                ecolor="0.35",
                capsize=2,
            )
        labels = [short(name, letters_beside(axes)) for name in names]
        axes.set_xticks(np.arange(len(names)), labels, **SLANTED, **literally())
        axes.margins(y=_HEADROOM)
        axes.legend(frameon=False, ncols=len(ROWS), loc="upper right")
    axes.set_ylabel(words.royalties_axis)
    decimals_along(axes.yaxis, language)
    remarks = some_of(names, players, language)
    drawn = study.observations.filter(pl.col("name").is_in(names))
    return finish(axes, title(drawn, words.royalties, language, remarks=remarks))
