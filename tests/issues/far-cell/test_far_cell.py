"""One stray cell far away lost all hands of its sheet, and two that are less far ended the process."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from sheets import ANNA, BORIS, HEADER, changed, codes, hashes, ods, ods_row, parsed, workbook

HERE = Path(__file__).parent
NIGHT = workbook([HEADER, ANNA, BORIS])


def with_cells(*cells):
    rows = "".join(
        f'<row r="{number}"><c r="{letters}{number}" t="str"><v>stray &gt; far</v></c></row>'
        for letters, number in (re.fullmatch("([A-Z]+)([0-9]+)", cell).groups() for cell in cells)
    )
    return changed(NIGHT, sheet1=lambda text: text.replace("</sheetData>", f"{rows}</sheetData>"))


def test_the_hands_are_read_and_the_cell_is_named():
    (hand,), (issue,) = parsed((HERE / "night.xlsx").read_bytes())
    assert len(hand.players) == 2
    assert (issue.code, issue.severity, issue.sheet, issue.cell) == (
        "cell-far",
        "error",
        "Sheet1",
        "XFD1048576",
    )
    assert "delete the cell" in issue.expected


@pytest.mark.parametrize(
    "cells", [["XFD9"], ["A1048576"], ["B500000", "ZZZ500001"], ["ALM1000000", "A1048576"]]
)
def test_what_is_left_is_the_same_night(cells):
    hands, issues = parsed(with_cells(*cells))
    assert [(issue.code, issue.cell) for issue in issues] == [("cell-far", cell) for cell in cells]
    assert len(hands) == 1
    (plain,), _ = parsed(NIGHT)
    assert hands[0].players == plain.players


def test_cells_that_only_together_reach_too_far_do_not_end_the_process(tmp_path):
    path = tmp_path / "far.xlsx"
    path.write_bytes(with_cells("ALL5", "A190000"))
    script = (
        "import sys, resource; resource.setrlimit(resource.RLIMIT_AS, (4 * 2**30,) * 2);"
        "from ofc_analytics.formats import read_all; frame, issues = read_all(sys.argv[1]);"
        "print(frame.height, [issue.cell for issue in issues if issue.severity == 'error'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, path], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (0, "1 ['A190000']\n")


def test_far_cells_of_an_open_document():
    far = ods_row([*[""] * 3, "x", "y"], columns=2000)
    data = ods(ods_row(HEADER) + ods_row(ANNA) + ods_row(BORIS) + far)
    hands, issues = parsed(data)
    assert codes(issues) == ["cell-far", "cell-far"]
    assert len(hands) == 1
    assert hashes(ods(ods_row(HEADER) + ods_row(ANNA) + ods_row(BORIS))) == hashes(NIGHT)


def test_an_empty_element_of_an_open_document_is_cut_and_nothing_else():
    cell = '<table:table-cell office:value-type="float" office:value="1"/>'
    skip = '<table:table-cell table:number-columns-repeated="5000"/>'
    anna = ods_row(ANNA).replace("</table:table-row>", f"{skip}{cell}</table:table-row>")
    hands, issues = parsed(ods(ods_row(HEADER) + anna + ods_row(BORIS)))
    assert codes(issues) == ["cell-far"]
    assert [player.name for player in hands[0].players] == ["Anna", "Boris"]
