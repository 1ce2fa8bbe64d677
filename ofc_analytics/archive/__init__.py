"""The archive: one file that keeps everything that was ever imported.

::

    archive = open_archive("club.duckdb")        # made by its first import
    archive.import_files("logs/")                # again and again: what is known changes nothing
    archive.hands(player="Anna", since="2026-11-01")
    archive.check(), archive.log(), archive.quarantine()
"""

from __future__ import annotations

from ofc_analytics.archive.connecting import is_archive
from ofc_analytics.archive.importing import ImportReport
from ofc_analytics.archive.querying import Chosen
from ofc_analytics.archive.store import Archive, open_archive
from ofc_analytics.archive.writing import FileReport

__all__ = ["Archive", "Chosen", "FileReport", "ImportReport", "is_archive", "open_archive"]
