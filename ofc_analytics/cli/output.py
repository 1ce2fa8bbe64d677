"""Where results and messages go: the result alone to stdout or a file, everything else to stderr."""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from functools import partial
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, TextIO

from ofc_analytics.cli.options import OutputFormat
from ofc_analytics.errors import OfcError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    import polars as pl
    from rich.console import RenderableType

__all__ = [
    "plain",
    "say",
    "write_frame",
    "write_lines",
    "write_pieces",
    "write_renderables",
    "write_text",
]

_PLAIN_WIDTH = 200
_ROWS_AT_ONCE = 5_000
_UNPRINTABLE = {"Cc", "Cf", "Cs"}
_UNESCAPED = re.compile("[\x7f-\x9f\xad\u061c\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
"""Of those that could steer a terminal, what JSON lets stand."""


def say(message: str) -> None:
    """Tell the person something that is not the result; nobody hears it where standard error takes nothing."""
    if sys.stderr is None:
        return
    try:
        print(plain(message), file=sys.stderr, flush=True)  # noqa: T201 - this is where messages go
    except OSError:
        _abandon(sys.stderr)


def plain(text: str) -> str:
    r"""The text without characters that could steer a terminal or are none; line ends stay.

    >>> plain("Anna\x1b[2J")
    'Anna\ufffd[2J'
    """
    return "".join(
        "\ufffd" if unicodedata.category(c) in _UNPRINTABLE and c not in "\n\u200d" else c for c in text
    )


def write_text(text: str, output: Path | None) -> None:
    """Write text and a line end to stdout or a file."""
    _write([f"{text}\n".encode(errors="replace")], output)


def write_lines(lines: Iterable[str], output: Path | None) -> None:
    """Write lines of text, none of them for an empty result."""
    _write((f"{line}\n".encode(errors="replace") for line in lines), output)


def write_pieces(pieces: Iterable[bytes], output: Path | None, *, binary: bool = False) -> None:
    """Write bytes as they come; what is binary not to a terminal."""
    if binary:
        _refuse_terminal(output)
    _write(pieces, output)


def write_renderables(parts: Iterable[RenderableType], output: Path | None) -> None:
    """Write rich tables and texts to stdout, in colour on a terminal, or plainly to a file."""
    from rich.console import Console

    text = StringIO()
    console = (
        Console(highlight=False)
        if _is_terminal(output)
        else Console(file=text, width=_PLAIN_WIDTH, highlight=False)
    )
    for part in parts:
        console.print(part)
    if not _is_terminal(output):
        write_text(text.getvalue().rstrip("\n"), output)


def write_frame(frame: pl.DataFrame, form: OutputFormat, output: Path | None) -> None:
    """Write a frame as JSON lines, CSV that no spreadsheet mistakes for formulas, or Parquet."""
    if form is OutputFormat.parquet:
        _refuse_terminal(output)
    _write(_encoded(frame, form), output)


def _refuse_terminal(output: Path | None) -> None:
    if _is_terminal(output):
        raise OfcError("Parquet is binary: name a file with --output, or pipe it into a program")


def _is_terminal(output: Path | None) -> bool:
    return output is None and sys.stdout is not None and sys.stdout.isatty()


def _encoded(frame: pl.DataFrame, form: OutputFormat) -> Iterator[bytes]:
    """The frame piece by piece, so that no text of all of it has to stand in memory."""
    if form is OutputFormat.parquet:
        yield _bytes(frame.write_parquet)
    elif form is OutputFormat.json:
        for part in frame.iter_slices(_ROWS_AT_ONCE):
            lines = _bytes(part.write_ndjson).decode()
            yield _UNESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", lines).encode()
    else:
        from ofc_analytics.spreadsheets import without_formulas

        flat = without_formulas(frame)
        yield _bytes(flat.clear().write_csv)
        for part in flat.iter_slices(_ROWS_AT_ONCE):
            yield _bytes(partial(part.write_csv, include_header=False))


def _bytes(write: Callable[[BytesIO], object]) -> bytes:
    content = BytesIO()
    write(content)
    return content.getvalue()


def _write(pieces: Iterable[bytes], output: Path | None) -> None:
    """Write to a file or stdout. Whoever closed the pipe has read enough: the rest goes nowhere."""
    if output is not None:
        try:
            with output.open("wb") as file:
                file.writelines(pieces)
        except OSError as error:
            raise OfcError(f"{output}: cannot be written: {error.strerror}") from None
    elif sys.stdout is None:
        raise OfcError("standard output is closed: name a file with --output")
    else:
        try:
            sys.stdout.buffer.writelines(pieces)
            sys.stdout.flush()
        except BrokenPipeError:
            _abandon(sys.stdout)
        except OSError as error:
            _abandon(sys.stdout)
            raise OfcError(f"standard output cannot be written: {error.strerror}") from None


def _abandon(stream: TextIO) -> None:
    """Lead a stream that takes nothing any more nowhere, or Python fails once again when it closes it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
