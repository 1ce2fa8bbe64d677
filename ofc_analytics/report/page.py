"""A report as one HTML file that needs nothing beside it: no script, style, font or picture from elsewhere.

Every text that comes from outside is escaped by the template; the page's policy lets only the script and the style it
was written with act, so that even a fault there could not make a name do anything.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache, partial
from importlib.resources import files
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ofc_analytics.cards import JOKERS, SUITS, card_text
from ofc_analytics.report.page_words import PAGE_WORDS
from ofc_analytics.statistics.writing import count_text

if TYPE_CHECKING:
    from ofc_analytics.report.contents import Report
    from ofc_analytics.report.terms import Language

__all__ = ["page"]

_STYLE = "report.css"
_SCRIPT = "report.js"


def page(report: Report) -> str:
    """Write a report as one HTML page.

    Parameters
    ----------
    report
        What it says. Its figures' SVG is taken as it is; all other text is escaped.

    Returns
    -------
    str
        The page, the same for the same report.

    Examples
    --------
    >>> from ofc_analytics.report.contents import Fact, Report
    >>> text = page(Report(language="en", title="A night", summary=[Fact("winner", "<b>Anna</b>")]))
    >>> "&lt;b&gt;Anna&lt;/b&gt;" in text, "://" in text
    (True, False)
    """
    style, script = _asset(_STYLE), _asset(_SCRIPT)
    policy = (
        f"default-src 'none'; script-src {_digest(script)}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return (
        _environment()
        .get_template("report.html")
        .render(
            report=report,
            words=PAGE_WORDS[report.language],
            policy=policy,
            style=style,
            script=script,
        )
    )


def _cards(codes: bytes, language: Language) -> Markup:
    """Cards side by side; a suit is told by its sign, its colour only helps the eye."""
    return Markup(" ").join(_card(code, language) for code in codes)


@cache
def _card(code: int, language: Language) -> Markup:
    suit = "x" if code in JOKERS else SUITS[code % len(SUITS)]
    text = card_text(code, style="unicode")
    if language == "ru" and code not in JOKERS:
        text = card_text(code, style="russian")[:-1] + text[-1]
    return Markup('<i class="{}">{}</i>').format(suit, text)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("ofc_analytics.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["cards"] = _cards
    environment.filters["signed"] = partial(count_text, signed=True)
    return environment


@cache
def _asset(name: str) -> str:
    return files("ofc_analytics.report").joinpath("templates", name).read_text("utf-8")


def _digest(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
