"""The page in a real browser: nothing leaves it, names are inert, tables sort, hands fold."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from ofc_analytics.cards import split_board
from ofc_analytics.hands import Hand, Player
from ofc_analytics.report.charts import charts
from ofc_analytics.report.contents import Cell, Column, Fact, Figure, Report, Table
from ofc_analytics.report.hands import entries
from ofc_analytics.report.page import page
from ofc_analytics.report.summary import summary
from ofc_analytics.schema import frame_from_hands
from ofc_analytics.settlement import settle
from ofc_analytics.statistics import Study

HOSTILE = (
    "<script>document.title='caught'</script>",
    "<img src=x onerror=\"document.title='caught'\">",
    "</script><script>document.title='caught'</script>",
    "\"onmouseover=\"document.title='caught'",
    "{{ 7 * 7 }}",
    "\u202egnihtemos",
    "javascript:document.title='caught'",
    "Анна & Ко",
)
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 4"><path d="M0 0L10 4" stroke="black"/></svg>'


def night(names=("Anna", "Boris"), hands=3, overrides=()):
    boards = [
        split_board("Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"),
        split_board("4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c"),
    ]
    return settle(
        frame_from_hands(
            [
                Hand(
                    players=tuple(
                        Player(seat=seat + 1, name=name, cards=boards[seat])
                        for seat, name in enumerate(names)
                    ),
                    native_id=str(number),
                    session="night",
                    unit=1000,
                    currency="RUB",
                )
                for number in range(hands)
            ]
        ),
        overrides=overrides,
    )


def table(key="players"):
    rows = [("Boris", 2, -13), ("Анна", 10, 13), ("Cleo", None, 0)]
    return Table(
        key=key,
        title="Players",
        columns=(Column("player"), Column("hands", numeric=True), Column("points", numeric=True)),
        rows=tuple(
            (
                Cell(name),
                Cell(
                    "–" if hands is None else str(hands),
                    "" if hands is None else hands,
                    dim=hands == 2,
                    why="few",
                ),
                Cell(f"{points:+}", points),
            )
            for name, hands, points in rows
        ),
        frame=pl.DataFrame(rows, schema=["player", "hands", "points"], orient="row"),
    )


@pytest.fixture
def report():
    return Report(
        language="en",
        title="Friday",
        summary=[Fact("hands", "3")],
        figures=[Figure(key="results", title="Results", svg=SVG, alternative="A line that falls")],
        tables=[table()],
        hands=entries(night()),
        findings=table("findings"),
        scope=[Fact("read", "3")],
        methods=["Counted."],
        made_by="ofc_analytics",
    )


@pytest.fixture
def written(report, tmp_path):
    path = tmp_path / "the report.html"
    path.write_text(page(report), encoding="utf-8")
    return path


def column(shown, place):
    return shown.page.locator(f"#table-players tbody tr > :nth-child({place}) bdi").all_inner_texts()


@pytest.mark.parametrize("width", [390, 1280])
def test_it_opens_quietly_and_fits(opened, written, width):
    shown = opened(written, width=width)
    assert shown.requests == [written.as_uri()]
    assert shown.complaints == []
    assert shown.page.evaluate("document.documentElement.scrollWidth") == width


def test_without_script_all_of_it_can_be_read(opened, written):
    shown = opened(written, java_script_enabled=False)
    shown.page.locator("details.hand summary").first.click()
    assert (
        shown.page.locator("details.hand").first.get_by_text("rows +3, scoop +3, royalties +7").is_visible()
    )


def test_tables_sort_by_number_and_by_name_with_the_unknown_last(opened, written):
    shown = opened(written)
    heading = shown.page.locator("#table-players th")
    heading.nth(1).get_by_role("button").click()
    assert column(shown, 1) == ["Анна", "Boris", "Cleo"]
    assert heading.nth(1).get_attribute("aria-sort") == "descending"
    heading.nth(1).get_by_role("button").click()
    assert column(shown, 1) == ["Boris", "Анна", "Cleo"]
    heading.nth(0).get_by_role("button").press("Enter")
    assert column(shown, 1) == ["Boris", "Cleo", "Анна"]
    assert heading.nth(1).get_attribute("aria-sort") is None


def test_a_row_is_headed_by_its_first_cell_and_says_without_pointing_what_rests_on_too_little(
    opened, written
):
    shown = opened(written)
    rows = shown.page.locator("#table-players tbody tr")
    assert rows.locator("th[scope=row]").all_inner_texts() == ["Boris", "Анна", "Cleo"]
    assert rows.nth(0).locator(".dim small").inner_text() == "few"
    assert rows.locator("[title], .dim").count() == 1
    assert "too few hands to tell" in shown.page.locator("#tables > .note").inner_text()


@pytest.mark.parametrize(
    ("language", "money"),
    [("en", "points +13, money +123.50 (rake -6.50)"), ("ru", "очки +13, деньги +123,50 (рейк -6,50)")],
)
def test_a_receipt_has_the_rake_and_the_name_for_the_full_one(opened, report, tmp_path, language, money):
    told = entries(night(overrides=["rake.percent=5"]), language=language)
    path = tmp_path / "report.html"
    path.write_text(page(replace(report, hands=told, language=language)), encoding="utf-8")
    hands = opened(path).page.locator("#hands")
    assert "ofc explain" in hands.locator("> .note").inner_text()
    hand = hands.locator("details.hand").first
    hand.locator("summary").click()
    assert hand.locator("tfoot").first.inner_text() == money
    assert hand.locator("> code").inner_text() == told[0].hand_id


def test_hands_fold_out_one_by_one_all_at_once_and_by_address(opened, written, report):
    shown = opened(written)
    hands = shown.page.locator("details.hand")
    board = hands.first.locator(".board").first
    assert not board.is_visible()
    hands.first.locator("summary").click()
    assert board.is_visible()
    assert board.locator("i").all_inner_texts()[:3] == ["Q♣", "Q♦", "7♠"]
    shown.page.get_by_text("unfold all").click()
    assert shown.page.locator("details.hand[open]").count() == hands.count()
    shown.page.get_by_text("fold all", exact=True).click()
    assert shown.page.locator("details.hand[open]").count() == 0
    shown.page.evaluate(f"location.hash = 'hand-{report.hands[2].hand_id}'")
    shown.page.wait_for_selector("details.hand[open]")
    assert shown.page.locator("details.hand[open]").get_attribute("id") == f"hand-{report.hands[2].hand_id}"


def test_russian_cards_have_russian_ranks_and_the_signs_of_their_suits(opened, report, tmp_path):
    path = tmp_path / "report.html"
    path.write_text(page(replace(report, language="ru")), encoding="utf-8")
    shown = opened(path)
    shown.page.locator("details.hand summary").first.click()
    cards = shown.page.locator("details.hand .board").first.locator("i").all_inner_texts()
    assert cards == "Д♣ Д♦ 7♠ К♥ К♠ 9♣ 8♦ 2♥ Т♣ Т♦ Т♥ 2♠ 3♦".split()  # noqa: SIM905


def number_as_seen(places):
    """The signs of a number from left to right, of signs with where they stand."""
    return "".join(sign for sign, _ in sorted(places, key=lambda place: place[1]) if sign in "-+0123456789")


def test_a_number_behind_a_name_that_is_read_from_the_right_keeps_its_sign(opened, report, tmp_path):
    path = tmp_path / "report.html"
    study = Study(night(("Anna", "דן"), hands=2))
    figures, facts = list(charts(study)), summary(study, study.results)
    path.write_text(page(replace(report, figures=figures, summary=facts)), encoding="utf-8")
    shown = opened(path)
    places = shown.page.evaluate(
        """() => {
            const label = [...document.querySelectorAll("#figure-results text")].find((text) => /ד/.test(text.textContent));
            return [...label.textContent].map((sign, at) => [sign, label.getStartPositionOfChar(at).x]);
        }"""
    )
    assert number_as_seen(places) == "-26"
    places = shown.page.evaluate(
        """() => {
            const text = [...document.querySelectorAll("#summary dd bdi")].find((one) => /ד/.test(one.textContent)).firstChild;
            return [...text.data].map((sign, at) => {
                const range = document.createRange();
                range.setStart(text, at);
                range.setEnd(text, at + 1);
                return [sign, range.getBoundingClientRect().x];
            });
        }"""
    )
    assert number_as_seen(places) == "-26"


@pytest.mark.parametrize("width", [390, 1280])
def test_a_long_fact_has_a_line_of_its_own(opened, report, tmp_path, width):
    path = tmp_path / "report.html"
    path.write_text(page(replace(report, scope=[Fact("file", "SHA-256 " + "0f" * 32)])), encoding="utf-8")
    shown = opened(path, width=width)
    assert shown.page.evaluate("document.documentElement.scrollWidth") == width
    height = shown.page.locator("#scope dd").bounding_box()["height"]
    assert width < 600 or height < 40


def test_only_disputed_hands_are_left_on_request(opened, report, tmp_path):
    first, *others = report.hands
    path = tmp_path / "report.html"
    path.write_text(page(replace(report, hands=[replace(first, disputed=True), *others])), encoding="utf-8")
    shown = opened(path)
    shown.page.get_by_label("disputed only").check()
    visible = [hand.is_visible() for hand in shown.page.locator("details.hand").all()]
    assert visible == [True] + [False] * len(others)


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_inert_text_wherever_they_stand(opened, report, tmp_path, name):
    everywhere = replace(
        report,
        title=name,
        summary=[Fact(name, name)],
        figures=[replace(report.figures[0], title=name, alternative=name, note=name)],
        tables=[
            replace(
                table(),
                title=name,
                note=name,
                rows=((Cell(name, name, why=name), Cell("1", 1), Cell("1", 1)),),
            )
        ],
        hands=entries(night((name, "Boris")), notes={}),
        methods=[name],
        made_by=name,
    )
    path = tmp_path / "report.html"
    path.write_text(page(everywhere), encoding="utf-8")
    shown = opened(path)
    shown.page.get_by_text("unfold all").click()
    shown.page.locator("figure").first.hover()
    shown.page.locator("#tables td").first.hover()
    assert shown.page.title() == name
    assert shown.page.locator("h1").inner_text() == name
    assert shown.page.locator("script").count() == 1
    assert shown.page.locator("img").count() == 0
    assert (shown.requests, shown.complaints) == ([path.as_uri()], [])


def test_what_is_written_depends_on_the_report_alone(report):
    assert page(report) == page(report)
    assert page(report) != page(replace(report, title="Saturday"))


def test_a_printed_report_shows_disputed_hands_and_no_controls(opened, report, tmp_path):
    first, *others = report.hands
    path = tmp_path / "report.html"
    path.write_text(page(replace(report, hands=[replace(first, disputed=True), *others])), encoding="utf-8")
    shown = opened(path)
    shown.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    shown.page.emulate_media(media="print")
    assert shown.page.locator("details.hand .board").first.is_visible()
    assert not shown.page.locator(".controls").is_visible()
    assert not shown.page.locator("nav").is_visible()
