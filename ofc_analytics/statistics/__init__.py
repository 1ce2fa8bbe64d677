"""What results say: frames of results in, frames of rates and means with their intervals out."""

from __future__ import annotations

from ofc_analytics.statistics.decomposition import Decomposition, decompose
from ofc_analytics.statistics.dimensions import DIMENSIONS, Dimension
from ofc_analytics.statistics.fantasyland import Adjusted, FantasylandValues, adjusted, fantasyland_values
from ofc_analytics.statistics.metrics import METRICS, Metric
from ofc_analytics.statistics.observations import Observations, meetings, observations
from ofc_analytics.statistics.players import PlayerStatistics, money, players
from ofc_analytics.statistics.questions import Answers, Question, Study, ask
from ofc_analytics.statistics.saved import load_questions
from ofc_analytics.statistics.summary import MAIN_METRICS, summary

__all__ = [
    "DIMENSIONS",
    "MAIN_METRICS",
    "METRICS",
    "Adjusted",
    "Answers",
    "Decomposition",
    "Dimension",
    "FantasylandValues",
    "Metric",
    "Observations",
    "PlayerStatistics",
    "Question",
    "Study",
    "adjusted",
    "ask",
    "decompose",
    "fantasyland_values",
    "load_questions",
    "meetings",
    "money",
    "observations",
    "players",
    "summary",
]
