"""Who wins from whom: a matrix of points a hand, or the opponents of one player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.plots.dots import draw_dots
from ofc_analytics.plots.style import (
    SLANTED,
    axes_for,
    busiest,
    finish,
    letters_beside,
    literally,
    minus,
    of_player,
    short,
    some_of,
    title,
)
from ofc_analytics.plots.words import WORDS
from ofc_analytics.statistics.questions import Question, study_of
from ofc_analytics.statistics.writing import count_text, number_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from ofc_analytics.plots.words import Language
    from ofc_analytics.statistics.questions import Frame, Study

__all__ = ["plot_opponents"]

_DARK = 0.65


def plot_opponents(
    frame: Frame,
    *,
    ax: Axes | None = None,
    player: str | None = None,
    most: int = 10,
    language: Language = "en",
) -> Axes:
    """Draw what each player wins a hand from each opponent, as numbers on shades; of one player, as `plot_win_rates` does.

    Parameters
    ----------
    frame
        Frame of schema `Results`, or a `Study`.
    ax
        Axes to draw on; without them a new pyplot figure is made.
    player
        What this player alone wins from each opponent.
    most
        So many players at most, or opponents of the player, those with the most hands; the title says so.
    language
        Of title and labels.

    Returns
    -------
    matplotlib.axes.Axes
        A square matrix; in each cell points a hand and the number of hands, in italics where the interval does not
        tell who wins; empty where two never met. Of one player a marker an opponent with its 95 % interval, the one
        he wins most from on top, faint where the interval does not tell who wins.

    Raises
    ------
    LookupFailedError
        If there is no such player.

    Examples
    --------
    >>> from ofc_analytics.schema import RESULTS
    >>> from matplotlib.figure import Figure
    >>> plot_opponents(RESULTS.to_frame(), ax=Figure().subplots()).get_title()
    'Points a hand against each opponent, 0 hands'
    """
    study, words = study_of(frame), WORDS[language]
    axes = axes_for(ax)
    if player is not None:
        return _of_one(axes, study, player, most, language)
    names, players = busiest(study.observations, most)
    if names:
        _draw_matrix(axes, study, names, language)
    axes.set_xlabel(words.opponents_axes[0])
    axes.set_ylabel(words.opponents_axes[1])
    remarks = some_of(names, players, language)
    drawn = study.observations.filter(pl.col("name").is_in(names))
    return finish(axes, title(drawn, words.opponents, language, remarks=remarks))


def _of_one(axes: Axes, study: Study, player: str, most: int, language: Language) -> Axes:
    words = WORDS[language]
    own = of_player(study.observations, player)
    answers = study.ask(Question(("points",), ("opponent",), {"player": player}))
    drawn = answers.sort("hands", "opponent", descending=[True, False]).head(most)
    rows = drawn.sort("value", "opponent", descending=[False, True]).rows(named=True)
    longest = letters_beside(axes)
    labels = [f"{short(row['opponent'], longest)} ({count_text(row['hands'], language)})" for row in rows]
    draw_dots(axes, rows, labels, language)
    axes.set_xlabel(words.per_hand)
    remarks = [words.interval] if rows else []
    if answers.height > drawn.height:
        remarks.insert(0, words.some_players.format(drawn.height, answers.height))
    what = words.of_player.format(short(player), words.opponents)
    return finish(axes, title(own, what, language, remarks=remarks))


def _draw_matrix(axes: Axes, study: Study, names: Sequence[str], language: Language) -> None:
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
        value = minus(number_text(row["value"], language, signed=True))
        axes.text(
            place[row["opponent"]],
            place[row["player"]],
            f"{value}\n{count_text(row['hands'], language)}",
            ha="center",
            va="center",
            color="white" if dark else "black",
            style="normal" if row["enough"] else "italic",
        )
    labels = [short(name, letters_beside(axes)) for name in names]
    axes.set_xticks(range(len(names)), labels, **SLANTED, **literally())
    axes.set_yticks(range(len(names)), labels, **literally())
