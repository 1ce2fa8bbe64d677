"""Where results and messages go: the result alone to stdout or a file, everything else to stderr."""

from __future__ import annotations

import sys
import unicodedata
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, BinaryIO

import typer

from ofc_analytics.cli.options import OutputFormat
from ofc_analytics.errors import OfcError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    import polars as pl
    from rich.console import RenderableType

__all__ = ["plain", "say", "write_frame", "write_renderables", "write_text"]

_PLAIN_WIDTH = 200
_FORMULA_START = r"^[=+\-@\t\r]"


def say(message: str) -> None:
    """Tell the person something that is not the result."""
    typer.echo(plain(message), err=True)


def plain(text: str) -> str:
    r"""The text without characters that could steer a terminal; line ends stay.

    >>> plain("Anna\x1b[2J")
    'Anna\ufffd[2J'
    """
    return "".join(
        "\ufffd" if unicodedata.category(c) in {"Cc", "Cf"} and c not in "\n\u200d" else c for c in text
    )


def write_text(text: str, output: Path | None) -> None:
    """Write text and a line end to stdout or a file."""
    if output is None:
        sys.stdout.write(f"{text}\n")
    else:
        _write_file(output, f"{text}\n".encode())


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


def _is_terminal(output: Path | None) -> bool:
    return output is None and sys.stdout.isatty()


def write_frame(frame: pl.DataFrame, form: OutputFormat, output: Path | None) -> None:
    """Write a frame as JSON lines, CSV that no spreadsheet mistakes for formulas, or Parquet."""
    if form is OutputFormat.parquet and output is None and sys.stdout.isatty():
        raise OfcError("Parquet is binary: name a file with --output, or pipe it into a program")
    if output is None:
        _write_frame(frame, form, sys.stdout.buffer)
        sys.stdout.flush()
        return
    content = BytesIO()
    _write_frame(frame, form, content)
    _write_file(output, content.getbuffer())


def _write_frame(frame: pl.DataFrame, form: OutputFormat, stream: BinaryIO) -> None:
    if form is OutputFormat.json:
        frame.write_ndjson(stream)
    elif form is OutputFormat.csv:
        _without_formulas(frame).write_csv(stream)
    else:
        frame.write_parquet(stream)


def _without_formulas(frame: pl.DataFrame) -> pl.DataFrame:
    """Lists as ``7/0/0``, and an apostrophe before texts that a spreadsheet would run as formulas."""
    import polars as pl
    import polars.selectors as cs

    flat = frame.with_columns((cs.list() | cs.array()).cast(pl.List(pl.String)).list.join("/"))
    return flat.with_columns(cs.string().str.replace(_FORMULA_START, "'$0"))


def _write_file(output: Path, content: bytes | memoryview) -> None:
    try:
        output.write_bytes(content)
    except OSError as error:
        raise OfcError(f"{output}: cannot be written: {error.strerror}") from None
