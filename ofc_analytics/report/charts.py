"""The charts of a report as SVG, each with what it shows in words."""

from __future__ import annotations

import re
from io import StringIO
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure as Canvas

from ofc_analytics import plots
from ofc_analytics.plots.style import of_player
from ofc_analytics.report.chart_numbers import numbers
from ofc_analytics.report.chart_words import CHART_WORDS
from ofc_analytics.report.contents import Figure
from ofc_analytics.report.fantasyland import plays_fantasyland
from ofc_analytics.wording import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from matplotlib.axes import Axes

    from ofc_analytics.report.terms import Language
    from ofc_analytics.statistics.questions import Study

__all__ = ["charts", "svg"]

_LETTERS = 10  # points
_SIZE = (4.8, 3.8)  # inches; drawn 358 pixels wide, as on a phone, letters have 10 pixels
_FLAT = (4.8, 2.4)
_FLAT_CHARTS = frozenset({"fantasyland", "positions"})
_MOST = 12
_MOST_SQUARES = 6
_GROUP_NAME = re.compile(r'(?<=<g) id="[^"]*"')


def charts(study: Study, *, player: str | None = None, language: Language = "en") -> Iterator[Figure]:
    """Draw what a report shows, of one player or of all.

    Parameters
    ----------
    study
        The hands.
    player
        Whose report it is.
    language
        Of titles, labels and the words for who does not see the pictures.

    Yields
    ------
    Figure
        In the order of the page. Names are made fit to be shown before they are drawn, and no setting is changed.

    Examples
    --------
    >>> from ofc_analytics.schema import RESULTS
    >>> from ofc_analytics.statistics.questions import Study
    >>> next(charts(Study(RESULTS.to_frame()))).title
    'Cumulative points, 0 hands'
    """
    words = CHART_WORDS[language]
    told = {
        "money": _one_currency(study, player),
        "fantasyland": plays_fantasyland(study),
        "positions": study.observations["position"].null_count() < study.observations.height,
    }
    for key, draw in _drawings(player).items():
        if not told.get(key, True):
            continue
        with _settings():
            canvas = Canvas(figsize=_FLAT if key in _FLAT_CHARTS else _SIZE, layout="constrained")
            axes = canvas.subplots()
            draw(study, ax=axes, language=language)
            heading = shown(axes.get_title(), 300)
            axes.set_title("")
            picture = svg(canvas, salt=key)
        what, how = words[key]
        numbered = numbers(axes, key, language)
        yield Figure(
            key=key,
            title=heading,
            svg=picture,
            alternative=" ".join([f"{heading}.", what, *([how.format(numbered)] if numbered else [])]),
        )


def svg(canvas: Canvas, *, salt: str) -> str:
    """A figure as one ``<svg>`` element: no date, no name of a program, and the same for the same picture.

    Parameters
    ----------
    canvas
        The figure.
    salt
        Makes the identifiers in it differ from those of other pictures on the page.

    Examples
    --------
    >>> picture = svg(Canvas(figsize=(1, 1)), salt="empty")
    >>> picture[:4], "figure_1" in picture
    ('<svg', False)
    """
    FigureCanvasSVG(canvas)
    text = StringIO()
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    with mpl.rc_context({"svg.hashsalt": salt}):
        canvas.savefig(text, format="svg", metadata=nothing)
    whole = text.getvalue()
    return _GROUP_NAME.sub("", whole[whole.index("<svg") :])


def _settings() -> AbstractContextManager[None]:
    """Text stays text, so that the reader's device finds the letters that this one lacks; the page has one minus sign."""
    return mpl.rc_context(
        {
            "font.size": _LETTERS,
            "font.family": ["sans-serif"],
            "font.sans-serif": ["DejaVu Sans", "Verdana"],
            "svg.fonttype": "none",
            "axes.unicode_minus": False,
        }
    )


def _one_currency(study: Study, player: str | None) -> bool:
    """Whether there is money, and all of it can be added."""
    rows = of_player(study.observations, player)
    return rows.drop_nulls("net").select("currency", "exponent").n_unique() == 1


def _drawings(player: str | None) -> dict[str, Callable[..., Axes]]:
    """The functions that draw, by the key of their figure."""

    def of(draw: Callable[..., Axes], **fixed: Any) -> Callable[..., Axes]:  # noqa: ANN401 - what a chart takes
        return lambda study, **given: draw(study, **fixed, **given)

    if player is None:
        return {
            "results": of(plots.plot_results, most=_MOST),
            "money": of(plots.plot_results, value="net", most=_MOST),
            "win-rates": of(plots.plot_win_rates, most=_MOST),
            "foul-rate": of(plots.plot_foul_rate),
            "royalties": of(plots.plot_royalties),
            "opponents": of(plots.plot_opponents, most=_MOST_SQUARES),
            "fantasyland": of(plots.plot_fantasyland),
            "positions": of(plots.plot_positions),
            "hand-results": of(plots.plot_hand_results),
        }
    return {
        "results": of(plots.plot_results, player=player),
        "money": of(plots.plot_results, value="net", player=player),
        "decomposition": of(plots.plot_decomposition, player=player),
        "foul-rate": of(plots.plot_foul_rate, player=player),
        "own-opponents": of(plots.plot_opponents, player=player, most=_MOST),
        "hand-results": of(plots.plot_hand_results, player=player),
        "fantasyland": of(plots.plot_fantasyland, player=player),
        "positions": of(plots.plot_positions, player=player),
    }
