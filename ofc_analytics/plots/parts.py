"""The curve of one player's points, split into what they are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.plots.labels import write_beside
from ofc_analytics.plots.style import (
    axes_for,
    busiest,
    count_along,
    finish,
    line_styles,
    minus,
    of_player,
    short,
    title,
)
from ofc_analytics.plots.thinning import telling
from ofc_analytics.plots.words import WORDS
from ofc_analytics.statistics.fantasyland import adjusted
from ofc_analytics.statistics.observations import PARTS
from ofc_analytics.statistics.questions import study_of
from ofc_analytics.statistics.writing import number_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from ofc_analytics.plots.words import Language
    from ofc_analytics.statistics.questions import Frame, Study

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
        return finish(axes, title(study.observations, words.nothing, language))
    own = of_player(study.observations, name)
    curves, unvalued = _curves(study, own, name, language)
    ends: list[float] = []
    for place, ((label, amounts), (colour, dash, marker)) in enumerate(
        zip(curves.items(), line_styles(), strict=False)
    ):
        running = np.concatenate([[0.0], np.cumsum(amounts)])
        told = telling(running)
        ends.append(float(running[-1]))
        step = max(1, told.size // _MARKS)
        axes.plot(
            told,
            running[told],
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
    count_along(axes.xaxis, axes.yaxis)
    remarks = [words.adjusted_without.format(unvalued)] if unvalued else []
    finish(axes, title(own, words.parts_of.format(short(name)), language, remarks=remarks))
    labels = [
        f"{label} {minus(number_text(end, language, places=0, signed=True))}"
        for label, end in zip(curves, ends, strict=True)
    ]
    by_height = np.argsort(ends, kind="stable")[::-1]
    hands = own["place"].n_unique()
    write_beside(axes, [labels[i] for i in by_height], x=hands, y=np.array(ends)[by_height])
    return axes


def _curves(
    study: Study, own: pl.DataFrame, name: str, language: Language
) -> tuple[dict[str, NDArray[np.float64]], int]:
    """Amounts a hand by label, and how many Fantasylands have no known value."""
    words = WORDS[language]
    line = adjusted(study).filter(pl.col("name") == name)
    parts = [f"from_{part}" for part in PARTS]
    hands = own.group_by("place", maintain_order=True).agg(pl.col("points", *parts).sum())
    credited = line.group_by("place", maintain_order=True).agg(pl.col("adjusted").sum())
    curves = {words.total: hands["points"].to_numpy(), words.adjusted: credited["adjusted"].to_numpy()} | {
        words.parts[part]: hands[column].to_numpy()
        for part, column in zip(PARTS, parts, strict=True)
        if (hands[column] != 0).any()
    }
    return curves, int(line["unvalued"].sum())
