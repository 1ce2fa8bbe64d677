"""A report that is sent round: one HTML file with the summary, charts, tables and hands of a night or of a player."""

from __future__ import annotations

from ofc_analytics.report.building import build
from ofc_analytics.report.contents import Report
from ofc_analytics.report.data import write_tables
from ofc_analytics.report.page import page

__all__ = ["Report", "build", "page", "write_tables"]
