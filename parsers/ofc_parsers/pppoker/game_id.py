"""What the room's id of a game tells: when its table was opened, and which hand of the table it is.

Examples
--------
>>> game = read_game_id("251208081611-300001-17-2")
>>> game.session, game.hand_no, game.table, game.started_at.isoformat()
('251208081611-300001', 17, '2', '2025-12-08T00:16:11+00:00')
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ofc_analytics.formats.disguise import Disguise

__all__ = ["GameId", "disguised_game_id", "read_game_id"]

_CHINA = timezone(timedelta(hours=8))
_OPENED = "%y%m%d%H%M%S"
_PATTERN = re.compile(r"([0-9]{12})-[0-9]{1,9}(?:-([0-9]{1,9})(?:-([0-9]{1,9}))?)?")


@dataclass(frozen=True, slots=True)
class GameId:
    """The parts of an id; None where it has no such part.

    `native_id` is the whole id where it is one of a single hand.
    """

    native_id: str | None = None
    session: str | None = None
    hand_no: int | None = None
    table: str | None = None
    started_at: datetime | None = None


def read_game_id(text: str | None) -> GameId:
    """Take an id apart; one of another pattern is the hand's own id and tells nothing else."""
    match = _PATTERN.fullmatch(text or "")
    if match is None:
        return GameId(native_id=text or None)
    try:
        opened = datetime.strptime(match[1], _OPENED).replace(tzinfo=_CHINA)
    except ValueError:
        return GameId(native_id=text)
    session = match[0].removesuffix(f"-{match[3]}").removesuffix(f"-{match[2]}") if match[2] else match[0]
    return GameId(
        native_id=match[0] if match[2] else None,
        session=session,
        hand_no=int(match[2]) if match[2] else None,
        table=match[3],
        started_at=opened.astimezone(UTC),
    )


def disguised_game_id(disguise: Disguise, text: str | int) -> str | int:
    """Give another id that tells the same hand and table, and a time as many days earlier as all others.

    >>> from ofc_analytics.formats.disguise import Disguise
    >>> told = read_game_id(disguised_game_id(Disguise("night"), "251208081611-300001-17-2"))
    >>> told.hand_no, told.table, f"{told.started_at:%H:%M:%S}", told.started_at.year < 2025
    (17, '2', '00:16:11', True)
    """
    text = str(text)
    if (match := _PATTERN.fullmatch(text)) is None:
        return disguise.identifier(text)
    try:
        opened = disguise.moment(datetime.strptime(match[1], _OPENED).replace(tzinfo=_CHINA))
    except ValueError:
        return disguise.identifier(text)
    time, number, *rest = text.split("-")
    session = disguise.remember(f"{time}-{number}", f"{opened:{_OPENED}}-{disguise.identifier(number)}")
    return disguise.remember(text, "-".join([session, *rest]))
