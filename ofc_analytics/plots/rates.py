"""Points a hand with their intervals: by player, and by position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from ofc_analytics.plots.style import (
    COLOURS,
    axes_for,
    busiest,
    dim,
    finish,
    of_player,
    short,
    study_of,
    title,
)
from ofc_analytics.plots.words import WORDS
from ofc_analytics.statistics.observations import POSITIONS
from ofc_analytics.statistics.questions import Question

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from ofc_analytics.plots.style import Frame
    from ofc_analytics.plots.words import Language

__all__ = ["plot_positions", "plot_win_rates"]

_MARGIN = 0.6


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
    _dots(axes, rows, [f"{short(row['player'])} ({row['hands']:,})" for row in rows])
    axes.set_xlabel(words.per_hand)
    remarks = [words.some_players.format(len(names), players)] if players > len(names) else []
    if rows:
        remarks.append(words.interval)
    return finish(axes, title(study, words.win_rates, language, remarks=remarks))


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
        One marker a position; hands whose button is not known are left out.

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
    told = of_player(study.observations, player).drop_nulls("position")
    where = pl.col("position").is_not_null() & (True if player is None else pl.col("name") == player)
    found = {
        row["position"]: row
        for row in study.ask(Question(("points",), ("position",), where)).rows(named=True)
    }
    rows = [found[name] for name in reversed(POSITIONS) if name in found]
    axes = axes_for(ax, height=3)
    _dots(axes, rows, [f"{words.position_names[row['position']]} ({row['hands']:,})" for row in rows])
    axes.set_xlabel(words.per_hand)
    what = words.positions if player is None else words.of_player.format(short(player), words.positions)
    return finish(axes, title(study, what, language, hands=told["place"].n_unique()))


def _dots(axes: Axes, rows: Sequence[dict[str, Any]], labels: Sequence[str]) -> None:
    """A marker and its interval a row of answers, from the bottom up."""
    axes.axvline(0, color="0.5", linewidth=0.8, zorder=0)
    for place, row in enumerate(rows):
        strength = dim(row["enough"])
        if row["low"] is not None:
            axes.hlines(place, row["low"], row["high"], color=COLOURS[0], linewidth=2, alpha=strength)
        axes.plot([row["value"]], [place], marker="o", color=COLOURS[0], alpha=strength)
    axes.set_yticks(np.arange(len(rows)), labels, parse_math=False)
    axes.set_ylim(-_MARGIN, max(len(rows), 1) - 1 + _MARGIN)
