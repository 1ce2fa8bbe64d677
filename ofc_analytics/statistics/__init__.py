"""What results say about players: frames of results in, frames of rates and intervals out."""

from __future__ import annotations

from ofc_analytics.statistics.players import PlayerStatistics, money, players

__all__ = ["PlayerStatistics", "money", "players"]
