"""Filling in a workbook that is there: its own XML with some cells changed, as a spreadsheet program saves it."""

from __future__ import annotations

import io
import re
import zipfile
from xml.sax.saxutils import escape

from python_calamine import CalamineWorkbook

_SHEET = re.compile(r'<sheet name="([^"]*)" sheetId="(\d+)"')


def parts(data):
    """Every part of a workbook by its name, as text."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def sheet_parts(data):
    """XML of each sheet by the sheet's name."""
    found = parts(data)
    return {
        name: found[f"xl/worksheets/sheet{number}.xml"]
        for name, number in _SHEET.findall(found["xl/workbook.xml"])
    }


def texts(data, sheet):
    """Rows of a sheet, all cells as they are read."""
    return (
        CalamineWorkbook.from_filelike(io.BytesIO(data))
        .get_sheet_by_name(sheet)
        .to_python(skip_empty_area=False)
    )


def fill(data, sheet, cells):
    """The workbook with other contents in some cells of a sheet; what they look like and take stays."""
    found = parts(data)
    number = dict(_SHEET.findall(found["xl/workbook.xml"]))[sheet]
    part = f"xl/worksheets/sheet{number}.xml"
    left = dict(cells)

    def changed(match):
        reference = match["reference"]
        return _cell(reference, match["style"], left.pop(reference)) if reference in left else match[0]

    cell = r'<c r="(?P<reference>[A-Z]+\d+)"(?P<style> s="\d+")?(?: t="\w+")?(?:/>|>.*?</c>)'
    found[part] = re.sub(cell, changed, found[part])
    assert not left, f"the sheet has no cells {', '.join(left)}"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in found.items():
            archive.writestr(name, text)
    return out.getvalue()


def _cell(reference, style, value):
    start = f'<c r="{reference}"{style or ""}'
    if value is None:
        return f"{start}/>"
    if isinstance(value, str):
        return f'{start} t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'
    return f"{start}><v>{value}</v></c>"
