"""A large workbook of which the sheets' names stand behind its first 64 KiB had to be named with --input-format."""

from __future__ import annotations

import io
import random
import zipfile

import pytest
from goldens import inputs

from ofc_analytics.formats import detect, read_all, read_clubs
from ofc_analytics.formats.opening import HEAD, open_inputs

WORKBOOKS = [path for path in inputs() if path.suffix in {".xlsx", ".ods"}]
NOISE = random.Random(1).randbytes(2 * HEAD)


def enlarged(data):
    """A workbook with a picture in front of its parts, which come in the order of their sizes from the largest."""
    grown = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as book,
        zipfile.ZipFile(grown, "w", zipfile.ZIP_DEFLATED) as large,
    ):
        large.writestr("xl/media/picture.png", NOISE)
        for part in sorted(book.infolist(), key=lambda part: -part.file_size):
            large.writestr(part.filename, book.read(part))
    return grown.getvalue()


@pytest.mark.parametrize("path", WORKBOOKS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_large_workbook_is_known_by_what_a_small_one_is_known_by(path, tmp_path):
    large = tmp_path / path.name
    large.write_bytes(enlarged(path.read_bytes()))
    small_head, large_head = (next(open_inputs(file)).head for file in (path, large))
    assert len(large_head) <= HEAD
    assert detect(large_head, path.name).name == detect(small_head, path.name).name
    hands, issues = read_all(large)
    expected, told = read_all(path)
    assert hands.drop("source").equals(expected.drop("source"))
    assert [issue.code for issue in issues] == [issue.code for issue in told]
    assert read_clubs(large).lines.height == read_clubs(path).lines.height


def test_a_large_workbook_in_an_archive(tmp_path):
    path = next(path for path in WORKBOOKS if path.name == "workbook.xlsx")
    with zipfile.ZipFile(tmp_path / "nights.zip", "w") as nights:
        nights.writestr("night.xlsx", enlarged(path.read_bytes()))
    assert read_all(tmp_path / "nights.zip")[0].height == read_all(path)[0].height


def test_a_large_workbook_whose_directory_is_damaged_says_so(ofc, tmp_path):
    path = next(path for path in WORKBOOKS if path.name == "workbook.xlsx")
    data = enlarged(path.read_bytes())
    (tmp_path / "night.xlsx").write_bytes(data[:-30])
    run = ofc("settle", tmp_path / "night.xlsx")
    assert run.returncode == 2
    assert "night.xlsx" in run.stderr
    assert "Traceback" not in run.stderr
