"""The files of a rule set: its TOML document, and a schedule of levels that may lie beside it.

A schedule is named by ``levels = "levels.csv"``: a CSV file with the columns unit, hands and minutes, a line
a level, or a TOML file with nothing but ``levels`` in it.
"""

from __future__ import annotations

import csv
import os
import re
import tomllib
from dataclasses import dataclass, field
from decimal import Decimal
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ofc_analytics.errors import LookupFailedError, RulesError
from ofc_analytics.rules.toml_places import key_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ofc_analytics.rules.toml_places import Path as KeyPath

__all__ = [
    "Document",
    "Schedule",
    "named_document",
    "parent_document",
    "read_schedule",
    "rule_set_names",
    "toml_value",
]

_CHANGED = re.compile(r"(?P<base>[a-z0-9-]+) \((?P<settings>[^()]+=[^()]+)\)")
"""How a sheet names a rule set with changes: nobody shall settle it without them."""

_AT_LINE = re.compile(r"(?P<what>.*?) \(at line (?P<line>\d+), column (?P<column>\d+)\)")
_SHOWN_VALUE = 20
_COLUMNS = ("unit", "hands", "minutes")


@dataclass(frozen=True, slots=True)
class Schedule:
    """Levels read from a file of their own, with the line each stands on."""

    label: str
    levels: list[Any]
    lines: dict[KeyPath, int]


@dataclass(frozen=True, slots=True)
class Document:
    """One TOML document: how errors call it, where it lies (None for a shipped set), its text and content."""

    label: str
    path: Path | None
    text: str
    content: dict[str, Any]
    schedule: Schedule | None = field(default=None)

    def places(self) -> dict[KeyPath, tuple[str, int]]:
        """File and 1-based line of every key."""
        places = {path: (self.label, line) for path, line in key_lines(self.text).items()}
        if self.schedule is not None:
            places |= {path: (self.schedule.label, line) for path, line in self.schedule.lines.items()}
        return places

    def line_of(self, key: str) -> str:
        """File and line of a key of the document's root, in words."""
        return f"{self.label}, line {key_lines(self.text)[key,]}"


@cache
def rule_set_names() -> list[str]:
    """Names of the rule sets that come with the library, in alphabetical order.

    >>> "american-pineapple" in rule_set_names()
    True
    """
    entries = (entry.name for entry in (files(__package__) / "sets").iterdir())
    return sorted(name.removesuffix(".toml") for name in entries if name.endswith(".toml"))


def named_document(name: str) -> Document:
    """Read a shipped set by its name, or a file by its path.

    Raises
    ------
    LookupFailedError
        If it is not there.
    RulesError
        If it is not UTF-8, or not TOML.
    """
    if name.endswith(".toml") or os.sep in name or "/" in name:
        try:
            return _file_document(name)
        except FileNotFoundError:
            raise LookupFailedError(f"there is no rule set file {name!r}") from None
    if name not in rule_set_names():
        if changed := _CHANGED.fullmatch(name):
            settings = " ".join(f"--set {setting}" for setting in changed["settings"].split("; "))
            raise LookupFailedError(
                f"{name!r} names changed rules; expected --rules {changed['base']} {settings}"
            )
        near = get_close_matches(name.lower(), rule_set_names(), n=3, cutoff=0.4)
        hint = (
            f"did you mean {' or '.join(near)}?"
            if near
            else f"expected {', '.join(rule_set_names())}, or a .toml file"
        )
        raise LookupFailedError(f"there is no rule set {name!r}; {hint}")
    label = f"{name}.toml"
    text = (files(__package__) / "sets" / label).read_text(encoding="utf-8")
    return Document(label=label, path=None, text=text, content=_content(label, text))


def parent_document(child: Document, base: str) -> Document:
    """Read what a document extends: a file beside it, or a shipped set."""
    beside = base.endswith(".toml") and child.path is not None
    try:
        return _file_document(_beside(child.label, base)) if beside else named_document(base)
    except FileNotFoundError:
        reason = "there is no such file beside this one"
    except LookupFailedError as error:
        reason = str(error)
    raise RulesError(f"{child.line_of('extends')}: extends = {base!r}: {reason}")


def read_schedule(name: str, *, where: str, beside: str = "") -> Schedule:
    """Read levels from a CSV or TOML file.

    Parameters
    ----------
    name
        The file, beside the rule file that names it.
    where
        Place that names it, for errors.
    beside
        The rule file; without one `name` is a path of its own.

    Raises
    ------
    RulesError
        If it is not there, or not understood.
    """
    label = _beside(beside, name)
    try:
        text = _text(label, "a schedule of levels")
    except FileNotFoundError:
        hint = " beside this one" if beside else ""
        raise RulesError(f"{where}: levels = {name!r}: there is no such file{hint}") from None
    return _toml_schedule(label, text) if name.endswith(".toml") else _csv_schedule(label, text)


def toml_value(text: str) -> object:
    """Read a text as a TOML value, or take it as it stands where it is none."""
    try:
        read = tomllib.loads(f"value = {text}", parse_float=Decimal)
    except tomllib.TOMLDecodeError:
        return text.strip()
    except RecursionError:
        raise RulesError(f"{text[:_SHOWN_VALUE]}…: lists or tables are nested hundreds deep") from None
    return read["value"] if len(read) == 1 else text.strip()


def _file_document(name: str) -> Document:
    text = _text(name, "a rule set")
    content = _content(name, text)
    document = Document(label=name, path=Path(name).resolve(), text=text, content=content)
    levels = content.get("levels")
    if not (isinstance(levels, str) and levels.endswith((".csv", ".toml"))):
        return document
    schedule = read_schedule(levels, where=document.line_of("levels"), beside=name)
    return Document(
        label=name,
        path=document.path,
        text=text,
        content=content | {"levels": schedule.levels},
        schedule=schedule,
    )


def _beside(label: str, name: str) -> str:
    return os.path.join(os.path.dirname(label), name)  # noqa: PTH118, PTH120 - labels stay as typed


def _text(name: str, what: str) -> str:
    try:
        return Path(name).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RulesError(f"{name}: byte {error.start} is not UTF-8; {what} is a UTF-8 text") from None
    except FileNotFoundError:
        raise
    except OSError as error:
        raise RulesError(f"{name}: cannot be read: {error.strerror}") from None


def _content(label: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        match = _AT_LINE.fullmatch(str(error))
        place = f"{label}, line {match['line']}, column {match['column']}" if match else label
        what = match["what"] if match else str(error)
        raise RulesError(f"{place}: not TOML: {what[:1].lower()}{what[1:]}") from None
    except RecursionError:
        raise RulesError(f"{label}: not a rule set: its lists or tables are nested hundreds deep") from None


def _toml_schedule(label: str, text: str) -> Schedule:
    content, lines = _content(label, text), key_lines(text)
    for key in content:
        if key != "levels":
            raise RulesError(f"{label}, line {lines[key,]}: {key}: a schedule has nothing but [[levels]]")
    levels = content.get("levels")
    if not isinstance(levels, list) or not levels:
        raise RulesError(f"{label}: there are no levels; expected [[levels]], each with a unit")
    return Schedule(label, levels, lines)


def _csv_schedule(label: str, text: str) -> Schedule:
    try:
        rows = [(line, row) for line, row in _csv_rows(text) if any(row)]
    except csv.Error as error:
        raise RulesError(f"{label}: not CSV: {error}") from None
    if len(rows) <= 1:
        raise RulesError(f"{label}: there are no levels; expected the columns {', '.join(_COLUMNS)}")
    line, header = rows[0]
    columns = [cell.lower() for cell in header]
    if "unit" not in columns or len(set(columns)) < len(columns) or not set(columns) <= set(_COLUMNS):
        raise RulesError(
            f"{label}, line {line}: the columns are {', '.join(map(repr, header))}; expected 'unit', and 'hands'"
            " or 'minutes' or both"
        )
    levels: list[Any] = []
    lines: dict[KeyPath, int] = {("levels",): line}
    for number, row in rows[1:]:
        if len(row) > len(columns):
            raise RulesError(f"{label}, line {number}: {len(row)} cells under {len(columns)} columns")
        lines["levels", len(levels)] = number
        levels.append(
            {column: _cell(column, cell) for column, cell in zip(columns, row, strict=False) if cell}
        )
    return Schedule(label, levels, lines)


def _csv_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """1-based line and cells of every row; where semicolons or tabs part cells, commas part decimals."""
    header = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = next((mark for mark in ";\t" if mark in header), ",")
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    for row in reader:
        cells = [cell.strip() for cell in row]
        yield reader.line_num, cells if delimiter == "," else [cell.replace(",", ".") for cell in cells]


def _cell(column: str, text: str) -> object:
    return int(text) if column != "unit" and text.isascii() and text.isdigit() else text
