"""What all charts share: lines that differ without colour, new axes, names cut to fit, titles that say how much is shown."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING, TypeAlias

import polars as pl

from ofc_analytics.errors import LookupFailedError
from ofc_analytics.plots.words import WORDS
from ofc_analytics.statistics.questions import Study
from ofc_analytics.wording import nearest_first

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.axes import Axes

    from ofc_analytics.plots.words import Language

__all__ = [
    "COLOURS",
    "HATCHES",
    "Frame",
    "axes_for",
    "busiest",
    "dim",
    "finish",
    "line_styles",
    "of_player",
    "short",
    "study_of",
    "title",
]

Frame: TypeAlias = pl.DataFrame | Study
"""A frame of schema `Results`, or a `Study` of one, which unnests it once for many charts."""

# M. Okabe and K. Ito, "Color universal design" (2008), without black and the pale yellow
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00")
HATCHES = ("", "///", "...", "xx", "\\\\\\", "++")
_DASHES = ("-", "--", "-.", ":")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_DIMMED = 0.45
_LONGEST_NAME = 24
_RULES_NAMED = 3


def study_of(frame: Frame) -> Study:
    """The study of a frame of results; one that is given is used.

    Raises
    ------
    SettlementError
        If it is neither.
    """
    return frame if isinstance(frame, Study) else Study(frame)


def axes_for(ax: Axes | None, *, height: float = 5) -> Axes:
    """The axes given, or those of a new pyplot figure, which a notebook shows by itself."""
    if ax is not None:
        return ax
    from matplotlib import pyplot as plt  # noqa: PLC0415 - pyplot picks a screen, which given axes do not need

    return plt.subplots(figsize=(9, height), layout="constrained")[1]


def line_styles() -> Iterator[tuple[str, str, str]]:
    """Colour, dash and marker, so that forty lines can be told apart by two of the three."""
    return zip(cycle(COLOURS), cycle(_DASHES), cycle(_MARKERS))


def dim(enough: bool | None) -> float:  # noqa: FBT001 - a column of answers
    """How strongly something is drawn: faint where its number rests on too little."""
    return 1.0 if enough else _DIMMED


def short(name: str) -> str:
    """A name that fits beside a chart.

    >>> short("a name that is far too long for it")
    'a name that is far too …'
    """
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"


def title(
    study: Study, what: str, language: Language, *, hands: int | None = None, remarks: Sequence[str] = ()
) -> str:
    """What is drawn, of how many hands, under which rules.

    Parameters
    ----------
    study
        The results.
    what
        What the chart shows.
    hands
        How many of them; all unless said.
    remarks
        What else has to be known, such as hands left out.
    """
    words = WORDS[language]
    number = study.results.height if hands is None else hands
    count = (words.one_hand if number == 1 else words.hands).format(f"{number:,}")
    rules = study.results.select(pl.coalesce("rules", "fingerprint").unique(maintain_order=True)).to_series()
    named = ", ".join(rules) if rules.len() <= _RULES_NAMED else words.rule_sets.format(rules.len())
    noted = f"{count} ({'; '.join(remarks)})" if remarks else count
    return ", ".join(part for part in (what, noted, named) if part)


def finish(axes: Axes, heading: str) -> Axes:
    """Set the title, literally, and take away what only frames the picture."""
    axes.set_title(heading, parse_math=False, wrap=True)
    axes.spines[["top", "right"]].set_visible(False)
    return axes


def busiest(rows: pl.DataFrame, most: int) -> tuple[list[str], int]:
    """Names of the players with the most rows, most first, and how many players there are."""
    counts = rows.group_by("name").len().sort("len", "name", descending=[True, False])
    return counts["name"].head(most).to_list(), counts.height


def of_player(rows: pl.DataFrame, player: str | None) -> pl.DataFrame:
    """The rows of one player, or all of them.

    Raises
    ------
    LookupFailedError
        If there is no such player; the message lists those there are, nearest first.
    """
    if player is None:
        return rows
    own = rows.filter(pl.col("name") == player)
    if own.is_empty():
        names = rows["name"].unique().sort().to_list()
        raise LookupFailedError(
            f"no hand has a player {player!r}; nearest first: {nearest_first(player, names)}"
        )
    return own
