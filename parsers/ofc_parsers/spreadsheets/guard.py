"""Looks through a workbook before it is opened: how far its cells reach, and which hold no value.

The reader of workbooks lays every sheet out as a full rectangle, so that two cells far apart end its
process, and it gives formulas without a usable value as empty cells. Both are seen in the workbook's own
XML, which is read here as a stream, without entities and within limits.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
import zlib
from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING, Literal
from xml.parsers import expat

from ofc_parsers.spreadsheets.cutting import Span, without
from ofc_parsers.spreadsheets.grid import Cell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    Stray: TypeAlias = tuple[Span, Cell]

__all__ = [
    "MAX_AREA",
    "MAX_COLUMNS",
    "MAX_ROWS",
    "Broken",
    "Checked",
    "WorkbookError",
    "check_area",
    "inspect",
]

MAX_ROWS = 200_000
MAX_COLUMNS = 1_000
MAX_AREA = 2_000_000
_MOST_STRAY = 20  # cells; a sheet with more of them is large, and no slip
_MAX_BYTES = 128 * 2**20
_MAX_RATIO = 200  # of what is larger than this, in bytes; sheets compress some 10 to 50 times
_RATIO_FROM = 8 * 2**20
_PIECE = 2**16
_DIGITS = 12  # as many as count: such a row is too far whatever follows
_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,10})")
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OSError,
    ValueError,  # zipfile seeks where a damaged directory tells it to
    LookupError,  # expat asks Python for encodings that are none
    expat.ExpatError,
)


class WorkbookError(Exception):
    """A workbook that is not opened: a stable code, what is wrong, and where."""

    def __init__(
        self, code: str, message: str, expected: str, *, sheet: str | None = None, cell: str | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.expected = expected
        self.sheet = sheet
        self.cell = cell


@dataclass(frozen=True, slots=True)
class Broken:
    """A formula without a usable value: its error such as ``#REF!``, or no stored value at all."""

    kind: Literal["error", "formula"]
    text: str


@dataclass(slots=True)
class Checked:
    """A workbook that is safe to open.

    `data` is the file, without the cells that reach too far; those are in `far`, without their text. `broken`
    are the cells without a usable value, by sheet name, 0-based row and column.
    """

    data: bytes
    broken: dict[tuple[str, int, int], Broken] = field(default_factory=dict)
    far: list[Cell] = field(default_factory=list)


def inspect(data: bytes, wanted: Callable[[str], bool] | None = None) -> Checked:
    """Check a zipped workbook (XLSX, ODS), and take out stray cells that reach too far.

    Parameters
    ----------
    data
        The whole file.
    wanted
        Which sheets will be opened, by name; the others of an XLSX are not looked at. None: all.

    Raises
    ------
    WorkbookError
        ``workbook-damaged``, ``workbook-unknown`` (a zip that is no workbook) or ``workbook-too-large``, also for
        a sheet of which more than a few cells reach too far.
    """
    try:
        checked, strays = _look_through(data, wanted)
        return _without_strays(data, strays, wanted) if strays else checked
    except _DAMAGE as error:
        raise WorkbookError(
            "workbook-damaged", f"the workbook is damaged ({error})", "an intact workbook"
        ) from error


def check_area(sheet: str, row: int, column: int) -> None:
    """Refuse a sheet that reaches as far as this 0-based row and column, if that is too far."""
    if _too_far(row, column):
        raise _too_large(Cell("", row + 1, column, sheet))


def _too_large(cell: Cell, what: str = "the sheet reaches too far") -> WorkbookError:
    return WorkbookError(
        "workbook-too-large",
        f"{what}; a stray cell, perhaps",
        f"at most {MAX_ROWS:,} rows, {MAX_COLUMNS:,} columns and {MAX_AREA:,} cells in all sheets",
        sheet=cell.sheet,
        cell=cell.reference,
    )


def _too_far(row: int, column: int) -> bool:
    return row >= MAX_ROWS or column >= MAX_COLUMNS or (row + 1) * (column + 1) > MAX_AREA


def _look_through(
    data: bytes, wanted: Callable[[str], bool] | None
) -> tuple[Checked, dict[str, list[Stray]]]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        _check_kind(set(archive.namelist()))
        if wanted is None:
            _check_size(archive.infolist())
        else:
            _check_size([member for member in archive.infolist() if not _is_sheet(member.filename)])
        sheet_names = dict(_sheet_names(archive))
        unwanted = _unwanted(sheet_names, wanted)
        members = [member for member in archive.infolist() if member.filename not in unwanted]
        _check_size(members)
        checked = Checked(data)
        strays: dict[str, list[Stray]] = {}
        area = 0
        for member in members:
            scan = _SheetScan(sheet=sheet_names.get(member.filename, member.filename))
            if _read_xml(archive, member.filename, scan):
                checked.broken |= scan.broken
            if scan.strays:
                strays[member.filename] = scan.strays
            area += scan.area
            if area > MAX_AREA:
                raise _too_large(
                    Cell("", scan.last[0] + 1, scan.last[1], scan.sheet), "the sheets reach too far together"
                )
        return checked, strays


def _is_sheet(member: str) -> bool:
    return "/worksheets/" in member


def _unwanted(sheet_names: Mapping[str, str], wanted: Callable[[str], bool] | None) -> set[str]:
    """Members that hold a sheet nobody asked for."""
    if wanted is None:
        return set()
    return {member for member, name in sheet_names.items() if _is_sheet(member) and not wanted(name)}


def _without_strays(
    data: bytes, strays: Mapping[str, Sequence[Stray]], wanted: Callable[[str], bool] | None
) -> Checked:
    cells = [cell for found in strays.values() for _, cell in found]
    with zipfile.ZipFile(BytesIO(data)) as archive:
        unwanted = _unwanted(dict(_sheet_names(archive)), wanted)
    try:
        spans = {member: [span for span, _ in found] for member, found in strays.items()}
        cut = without(data, spans, unwanted)
    except ValueError:
        raise _too_large(cells[0]) from None
    checked, left = _look_through(cut, wanted)
    if left:
        raise _too_large(cells[0])
    checked.far = cells
    return checked


def _check_kind(names: set[str]) -> None:
    if any(name.endswith("workbook.bin") for name in names):
        raise WorkbookError(
            "workbook-unknown", "a binary workbook (XLSB) is not read", "a workbook saved as XLSX or CSV"
        )
    if not ("_rels/.rels" in names or "content.xml" in names):
        raise WorkbookError("workbook-unknown", "the zip file is no workbook", "an XLSX or ODS workbook")


def _check_size(members: list[zipfile.ZipInfo]) -> None:
    total = sum(member.file_size for member in members)
    ratios = [
        member.filename
        for member in members
        if member.file_size > _RATIO_FROM and member.file_size > _MAX_RATIO * member.compress_size
    ]
    if total > _MAX_BYTES or ratios:
        what = f"its part {ratios[0]!r} is packed too tightly" if ratios else f"it unpacks to {total:,} bytes"
        raise WorkbookError(
            "workbook-too-large", f"the workbook is too large: {what}", f"at most {_MAX_BYTES:,} bytes"
        )


def _sheet_names(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    for name in archive.namelist():
        if posixpath.basename(name) == "workbook.xml":
            folder = posixpath.dirname(name)
            book, links = _Names(), _Names()
            related = f"{folder}/_rels/workbook.xml.rels"
            if (
                related in archive.namelist()
                and _read_xml(archive, name, book)
                and _read_xml(archive, related, links)
            ):
                for key, sheet in book.sheets.items():
                    target = posixpath.join(f"/{folder}", links.targets.get(key, ""))
                    yield posixpath.normpath(target).lstrip("/"), sheet


def _read_xml(archive: zipfile.ZipFile, name: str, reader: _Names | _SheetScan) -> bool:
    """Stream one member through `reader`; False where it is no XML."""
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.characters
    parser.StartDoctypeDeclHandler = _refuse_doctype
    reader.position = lambda: parser.CurrentByteIndex
    with archive.open(name) as stream:
        piece = stream.read(_PIECE)
        if not piece.lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n").startswith(b"<"):
            return False
        while piece:
            parser.Parse(piece)
            piece = stream.read(_PIECE)
    parser.Parse(b"", True)  # noqa: FBT003 - expat takes no keyword here
    return True


def _refuse_doctype(*_: object) -> None:
    raise WorkbookError("workbook-damaged", "the workbook declares a document type", "a workbook without one")


@dataclass(slots=True)
class _Names:
    """Names of the sheets by relation, and targets of the relations."""

    sheets: dict[str, str] = field(default_factory=dict)
    targets: dict[str, str] = field(default_factory=dict)
    position: Callable[[], int] = int

    def start(self, name: str, attributes: dict[str, str]) -> None:
        found = _local_attributes(attributes)
        match _local(name):
            case "sheet":
                self.sheets[found.get("id", "")] = found.get("name", "")
            case "Relationship":
                self.targets[found.get("Id", "")] = found.get("Target", "")

    def end(self, name: str) -> None: ...

    def characters(self, text: str) -> None: ...


@dataclass(slots=True)
class _SheetScan:
    """Follows the cells of one XLSX sheet, or of all sheets of an ODS, the way the reader counts them."""

    sheet: str
    position: Callable[[], int] = int  # in the text, in bytes
    row: int = -1
    column: int = -1
    rows: int = 1
    columns: int = 1
    kinds: set[str] | None = None  # of the cell that is open, if one is
    formula: bool = False
    filled: bool = False
    text: str = ""
    opening: int = 0
    stray: bool = False
    last: tuple[int, int] = (-1, -1)  # row and column that the sheet reaches without its stray cells
    before: int = 0  # cells of the tables before this one
    broken: dict[tuple[str, int, int], Broken] = field(default_factory=dict)
    strays: list[Stray] = field(default_factory=list)

    @property
    def area(self) -> int:
        """Cells that all its tables are laid out in."""
        return self.before + (self.last[0] + 1) * (self.last[1] + 1)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        match _local(name):
            case "row":
                self.row = _number(attributes.get("r"), default=self.row + 2) - 1
                self.column = -1
            case "c":
                self.column += 1
                if reference := _REFERENCE.fullmatch(attributes.get("r", "")):
                    self.row, self.column = int(reference[2]) - 1, _column_number(reference[1])
                self._open({attributes.get("t", "")})
            case "f":
                self.formula = True
            case "v" | "is" | "p":
                self._fill()
            case "table":
                self.sheet = _local_attributes(attributes).get("name", self.sheet)
                self.before = self.area
                self.row, self.rows, self.last = -1, 1, (-1, -1)
            case "table-row":
                self.row += self.rows
                self.rows = _number(_local_attributes(attributes).get("number-rows-repeated"), default=1)
                self.column, self.columns = -1, 1
            case "table-cell" | "covered-table-cell":
                self.column += self.columns
                self.columns = _number(
                    _local_attributes(attributes).get("number-columns-repeated"), default=1
                )
                kinds = {value for key, value in attributes.items() if _local(key) == "value-type"}
                self._open(kinds)
                if kinds:
                    self._fill()

    def end(self, name: str) -> None:
        if self.kinds is None or _local(name) not in {"c", "table-cell", "covered-table-cell"}:
            return
        place = (self.sheet, self.row, self.column)
        if self.stray:
            self._set_aside()
        elif self.kinds & {"e", "error"}:
            self.broken[place] = Broken("error", self.text.strip())
        elif self.formula and "str" not in self.kinds and not self.text.strip():
            self.broken[place] = Broken("formula", "")
        self.kinds = None

    def characters(self, text: str) -> None:
        if self.filled and self.kinds is not None and len(self.text) < _PIECE:
            self.text += text

    def _open(self, kinds: set[str]) -> None:
        self.kinds, self.formula, self.filled, self.text = kinds, False, False, ""
        self.opening, self.stray = self.position(), False

    def _fill(self) -> None:
        if self.kinds is None:
            return
        self.filled = True
        row, column = self.row + self.rows - 1, self.column + self.columns - 1
        reach = max(self.last[0], row), max(self.last[1], column)
        if _too_far(*reach):
            self.stray = True
        else:
            self.last = reach

    def _set_aside(self) -> None:
        row, column = self.row + self.rows - 1, self.column + self.columns - 1
        if len(self.strays) == _MOST_STRAY:
            raise _too_large(self.strays[0][1])
        cell = Cell("", row + 1, column, self.sheet)
        self.strays.append((Span(self.opening, self.position()), cell))


def _local(name: str) -> str:
    return name.rpartition(" ")[2]


def _local_attributes(attributes: dict[str, str]) -> dict[str, str]:
    return {_local(name): value for name, value in attributes.items()}


def _number(text: str | None, *, default: int) -> int:
    return int(text[:_DIGITS]) if text and text.isascii() and text.isdecimal() else default


def _column_number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1
