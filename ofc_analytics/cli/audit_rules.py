"""What `ofc audit --infer-rules` shows: which rules a room plays by, and what tells them from others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.cli.output import plain, say
from ofc_analytics.errors import OfcError
from ofc_analytics.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import polars as pl
    from rich.console import RenderableType

    from ofc_analytics.audit.inferring import InferredRules, RoomRules

__all__ = ["ranking_rows", "rules_of_rooms", "rules_tables", "separating_rows"]

_SHOWN_GROUPS = 10
_SHOWN_TIES = 6
_SHOWN_TABLES = 5
_WRONG = ("points", "net", "royalties", "foul", "fantasyland")


def rules_of_rooms(hands: pl.DataFrame, rules: str | None, overrides: Sequence[str]) -> list[RoomRules]:
    """Infer the rules of each room and game by itself; say of which none can be.

    Raises
    ------
    OfcError
        If no rules could be inferred at all.
    """
    from ofc_analytics.audit.inferring import infer_rooms

    told = infer_rooms(hands, rules=rules, overrides=overrides)
    for one in told:
        if one.rules is None:
            say(f"{_title(one)}: {one.reason}")
    rooms = [one for one in told if one.rules is not None]
    if not rooms:
        raise OfcError("no rules could be inferred: they are told by what a source claims of its hands")
    return rooms


def ranking_rows(rooms: Sequence[RoomRules]) -> pl.DataFrame:
    """A row a candidate, room and game; ``tables`` where tables of a room play by different rules."""
    return _rows(rooms, "ranking")


def separating_rows(rooms: Sequence[RoomRules]) -> pl.DataFrame:
    """A row a claim that tells the best rule set of a room and game from another."""
    return _rows(rooms, "separating")


def _rows(rooms: Sequence[RoomRules], name: str) -> pl.DataFrame:
    import polars as pl

    frames = [
        getattr(one.rules, name).select(
            pl.lit(one.room, pl.String).alias("room"),
            pl.lit(one.variant, pl.String).alias("variant"),
            pl.lit(list(one.tables), pl.List(pl.String)).alias("tables"),
            pl.all(),
        )
        for one in rooms
    ]
    return pl.concat(frames) if frames else pl.DataFrame()


def rules_tables(rooms: Sequence[RoomRules]) -> Iterator[RenderableType]:
    """Each ranking, what separates its best, and what nothing separates."""
    from rich.text import Text

    for one in rooms:
        if one.rules is not None:
            yield _ranking(_title(one), one.rules)
            yield Text(plain("\n".join(_said(one.rules))))
            yield from _comparisons(one.rules)


def _title(room: RoomRules) -> str:
    tables = list(room.tables[:_SHOWN_TABLES])
    more = len(room.tables) - len(tables)
    of_tables = ", ".join([*tables, *[f"{more:,} more"] * bool(more)])
    game = ", ".join(part for part in (room.room, room.variant, of_tables) if part)
    return f"Which rules{f' ({game})' if game else ''}"


def _ranking(title: str, rules: InferredRules) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(plain(title)), title_justify="left")
    table.add_column("rank", justify="right")
    table.add_column("rules", overflow="fold")
    for heading in ("explained", "contradicted", "cannot tell"):
        table.add_column(heading, justify="right")
    table.add_column("hands with wrong", overflow="fold")
    groups = rules.ranking.partition_by("group", maintain_order=True)
    for group in groups[:_SHOWN_GROUPS]:
        row = group.row(0, named=True)
        wrong = [f"{claim} {row[f'wrong_{claim}']:,}" for claim in _WRONG if row[f"wrong_{claim}"]]
        wrong += [f"deal {row['not_dealt']:,}"] * bool(row["not_dealt"])
        cells = (
            str(row["rank"]),
            "\n".join(_listed(group["label"].to_list())),
            *(f"{row[name]:,}" for name in ("explained", "contradicted", "cannot_tell")),
            ", ".join(wrong) or "–",
        )
        table.add_row(*(Text(plain(cell)) for cell in cells))
    if len(groups) > _SHOWN_GROUPS:
        table.caption = f"… and {len(groups) - _SHOWN_GROUPS} more; --format json or csv has them all"
    return table


def _said(rules: InferredRules) -> Iterator[str]:
    if rules.sampled < rules.hands:
        yield f"Tried on {rules.sampled:,} of {counted(rules.hands, 'hand')}: tables at equal distances."
    first = rules.ranking.filter(rules.ranking["group"] == 1)
    best, *ties = first["label"]
    if not first["explained"][0]:
        yield "No rule set explains any hand."
    elif ties:
        yield f"No hand of the sample tells {best} from {', '.join(ties)}."
    if rules.undealt:
        yield f"None of the hands can be dealt under {', '.join(rules.undealt)}."
    if rules.finding.height:
        yield rules.finding["reason"][0]
    elif first["explained"][0]:
        yield "The rules that the hands are settled under explain as much, but for a hand or two at most."


def _comparisons(rules: InferredRules) -> Iterator[RenderableType]:
    from rich.table import Table
    from rich.text import Text

    for left, right, separating, left_explains, right_explains in rules.comparisons.iter_rows():
        table = Table(
            title=Text(
                plain(
                    f"{counted(separating, 'hand')} that separate{'s' * (separating == 1)} A, {left}, from B, {right}:"
                    f" A alone explains {left_explains:,}, B alone {right_explains:,}"
                )
            ),
            title_justify="left",
        )
        for heading in ("hand", "place", "player", "claim", "claimed", "A gives", "B gives"):
            table.add_column(heading, overflow="fold")
        shown = rules.separating.filter(
            (rules.separating["left"] == left) & (rules.separating["right"] == right)
        )
        for row in shown.iter_rows(named=True):
            sheet = [] if row["sheet"] is None else [f"sheet {row['sheet']!r}"]
            line = [] if row["line"] is None else [f"line {row['line']}"]
            told = ("name", "claim", "claimed", "left_gives", "right_gives")
            cells = (
                row["hand"],
                ", ".join([row["file"], *sheet, *line]),
                *(row[name] or "–" for name in told),
            )
            table.add_row(*(Text(plain(cell)) for cell in cells))
        more = separating - shown["hand_id"].n_unique()
        if more:
            table.caption = f"… and {counted(more, 'more hand')}"
        yield table


def _listed(labels: list[str]) -> list[str]:
    more = len(labels) - _SHOWN_TIES
    return labels if more <= 1 else [*labels[:_SHOWN_TIES], f"and {more} more"]
