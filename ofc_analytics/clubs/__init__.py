"""Club exports: money totals of table sessions and of players in them, without cards.

Examples
--------
>>> export = ClubExports.of([], [], [], [])
>>> export.tables.height, export.lines.height, export.members.height
(0, 0, 0)
"""

from __future__ import annotations

from ofc_analytics.clubs.schema import ClubExports, ClubLines, ClubMembers, ClubTables

__all__ = ["ClubExports", "ClubLines", "ClubMembers", "ClubTables"]
