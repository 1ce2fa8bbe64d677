"""What the exports of each app are like, where their columns do not say it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["APPS", "ClubApp", "apps_with"]


class ClubApp(NamedTuple):
    """How to understand an app's exports; the defaults hold for apps that nothing is known of.

    Attributes
    ----------
    whole
        Whether every player of a table has a line; others may list the players of one club of a shared table.
    daily
        Whether a table that runs over midnight is printed once a day.
    dealt
        Whether a table tells how many hands were dealt, not how many its players played in all.
    """

    whole: bool = False
    daily: bool = False
    dealt: bool = False


APPS: Mapping[str, ClubApp] = MappingProxyType(
    {"clubgg": ClubApp(daily=True), "pppoker": ClubApp(), "suprema": ClubApp(whole=True, dealt=True)}
)
"""By the name in the column ``app``."""


def apps_with(fact: str) -> list[str]:
    """Names of the apps of which a fact of `ClubApp` holds.

    >>> apps_with("daily")
    ['clubgg']
    """
    return [name for name, app in APPS.items() if getattr(app, fact)]
