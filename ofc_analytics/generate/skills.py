"""Who plays: nicknames in two alphabets, and how well each of them places his cards.

Examples
--------
>>> crowd(4, seed=1).select("name", "skill").rows()
[('RustyCrab', 'expert'), ('РыжийКот', 'expert'), ('LateBadger', 'expert'), ('PlainCrab', 'novice')]
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

__all__ = ["SKILLS", "Skill", "crowd"]


@dataclass(frozen=True, slots=True)
class Skill:
    """How a player chooses.

    Attributes
    ----------
    noise
        Standard deviation of his mistakes, in points.
    caution
        How much of the danger of a foul he sees, 0 to 1.
    """

    name: str
    noise: float
    caution: float


SKILLS = (Skill("novice", 1.8, 0.6), Skill("regular", 1.0, 0.85), Skill("expert", 0.2, 1.0))

_LATIN = (
    "Quiet Lucky Foggy Plain Shy Brave Late Sunny Rusty Clever".split(),  # noqa: SIM905 - a line, not ten
    "Fox Crab Tiger Badger Heron Otter Moose Raven Falcon Lynx".split(),  # noqa: SIM905
)
_CYRILLIC = (
    "Тихий Старый Рыжий Ночной Бравый Хитрый Поздний Добрый Северный Смелый".split(),  # noqa: SIM905
    "Ёж Кот Волк Барсук Щегол Соболь Филин Журавль Сом Медведь".split(),  # noqa: SIM905
)


def crowd(size: int, *, seed: int) -> pl.DataFrame:
    """Players with different names.

    Returns
    -------
    polars.DataFrame
        `size` rows: ``name``; ``skill``, as in `SKILLS`; ``noise`` and ``caution`` of that skill.
    """
    plain = [first + second for words in (_LATIN, _CYRILLIC) for first in words[0] for second in words[1]]
    rng = np.random.default_rng((seed, 0))
    order = rng.permutation(len(plain))
    rounds = -(-size // len(plain))
    names = [plain[place] + str(again or "") for again in range(rounds) for place in order][:size]
    skilled = [SKILLS[place] for place in rng.integers(len(SKILLS), size=size)]
    return pl.DataFrame(
        {
            "name": names,
            "skill": [skill.name for skill in skilled],
            "noise": [skill.noise for skill in skilled],
            "caution": [skill.caution for skill in skilled],
        }
    )
