"""Points a hand with their intervals: by player, and by position."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.plots.dots import draw_dots
from ofc_analytics.plots.style import (
    axes_for,
    busiest,
    finish,
    letters_beside,
    of_player,
    short,
    some_of,
    title,
)
from ofc_analytics.plots.words import WORDS
from ofc_analytics.statistics.observations import POSITIONS
from ofc_analytics.statistics.questions import Question, study_of
from ofc_analytics.statistics.writing import count_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ofc_analytics.plots.words import Language
    from ofc_analytics.statistics.questions import Frame

__all__ = ["plot_positions", "plot_win_rates"]


def plot_win_rates(
    frame: Frame, *, ax: Axes | None = None, most: int = 20, language: Language = "en"
) -> Axes:
    """Draw each player's points a hand with a 95 % interval over chains, the best on top.

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
        One marker a player, faint where the interval does not tell a winner from a loser.

    Examples
    --------
    >>> from ofc_analytics.schema import RESULTS
    >>> from matplotlib.figure import Figure
    >>> plot_win_rates(RESULTS.to_frame(), ax=Figure().subplots()).get_title()
    'Points a hand, 0 hands'
    """
    study, words = study_of(frame), WORDS[language]
    names, players = busiest(study.observations, most)
    answers = study.ask(Question(("points",), ("player",), {"player": names})) if names else None
    rows = (
        [] if answers is None else answers.sort("value", "player", descending=[False, True]).rows(named=True)
    )
    axes = axes_for(ax)
    longest = letters_beside(axes)
    labels = [f"{short(row['player'], longest)} ({count_text(row['hands'], language)})" for row in rows]
    draw_dots(axes, rows, labels, language)
    axes.set_xlabel(words.per_hand)
    remarks = some_of(names, players, language)
    if rows:
        remarks.append(words.interval)
    drawn = study.observations.filter(pl.col("name").is_in(names))
    return finish(axes, title(drawn, words.win_rates, language, remarks=remarks))


def plot_positions(
    frame: Frame, *, ax: Axes | None = None, player: str | None = None, language: Language = "en"
) -> Axes:
    """Draw points a hand by position, who acts first at the top and the button below, with 95 % intervals.

    Parameters
    ----------
    frame, ax, language
        As in `plot_win_rates`.
    player
        Of this player alone; else of all.

    Returns
    -------
    matplotlib.axes.Axes
        One marker a position; hands whose button is not known are left out, and the title says how many.

    Raises
    ------
    LookupFailedError
        If there is no such player.

    Examples
    --------
    >>> from ofc_analytics.schema import RESULTS
    >>> from matplotlib.figure import Figure
    >>> plot_positions(RESULTS.to_frame(), ax=Figure().subplots()).get_title()
    'Points a hand by position, 0 hands'
    """
    study, words = study_of(frame), WORDS[language]
    own = of_player(study.observations, player)
    told = own.drop_nulls("position")
    where = pl.col("position").is_not_null() & (True if player is None else pl.col("name") == player)
    found = {
        row["position"]: row
        for row in study.ask(Question(("points",), ("position",), where)).rows(named=True)
    }
    rows = [found[name] for name in reversed(POSITIONS) if name in found]
    axes = axes_for(ax, height=3)
    labels = [
        f"{words.position_names[row['position']]} ({count_text(row['hands'], language)})" for row in rows
    ]
    draw_dots(axes, rows, labels, language)
    axes.set_xlabel(words.per_hand)
    what = words.positions if player is None else words.of_player.format(short(player), words.positions)
    left_out = own["place"].n_unique() - told["place"].n_unique()
    remarks = [words.no_button.format(count_text(left_out, language))] if left_out else []
    return finish(axes, title(told, what, language, remarks=remarks))
