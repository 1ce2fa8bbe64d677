"""Who wins from whom: a matrix of points a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ofc_analytics.plots.style import axes_for, busiest, finish, short, study_of, title
from ofc_analytics.plots.words import WORDS
from ofc_analytics.statistics.questions import Question

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ofc_analytics.plots.style import Frame
    from ofc_analytics.plots.words import Language

__all__ = ["plot_opponents"]

_DARK = 0.65


def plot_opponents(
    frame: Frame, *, ax: Axes | None = None, most: int = 10, language: Language = "en"
) -> Axes:
    """Draw what each player wins a hand from each opponent, as numbers on shades.

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
        A square matrix; in each cell points a hand and the number of hands, in italics where the interval does not
        tell who wins; empty where two never met.

    Examples
    --------
    >>> from ofc_analytics.schema import RESULTS
    >>> from matplotlib.figure import Figure
    >>> plot_opponents(RESULTS.to_frame(), ax=Figure().subplots()).get_title()
    'Points a hand against each opponent, 0 hands'
    """
    study, words = study_of(frame), WORDS[language]
    names, players = busiest(study.observations, most)
    axes = axes_for(ax)
    if names:
        place = {name: number for number, name in enumerate(names)}
        where = {"player": names, "opponent": names}
        answers = study.ask(Question(("points",), ("player", "opponent"), where)).rows(named=True)
        matrix = np.full((len(names), len(names)), np.nan)
        for row in answers:
            matrix[place[row["player"]], place[row["opponent"]]] = row["value"]
        most_extreme = float(np.nanmax(np.abs(matrix), initial=0.0)) or 1.0
        axes.imshow(matrix, cmap="PuOr", vmin=-most_extreme, vmax=most_extreme, aspect="auto")
        for row in answers:
            dark = abs(row["value"]) > _DARK * most_extreme
            axes.text(
                place[row["opponent"]],
                place[row["player"]],
                f"{row['value']:+.2f}\n{row['hands']:,}",
                ha="center",
                va="center",
                color="white" if dark else "black",
                style="normal" if row["enough"] else "italic",
                fontsize="small",
            )
        labels = [short(name) for name in names]
        axes.set_xticks(range(len(names)), labels, rotation=30, ha="right", parse_math=False)
        axes.set_yticks(range(len(names)), labels, parse_math=False)
    axes.set_xlabel(words.opponents_axes[0])
    axes.set_ylabel(words.opponents_axes[1])
    remarks = [words.some_players.format(len(names), players)] if players > len(names) else []
    return finish(axes, title(study, words.opponents, language, remarks=remarks))
