"""The curve of one player's points, split into what they are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.plots.labels import write_beside
from ofc_analytics.plots.style import (
    axes_for,
    busiest,
    finish,
    line_styles,
    of_player,
    short,
    study_of,
    title,
)
from ofc_analytics.plots.words import WORDS
from ofc_analytics.statistics.fantasyland import adjusted
from ofc_analytics.statistics.observations import PARTS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ofc_analytics.plots.style import Frame
    from ofc_analytics.plots.words import Language

__all__ = ["plot_decomposition"]

_MARKS = 8


def plot_decomposition(
    frame: Frame, *, ax: Axes | None = None, player: str | None = None, language: Language = "en"
) -> Axes:
    """Draw a player's points so far, the parts they are made of, and the Fantasyland-adjusted line.

    Parameters
    ----------
    frame
        Frame of schema `Results`, or a `Study`.
    ax
        Axes to draw on; without them a new pyplot figure is made.
    player
        Whose; without a name the player with the most hands, whom the title names.
    language
        Of title and labels.

    Returns
    -------
    matplotlib.axes.Axes
        A thick line for points, a thin one for each part that was ever anything, a dotted one for the adjusted points:
        see `ofc_analytics.statistics.adjusted`.

    Raises
    ------
    LookupFailedError
        If there is no such player.

    Examples
    --------
    >>> from ofc_analytics.schema import RESULTS
    >>> from matplotlib.figure import Figure
    >>> plot_decomposition(RESULTS.to_frame(), ax=Figure().subplots()).get_title()
    'no hand tells it, 0 hands'
    """
    study, words = study_of(frame), WORDS[language]
    axes = axes_for(ax)
    names, _ = busiest(study.observations, 1)
    name = player if player is not None else next(iter(names), None)
    if name is None:
        return finish(axes, title(study, words.nothing, language))
    own = of_player(study.observations, name)
    line = adjusted(study.results).filter(pl.col("name") == name)
    unvalued = int(line["unvalued"].sum())
    curves = {words.total: own["points"].to_numpy(), words.adjusted: line["adjusted"].to_numpy()}
    curves |= {
        words.parts[part]: own[f"from_{part}"].to_numpy()
        for part in PARTS
        if (own[f"from_{part}"] != 0).any()
    }
    step = max(1, own.height // _MARKS)
    ends = []
    for place, ((label, amounts), (colour, dash, marker)) in enumerate(
        zip(curves.items(), line_styles(), strict=False)
    ):
        running = np.concatenate([[0.0], np.cumsum(amounts)])
        ends.append(float(running[-1]))
        axes.plot(
            running,
            label=label,
            color="black" if place == 0 else "0.45" if place == 1 else colour,
            linestyle="-" if place == 0 else ":" if place == 1 else dash,
            linewidth=2.5 if place == 0 else 1.3,
            marker=None if place < 2 else marker,
            markevery=(place * step // len(curves), step),
        )
    axes.axhline(0, color="0.5", linewidth=0.8, zorder=0)
    axes.set_xlabel(words.hands_axis)
    axes.set_ylabel(words.points)
    remarks = [words.adjusted_without.format(unvalued)] if unvalued else []
    finish(
        axes, title(study, words.parts_of.format(short(name)), language, hands=own.height, remarks=remarks)
    )
    labels = [f"{label} {end:+.0f}" for label, end in zip(curves, ends, strict=True)]
    by_height = np.argsort(ends, kind="stable")[::-1]
    write_beside(axes, [labels[i] for i in by_height], x=own.height, y=np.array(ends)[by_height])
    return axes
