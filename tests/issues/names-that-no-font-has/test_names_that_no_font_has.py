"""Names in Chinese and emoji were boxes in the charts of a report, and each letter was a warning on the terminal."""

from __future__ import annotations

import re

import pytest


@pytest.mark.parametrize("options", [[], ["--player", "王小明"]])
def test_names_are_text_of_the_page(ofc, root, tmp_path, options):
    night = (root / "sample_data" / "night.csv").read_text("utf-8")
    file, report = tmp_path / "night.csv", tmp_path / "report.html"
    file.write_text(night.replace("Anna", "王小明").replace("Boris", "😀🀄"), encoding="utf-8")
    run = ofc("report", file, "--output", report, *options)
    assert not re.search("[Gg]lyph|[Ff]ont|[Ww]arning", run.stderr)
    page = report.read_text("utf-8")
    charts = "".join(re.findall(r"<svg.*?</svg>", page, re.DOTALL))
    assert re.search(r"<text[^>]*>王小明", charts)
    identifiers = re.findall(r'\bid="([^"]+)"', page)
    assert len(identifiers) == len(set(identifiers))
