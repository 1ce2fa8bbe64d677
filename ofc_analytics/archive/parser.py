"""An archive as an input like any other: wherever a file of hands may stand, an archive may stand too."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from ofc_analytics.archive.recognising import looks_like_archive
from ofc_analytics.errors import ArchiveError, ParseIssue
from ofc_analytics.formats.contract import ParseContext, Sniff

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

__all__ = ["ArchiveParser"]


class ArchiveParser:
    """Gives the hands of an archive, and what it holds beside them, as they were imported."""

    name = "archive"
    title = "archive made by ofc import"
    version = "1"
    tier = "proven"
    extensions = (".duckdb",)

    def sniff(self, head: bytes, name: str) -> Sniff:  # noqa: ARG002 (the content says enough)
        """Sure of a DuckDB file."""
        return Sniff(1.0, "it is a DuckDB file") if looks_like_archive(head) else Sniff(0.0)

    def parse(self, stream: BinaryIO, context: ParseContext) -> Iterator[pl.DataFrame]:
        """Give hands as they were seen first, in the order in which they were imported, and what was left out then."""
        # DuckDB is loaded where there is an archive
        from ofc_analytics.archive.connecting import connected  # noqa: PLC0415
        from ofc_analytics.archive.layout import BESIDE  # noqa: PLC0415
        from ofc_analytics.archive.querying import (  # noqa: PLC0415
            Chosen,
            batches,
            beside,
            conflict_count,
            open_issues,
        )

        try:
            with connected(_path(stream)) as connection:
                yield from batches(connection, Chosen())
                entries, tables, lines, members = (beside(connection, table) for table in BESIDE)
                conflicts = conflict_count(connection)
                for frame in batches(connection, Chosen(conflicts="others")):
                    context.beside.add_conflicts(frame)
                issues = open_issues(connection)
        except ArchiveError as error:
            context.report(ParseIssue(code="archive-unreadable", message=str(error), expected="an archive"))
            return
        for issue in issues:
            context.report(issue)
        if entries.height:
            context.record(entries)
        if tables.height or lines.height or members.height:
            context.record_club(tables=tables, lines=lines, members=members)
        if conflicts:
            context.report(
                ParseIssue(
                    code="hands-in-conflict",
                    message=f"{conflicts} hands were imported with several contents; each is taken as it was seen first",
                    expected="ofc archive conflicts, which shows them",
                    severity="note",
                )
            )


def _path(stream: BinaryIO) -> Path:
    name = getattr(stream, "name", None)
    if not isinstance(name, str) or not Path(name).is_file():
        raise ArchiveError("an archive is read where it lies; unpack it, and name its file")
    return Path(name)
