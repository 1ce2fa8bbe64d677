"""What `ofc audit --infer-rules` shows: which rules a room plays by, and what tells them from others."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ofc_analytics.cli.output import plain, say
from ofc_analytics.errors import OfcError, SettlementError
from ofc_analytics.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import polars as pl
    from rich.console import RenderableType

    from ofc_analytics.audit.inferring import InferredRules

__all__ = ["Inferred", "inferred_rules", "ranking_rows", "rules_tables"]

_SHOWN_GROUPS = 10
_SHOWN_TIES = 6
_GAME = ("room", "variant")
_WRONG = ("points", "net", "royalties", "foul", "fantasyland")


class Inferred(NamedTuple):
    """The rules of one game in one room; each None where hands do not say."""

    room: str | None
    variant: str | None
    rules: InferredRules


def inferred_rules(hands: pl.DataFrame, rules: str | None, overrides: Sequence[str]) -> list[Inferred]:
    """Infer the rules of each room and game by itself; say which claim nothing.

    Raises
    ------
    OfcError
        If no rules could be inferred at all.
    """
    from ofc_analytics.audit.inferring import infer_rules

    inferred = []
    for part in hands.partition_by(_GAME, maintain_order=True):
        room, variant = part.select(_GAME).row(0)
        try:
            inferred.append(Inferred(room, variant, infer_rules(part, rules=rules, overrides=overrides)))
        except SettlementError as error:
            say(f"{_title(room, variant)}: {error}")
    if not inferred:
        raise OfcError("no rules could be inferred: they are told by what a source claims of its hands")
    return inferred


def ranking_rows(inferred: Sequence[Inferred]) -> pl.DataFrame:
    """A row a candidate, room and game."""
    import polars as pl

    return pl.concat(
        one.rules.ranking.select(
            pl.lit(one.room, pl.String).alias("room"),
            pl.lit(one.variant, pl.String).alias("variant"),
            pl.all(),
        )
        for one in inferred
    )


def rules_tables(inferred: Sequence[Inferred]) -> Iterator[RenderableType]:
    """Each ranking, what separates its best, and what nothing separates."""
    from rich.text import Text

    for room, variant, rules in inferred:
        yield _ranking(_title(room, variant), rules)
        yield Text(plain("\n".join(_said(rules))))
        yield from _comparisons(rules)


def _title(room: str | None, variant: str | None) -> str:
    game = ", ".join(part for part in (room, variant) if part is not None)
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
        wrong = [f"{claim} {row[f'wrong_{claim}']}" for claim in _WRONG if row[f"wrong_{claim}"]]
        wrong += [f"deal {row['not_dealt']}"] * bool(row["not_dealt"])
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
    best, *ties = rules.ranking.filter(rules.ranking["group"] == 1)["label"]
    if ties:
        yield f"No hand of the sample tells {best} from {', '.join(ties)}."
    if rules.undealt:
        yield f"None of the hands can be dealt under {', '.join(rules.undealt)}."
    yield (
        rules.finding["reason"][0]
        if rules.finding.height
        else ("The rules that the hands are settled under explain as much, but for a hand or two at most.")
    )


def _comparisons(rules: InferredRules) -> Iterator[RenderableType]:
    from rich.table import Table
    from rich.text import Text

    for left, right, separating, left_explains, right_explains in rules.comparisons.iter_rows():
        table = Table(
            title=Text(
                plain(
                    f"{counted(separating, 'hand')} that separate A, {left}, from B, {right}:"
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
