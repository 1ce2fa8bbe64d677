"""A night given twice in two formats was counted twice in a report, and the report said nothing of it."""

from __future__ import annotations

import html
import re

import pytest

FACT = {
    "en": "the same play again as another hand; counted once in this report",
    "ru": "та же игра записана ещё раз как другая раздача; в отчёте учтена один раз",
}


@pytest.fixture(scope="module")
def samples(root):
    return root / "sample_data"


def facts(page, section):
    part = page.read_text("utf-8").partition(f'<section id="{section}">')[2].partition("</dl>")[0]
    pairs = re.findall(r"<dt>(.*?)</dt><dd><bdi>(.*?)</bdi></dd>", part)
    return {html.unescape(label): html.unescape(value) for label, value in pairs}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_hands_that_lie_there_twice_are_counted_by_file_with_what_to_do(ofc, samples, tmp_path, language):
    page = tmp_path / "report.html"
    paths = [samples / "night.arena.jsonl", samples / "night.ofc.jsonl"]
    ofc("report", *paths, "--language", language, "--output", page)
    assert facts(page, "scope")[FACT[language]] == "30: night.ofc.jsonl (30)"
    assert facts(page, "summary")["hands" if language == "en" else "раздач"] == "30"


def test_statistics_count_them_once_too_and_say_so(ofc, samples):
    paths = [samples / "night.arena.jsonl", samples / "night.ofc.jsonl"]
    asked = ("--metric", "points", "--by", "player", "--format", "csv")
    both, one = ofc("stats", *paths, *asked), ofc("stats", paths[0], *asked)
    assert both.stdout == one.stdout
    assert "counted once, though here twice: 30 hands" in both.stderr


def test_a_player_s_report_tells_it_too(ofc, samples, tmp_path):
    page = tmp_path / "report.html"
    ofc(
        "report",
        samples / "night.arena.jsonl",
        samples / "night.ofc.jsonl",
        "--player",
        "Anna",
        "--output",
        page,
    )
    assert FACT["en"] in facts(page, "scope")


def test_of_one_source_it_says_nothing(ofc, samples, tmp_path):
    page = tmp_path / "report.html"
    again = tmp_path / "again.ofc.jsonl"
    again.write_bytes((samples / "night.ofc.jsonl").read_bytes())  # the same hands by identity: known already
    ofc("report", samples / "night.ofc.jsonl", again, "--output", page)
    assert FACT["en"] not in facts(page, "scope")
    assert facts(page, "scope")["known already, counted once"] == "30"
    assert facts(page, "scope")["file again.ofc.jsonl"].startswith("no hand of it counts here")
