"""Lines that could be a hand or the sums of the hands above: nobody's money hangs on a guess which of them it is."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ofc_parsers.home_sheet.values import hand_number
from ofc_parsers.home_sheet.vocabulary import Field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_parsers.home_sheet.tallies.results import Group

    Made = Counter[tuple[str, str | None, bool]]

__all__ = ["doubt_sums"]

_EXPECTED = "a number if it is a hand; a word such as total, Σ or итого if it adds up the hands above"


def doubt_sums(groups: Sequence[Group]) -> None:
    """Refuse hands without a number whose amounts are the sums of the hands above, or that stand last, where totals stand.

    A hand may have any name. One that has no number counts as hand like the others unless it looks like a line of
    totals that is headed by no word known for them.
    """
    hands = [group for group in groups if group.hand is not None and group.verified != "named"]
    every: Made = Counter()
    latest: Made = Counter()
    others_numbered = all(_is_numbered(group) for group in hands[:-1])
    for place, group in enumerate(hands):
        made = _made(group)
        above = place > 1 or (place == 1 and others_numbered)
        if not _is_numbered(group) and above:
            if any(made.values()) and made in (every, latest):
                _refuse(group, "its amounts are the sums of those above")
                latest = Counter()
                continue
            if group is hands[-1] and others_numbered and not any(map(str.isdecimal, group.hand or "")):
                _refuse(group, "it stands last, where totals stand")
        for some in (every, latest):
            some.update(made)


def _is_numbered(group: Group) -> bool:
    return group.hand is not None and hand_number(group.hand)[1] is not None


def _made(group: Group) -> Made:
    made: Made = Counter()
    for told in group.statements:
        made[told.player, told.other, told.points] += told.value
    return made


def _refuse(group: Group, why: str) -> None:
    line = group.lines[0]
    cell = line.at(Field.HAND) or line.row.filled[0]
    line.refuse("hand-or-totals", f"the line has no hand's number, and {why}", _EXPECTED, cell)
