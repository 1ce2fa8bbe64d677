"""The numbers that a chart shows, read off it, for who does not see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ofc_analytics.statistics.writing import count_text, number_text, share_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from matplotlib.axes import Axes

    from ofc_analytics.report.terms import Language

__all__ = ["numbers"]


def numbers(axes: Axes, key: str, language: Language) -> str:
    """Tell the numbers of a chart.

    Parameters
    ----------
    axes
        What it was drawn on.
    key
        Which chart it is.
    language
        Of the numbers; names and labels are those of the chart.

    Returns
    -------
    str
        Such as ``"Boris +9, Anna -9"``; empty where nothing is drawn.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> axes = Figure().subplots()
    >>> numbers(axes, "results", "en")
    ''
    >>> _ = axes.text(1, 9, "Boris +9")
    >>> numbers(axes, "results", "en")
    'Boris +9'
    """
    return _TOLD[key](axes, language)


def _ends(axes: Axes, _: Language) -> str:
    return ", ".join(text.get_text() for text in axes.texts)


def _markers(axes: Axes, language: Language) -> str:
    values = [float(np.asarray(line.get_xdata())[0]) for line in axes.lines if line.get_marker() == "o"]
    labels = [label.get_text() for label in axes.get_yticklabels()[: len(values)]]
    told = [
        f"{label} {number_text(value, language, signed=True)}"
        for label, value in zip(labels, values, strict=True)
    ]
    return ", ".join(reversed(told))


def _last_blocks(axes: Axes, language: Language) -> str:
    legend = axes.get_legend()
    texts = legend.get_texts() if legend else []
    return ", ".join(
        f"{text.get_text()} {share_text(float(np.asarray(line.get_ydata())[-1]), language)}"
        for text, line in zip(texts, axes.lines, strict=True)
    )


def _highest_bar(axes: Axes, language: Language) -> str:
    if not axes.patches:
        return ""
    names, rows = axes.get_xticklabels(), axes.get_legend_handles_labels()[1]
    heights = np.array([bar.get_height() for bar in axes.patches]).reshape(len(rows), len(names))  # type: ignore[attr-defined]
    row, name = np.unravel_index(heights.argmax(), heights.shape)
    return f"{names[name].get_text()}, {rows[row]} {number_text(float(heights[row, name]), language)}"


def _most_won(axes: Axes, language: Language) -> str:
    matrix = axes.images[0].get_array() if axes.images else None
    if matrix is None or np.isnan(shades := np.ma.filled(matrix, np.nan)).all():
        return ""
    row, column = np.unravel_index(np.nanargmax(shades), shades.shape)
    player, opponent = axes.get_yticklabels()[row].get_text(), axes.get_xticklabels()[column].get_text()
    return f"{player} – {opponent} {number_text(float(shades[row, column]), language, signed=True)}"


def _bars(axes: Axes, _: Language) -> str:
    labels = [label.get_text() for label in axes.get_yticklabels()]
    return ", ".join(f"{label} {text.get_text()}" for label, text in zip(labels, axes.texts, strict=True))


def _highest_column(axes: Axes, language: Language) -> str:
    if not axes.patches:
        return ""
    bar = max(axes.patches, key=lambda bar: bar.get_height())  # type: ignore[attr-defined]
    low = round(bar.get_x() + 0.5)  # type: ignore[attr-defined]
    high = round(bar.get_x() + bar.get_width() - 0.5)  # type: ignore[attr-defined]
    points = f"{low:+}" if low == high else f"{low:+} … {high:+}"
    return f"{points} ({count_text(round(bar.get_height()), language)})"  # type: ignore[attr-defined]


_TOLD: Mapping[str, Callable[[Axes, Language], str]] = {
    "results": _ends,
    "money": _ends,
    "decomposition": _ends,
    "win-rates": _markers,
    "own-opponents": _markers,
    "positions": _markers,
    "foul-rate": _last_blocks,
    "royalties": _highest_bar,
    "opponents": _most_won,
    "fantasyland": _bars,
    "hand-results": _highest_column,
}
