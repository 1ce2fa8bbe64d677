"""A report, a chart or a number in a language that nobody wrote was a bare KeyError."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure

import ofc_analytics as ofc
from ofc_analytics import plots
from ofc_analytics.audit import Findings
from ofc_analytics.errors import OfcError
from ofc_analytics.evaluation import describe
from ofc_analytics.report import build, page
from ofc_analytics.report.asking import tables
from ofc_analytics.report.charts import charts
from ofc_analytics.report.contents import Report
from ofc_analytics.report.findings import findings_table
from ofc_analytics.report.hands import entries
from ofc_analytics.report.scope import scope
from ofc_analytics.report.summary import summary
from ofc_analytics.schema import RESULTS
from ofc_analytics.statistics import Study
from ofc_analytics.statistics.writing import count_text, number_text, share_text

NOBODY = RESULTS.to_frame()


@pytest.fixture(scope="module")
def played():
    [hands] = ofc.generate.generate("american-pineapple", hands=5, seed=2, players=(3, 3), tables=1)
    return ofc.settle(hands)


def refused(say):
    with pytest.raises(OfcError) as error:
        say()
    assert str(error.value) == "language: there is no 'de'; expected en or ru"


@pytest.mark.parametrize("draw", [getattr(plots, name) for name in plots.__all__])
def test_charts(draw, played):
    for frame in (played, NOBODY):
        refused(lambda frame=frame: draw(frame, ax=Figure().subplots(), language="de"))


@pytest.mark.parametrize(
    "say",
    [
        lambda results: build(results, language="de"),
        lambda _: page(Report(language="de", title="Abend", summary=())),
        lambda results: list(tables(Study(results), language="de")),
        lambda results: list(charts(Study(results), language="de")),
        lambda _: findings_table(Findings.create_empty(), language="de"),
        lambda results: entries(results, language="de"),
        lambda results: scope(results, language="de"),
        lambda results: summary(Study(results), results, language="de"),
    ],
)
def test_reports(say, played):
    for results in (played, NOBODY):
        refused(lambda results=results: say(results))


@pytest.mark.parametrize(
    "write", [count_text, number_text, share_text, lambda *given: describe(given[0], language=given[1])]
)
def test_numbers_and_values(write):
    refused(lambda: write(1 << 20, "de"))
