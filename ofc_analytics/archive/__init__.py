"""The archive: one file that keeps everything that was ever imported.

::

    archive = open_archive("club.duckdb")        # made by its first import
    archive.import_files("logs/")                # again and again: what is known changes nothing
    archive.hands(player="Anna", since="2026-11-01")
    archive.check(), archive.log(), archive.quarantine()

Nothing is imported before it is used: the archive's parser is loaded by every command, and DuckDB need not be.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ofc_analytics.archive.importing import ImportReport
    from ofc_analytics.archive.querying import Chosen
    from ofc_analytics.archive.recognising import is_archive
    from ofc_analytics.archive.store import Archive, open_archive
    from ofc_analytics.archive.writing import FileReport

__all__ = ["Archive", "Chosen", "FileReport", "ImportReport", "is_archive", "open_archive"]

_HOMES = {
    "Archive": "store",
    "Chosen": "querying",
    "FileReport": "writing",
    "ImportReport": "importing",
    "is_archive": "recognising",
    "open_archive": "store",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a module attribute may be anything
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
