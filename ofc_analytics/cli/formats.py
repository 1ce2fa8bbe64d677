"""`ofc formats`: what can be read, and how sure that is."""

from __future__ import annotations

from ofc_analytics.cli.options import FormatOption, OutputFormat, OutputOption
from ofc_analytics.cli.output import write_frame, write_renderables

__all__ = ["formats"]


def formats(form: FormatOption = OutputFormat.text, output: OutputOption = None) -> None:
    """List the formats that can be read.

    proven: tried on real files; shape: files made to the look of real ones; documented: from a description.
    """
    import polars as pl

    from ofc_analytics.formats import parsers

    columns = ("name", "title", "tier", "version")
    known = [parser for _, parser in sorted(parsers().items())]
    frame = pl.DataFrame({column: [getattr(parser, column) for parser in known] for column in columns})
    if form is not OutputFormat.text:
        write_frame(frame, form, output)
        return
    from rich.table import Table

    table = Table(*columns)
    for row in frame.iter_rows():
        table.add_row(*row)
    write_renderables([table], output)
