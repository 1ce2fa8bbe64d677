"""How the notes are written: a title, and below it hands of a line a player.

Examples
--------
>>> PLAYER.fullmatch("Anna: 2s Qd Jd / 5d 7c 4d 7s 8d / 3h Ks 3c Tc Th = -3")["points"]
'-3'
"""

from __future__ import annotations

import re

__all__ = ["HAND", "PLAYER", "TITLE"]

TITLE = re.compile(
    r"kitchen table, (?P<date>\d{4}-\d{2}-\d{2}), (?P<unit>\S+) (?P<currency>[A-Z]{3}) a point"
)
HAND = re.compile(r"hand (?P<number>\d{1,9})")
PLAYER = re.compile(r"(?P<name>.+): (?P<board>[^:=]+) = (?P<points>[+-]?\d{1,6})")
