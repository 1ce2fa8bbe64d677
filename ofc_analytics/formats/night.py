"""Everything that inputs say: hands, money beside them, and club exports."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.clubs.schema import ClubExports
from ofc_analytics.errors import ParseError, ParseIssue
from ofc_analytics.formats.reading import batches
from ofc_analytics.schema import HANDS
from ofc_analytics.settlement.entries import ENTRIES, entry_faults, with_ids
from ofc_analytics.settlement.screening import without_faulty

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ofc_analytics.formats.opening import InputPath
    from ofc_analytics.settlement.given import Overrides

__all__ = ["Night", "read_clubs", "read_night"]


@dataclass(frozen=True, slots=True)
class Night:
    """Everything that inputs say.

    Attributes
    ----------
    hands
        Schema `ofc_analytics.schema.Hands`.
    entries
        Schema `ofc_analytics.settlement.entries.Entries`: what is said of money beside the hands. Those with a
        fault are left out, and of entries with one id none is here.
    clubs
        What club exports say; its issues are those below.
    issues
        What was not read, and what is worth knowing.
    conflicts
        Schema `ofc_analytics.schema.Hands`: those that were refused, since a hand of their identity was read before with
        another content.
    """

    hands: pl.DataFrame
    entries: pl.DataFrame
    clubs: ClubExports
    issues: list[ParseIssue]
    conflicts: pl.DataFrame = field(default_factory=HANDS.to_frame)


def read_night(
    paths: InputPath | Iterable[InputPath],
    *,
    rules: str | None = None,
    input_format: str | None = None,
    strict: bool = False,
    others: Iterable[InputPath] = (),
    overrides: Overrides = (),
) -> Night:
    r"""Read all hands that can be read, and what is said of money beside them: buy-ins, payments, results without cards.

    Parameters
    ----------
    paths, rules, input_format
        As in `ofc_analytics.formats.read`.
    strict
        Whether the first error is raised.
    others
        Further inputs, whose content decides their format whatever `input_format` is.
    overrides
        Single rules to change, for hands that are told by named combinations; other hands are scored later.

    Raises
    ------
    FormatError, LookupFailedError, RulesError
        As in `ofc_analytics.formats.read_all`.
    ParseError
        If `strict`, and something cannot be read.

    Examples
    --------
    >>> import io
    >>> night = read_night(io.BytesIO(b"kind,player,amount\nbuy-in,Anna,500\nbuy-in,Boris,much\n"))
    >>> night.entries.select("kind", "player", "amount").rows()
    [('buy-in', 'Anna', 50000)]
    >>> night.issues[0].line, night.issues[0].text
    (3, 'much')
    """
    found = batches(
        paths, rules=rules, input_format=input_format, strict=strict, others=others, overrides=overrides
    )
    read = list(found)
    issues = [issue for batch in read for issue in batch.issues]
    beside = [batch.beside for batch in read]
    entries, faults = _sound_entries([frame for part in beside for frame in part.entries])
    if strict and faults:
        raise ParseError(faults[0])
    issues += faults
    clubs = ClubExports.of(
        [frame for part in beside for frame in part.tables],
        [frame for part in beside for frame in part.lines],
        [frame for part in beside for frame in part.members],
        issues,
    )
    hands = pl.concat([HANDS.to_frame(), *(batch.hands for batch in read)])
    conflicts = pl.concat([HANDS.to_frame(), *(frame for part in beside for frame in part.conflicts)])
    return Night(hands, entries, clubs, issues, conflicts)


def read_clubs(
    paths: InputPath | Iterable[InputPath], *, input_format: str | None = None, strict: bool = False
) -> ClubExports:
    r"""Read club exports: table sessions, players' lines in them, and players' totals.

    Parameters
    ----------
    paths, input_format
        As in `ofc_analytics.formats.read`.
    strict
        Whether the first error is raised.

    Raises
    ------
    FormatError
        As in `ofc_analytics.formats.read_all`.
    ParseError
        If `strict`, and something cannot be read.

    Examples
    --------
    >>> import io
    >>> export = '''ID игры: 251208081611-300001;Название стола: Ананас
    ... PPSR/OFC 1 5% 5BB 2.0h
    ... ID игрока;Ник;Бай-ин с PP-фишками;Раздачи;Общий;Комиссия
    ... 1000001;Anna;100;20;57,50;2,50
    ... '''
    >>> clubs = read_clubs(io.BytesIO(export.encode()))
    >>> clubs.tables.select("game_id", "game", "name").row(0)
    ('251208081611-300001', 'OFC', 'Ананас')
    >>> clubs.lines.select("player", "winnings", "fee", "exponent").row(0)
    ('1000001', 5750, 250, 2)
    """
    night = read_night(paths, input_format=input_format, strict=strict)
    if night.hands.height:
        night.issues.append(
            ParseIssue(
                code="hands-not-read",
                message=f"{night.hands.height} hands are no club export",
                file=night.hands["source"][0]["file"],
                expected="ofc settle, or ofc audit, which reads both",
                severity="note",
            )
        )
    return night.clubs


def _sound_entries(written: list[pl.DataFrame]) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Entries without a fault, and the faults of the others."""
    entries = pl.concat([ENTRIES.to_frame(), *map(with_ids, written)])
    faults = entry_faults(entries)
    return without_faulty(entries, faults), faults
