"""What all charts share: lines that differ without colour, axes, names cut to fit, titles that say how much is shown."""

from __future__ import annotations

from functools import cache
from itertools import cycle
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from unicodedata import bidirectional

import matplotlib as mpl
import polars as pl
from matplotlib.font_manager import fontManager
from matplotlib.ticker import MaxNLocator, ScalarFormatter

from ofc_analytics.errors import LookupFailedError
from ofc_analytics.plots.words import WORDS
from ofc_analytics.statistics.writing import count_text
from ofc_analytics.wording import nearest_first, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

    from ofc_analytics.plots.words import Language

__all__ = [
    "COLOURS",
    "HATCHES",
    "SLANTED",
    "axes_for",
    "busiest",
    "count_along",
    "decimals_along",
    "dim",
    "finish",
    "letters_beside",
    "line_styles",
    "literally",
    "minus",
    "of_player",
    "short",
    "some_of",
    "title",
]

# M. Okabe and K. Ito, "Color universal design" (2008), without black and the pale yellow
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00")
HATCHES = ("", "///", "xx", "\\\\\\", "++", "--")
SLANTED: Mapping[str, Any] = MappingProxyType(
    {"rotation": 30, "rotation_mode": "anchor", "horizontalalignment": "right", "verticalalignment": "center"}
)
"""Names below the axes, each ending at its tick."""

_FROM_THE_RIGHT = {"R", "AL"}
_FROM_THE_LEFT = "\N{LEFT-TO-RIGHT MARK}"
_DASHES = ("-", "--", "-.", ":")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_DIMMED = 0.45
_LONGEST_NAME = 24
_SHORTEST_NAME = 8
_LETTERS_AN_INCH = 3.5  # so that a name takes half as much room as the axes, or less
_RULES_NAMED = 3
_STEPS = (1, 2, 2.5, 5, 10)
_FALLBACKS = (
    *(
        "Noto Sans CJK SC",
        "Noto Sans SC",
        "Source Han Sans SC",
        "Microsoft YaHei",
        "PingFang SC",
        "Hiragino Sans GB",
    ),
    *(
        "WenQuanYi Zen Hei",
        "SimHei",
        "Malgun Gothic",
        "Arial Unicode MS",
        "Noto Sans Arabic",
        "Noto Sans Devanagari",
    ),
    *("Noto Emoji", "Segoe UI Emoji", "Symbola"),
    "Last Resort High-Efficiency",  # comes with matplotlib 3.11; a box that names the script of every letter
)


def axes_for(ax: Axes | None, *, height: float = 5) -> Axes:
    """The axes given, or those of a new pyplot figure, which a notebook shows by itself."""
    if ax is not None:
        return ax
    from matplotlib import pyplot as plt  # noqa: PLC0415 - pyplot picks a screen, which given axes do not need

    return plt.subplots(figsize=(9, height), layout="constrained")[1]


def count_along(*axes: Axis) -> None:
    """Let axes on which something is counted have whole numbers only, as many as they have room for."""
    for axis in axes:
        axis.set_major_locator(MaxNLocator("auto", steps=_STEPS, integer=True, min_n_ticks=1))


class _WithComma(ScalarFormatter):
    def __call__(self, x: float, pos: int | None = None) -> str:
        return super().__call__(x, pos).replace(".", ",")


def decimals_along(axis: Axis, language: Language) -> None:
    """Let an axis have the decimal mark of the language."""
    if language == "ru":
        axis.set_major_formatter(_WithComma())


def line_styles() -> Iterator[tuple[str, str, str]]:
    """Colour, dash and marker, so that forty lines can be told apart by two of the three."""
    return zip(cycle(COLOURS), cycle(_DASHES), cycle(_MARKERS))


def dim(enough: bool | None) -> float:  # noqa: FBT001 - a column of answers
    """How strongly something is drawn: faint where its number rests on too little."""
    return 1.0 if enough else _DIMMED


def short(name: str, longest: int = _LONGEST_NAME) -> str:
    r"""A name that fits into a chart, without letters that would reverse what follows it.

    A name that is read from the right ends with a mark, or a number behind it would have its sign behind it too.

    >>> short("a name that is far too long for it"), short("Anna\u202e")
    ('a name that is far too …', 'Anna\ufffd')
    >>> short("\u05d3\u05df")
    '\u05d3\u05df\u200e'
    """
    told = shown(name, longest)
    return told + _FROM_THE_LEFT if any(bidirectional(sign) in _FROM_THE_RIGHT for sign in told) else told


def letters_beside(axes: Axes) -> int:
    """How long a name beside the axes may be: long beside wide ones, so that narrow ones keep some width."""
    inches = axes.bbox.width / axes.figure.dpi
    return max(_SHORTEST_NAME, min(_LONGEST_NAME, int(_LETTERS_AN_INCH * inches)))


def literally() -> dict[str, Any]:
    """How a text from outside is drawn: as it stands, not as mathematics, in fonts that have its letters.

    No setting is changed for it; of the fonts only those that are installed are named, as others bring warnings.
    """
    return {"parse_math": False, "fontfamily": [*mpl.rcParams["font.family"], *_fallbacks()]}


@cache
def _fallbacks() -> tuple[str, ...]:
    installed = set(fontManager.get_font_names())
    return tuple(name for name in _FALLBACKS if name in installed)


def minus(number: str) -> str:
    """A number with the minus sign that the numbers at the axes have, which is a setting of matplotlib's.

    >>> minus("-3")
    '−3'
    """
    return number.replace("-", "−") if mpl.rcParams["axes.unicode_minus"] else number


def title(rows: pl.DataFrame, what: str, language: Language, *, remarks: Sequence[str] = ()) -> str:
    """What is drawn, of how many hands, under which rules.

    Parameters
    ----------
    rows
        What is drawn, rows of `Observations`.
    what
        What the chart shows.
    language
        Of the words.
    remarks
        What else has to be known, such as hands left out.
    """
    words = WORDS[language]
    number = rows["place"].n_unique()
    count = (words.one_hand if number == 1 else words.hands).format(count_text(number, language))
    rules = rows.select(pl.coalesce("rules", "fingerprint").unique(maintain_order=True)).to_series()
    named = (
        ", ".join(map(short, rules)) if rules.len() <= _RULES_NAMED else words.rule_sets.format(rules.len())
    )
    noted = f"{count} ({'; '.join(remarks)})" if remarks else count
    return ", ".join(part for part in (what, noted, named) if part)


def finish(axes: Axes, heading: str) -> Axes:
    """Set the title, literally, and take away what only frames the picture."""
    axes.set_title(heading, wrap=True, **literally())
    axes.spines[["top", "right"]].set_visible(False)
    return axes


def busiest(rows: pl.DataFrame, most: int) -> tuple[list[str], int]:
    """Names of the players with the most rows, most first, and how many players there are."""
    counts = rows.group_by("name").len().sort("len", "name", descending=[True, False])
    return counts["name"].head(most).to_list(), counts.height


def some_of(names: Sequence[str], players: int, language: Language) -> list[str]:
    """The remark that not all players are drawn, where they are not."""
    shown_of = WORDS[language].some_players.format(len(names), players)
    return [shown_of] if players > len(names) else []


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
