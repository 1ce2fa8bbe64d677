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

__all__ = ["GameId", "read_game_id"]

_CHINA = timezone(timedelta(hours=8))
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
        opened = datetime.strptime(match[1], "%y%m%d%H%M%S").replace(tzinfo=_CHINA)
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
