"""Three sheets of two cells each, far apart, took a minute and all memory: the limit held for each sheet alone."""

from __future__ import annotations

import subprocess
import sys

from sheets import ANNA, BORIS, HEADER, changed, codes, parsed, workbook

SCRIPT = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (3 * 2**30,) * 2)
resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
from ofc_analytics.formats import read_all
frame, issues = read_all(sys.argv[1])
print(frame.height, [issue.code for issue in issues if issue.severity == "error"])
"""


def book(*far):
    """A night, and sheets with one cell each besides the first."""
    data = workbook(
        **{"Night": [HEADER, ANNA, BORIS], **{f"Far {place}": [["x"]] for place in range(len(far))}}
    )

    def reaching(row):
        cell = f'<row r="{row}"><c r="ALL{row}"><v>1</v></c></row></sheetData>'
        return lambda text: text.replace("</sheetData>", cell)

    return changed(data, **{f"sheet{place}": reaching(row) for place, row in enumerate(far, start=2)})


def test_sheets_are_limited_together(tmp_path):
    path = tmp_path / "night.xlsx"
    for far, told in (((1900,), "1 []\n"), ((1999, 1999, 1999), "0 ['workbook-too-large']\n")):
        path.write_bytes(book(*far))
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, path], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout) == (0, told), done.stderr


def test_the_message_names_the_sheet_with_which_it_is_too_much():
    _, issues = parsed(book(900, 900, 900))
    assert codes(issues) == ["workbook-too-large"]
    assert (issues[0].sheet, issues[0].cell) == ("Far 2", "ALL900")
    assert "2,000,000 cells in all sheets" in issues[0].expected
