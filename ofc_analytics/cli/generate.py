"""`ofc generate`: realistic hands at any size, with planted faults where they are wanted."""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path  # noqa: TC003 (typer reads the annotations)
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_analytics.cli.options import OutputFormat, OutputOption, SetOption
from ofc_analytics.cli.output import write_frame, write_pieces
from ofc_analytics.cli.overwriting import refuse_overwriting
from ofc_analytics.errors import OfcError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import polars as pl

    from ofc_analytics.rules import RuleSet

__all__ = ["generate"]

_RANGE = re.compile(r"([2-4])(?:-([2-4]))?")


class HandsFormat(StrEnum):
    """What hands are written as."""

    ofc_json = "ofc-json"
    parquet = "parquet"


def generate(
    hands: Annotated[int, typer.Option("--hands", min=1, metavar="N", help="How many hands.")] = 1_000,
    rules: Annotated[
        str, typer.Option("--rules", metavar="NAME|FILE.toml", help="Rule set; see: ofc rules list.")
    ] = "american-pineapple",
    overrides: SetOption = None,
    players: Annotated[
        str | None,
        typer.Option(
            "--players",
            metavar="2|3|4|2-4",
            help="Players of a table; as many as the rules seat if not given.",
        ),
    ] = None,
    tables: Annotated[
        int, typer.Option("--tables", min=1, max=100_000, metavar="N", help="Tables side by side.")
    ] = 10,
    session_hands: Annotated[
        int, typer.Option("--session-hands", min=1, max=1_000_000, metavar="N", help="Hands of a session.")
    ] = 50,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same hands.")] = 0,
    faults: Annotated[
        list[str] | None,
        typer.Option(
            "--fault",
            metavar="KIND[=SHARE]",
            help="Plant faults of a kind in a share of the hands (0.01 if not given); repeatable. Kinds: points,"
            " sign, royalty, money, rake, foul-missed, foul-called, fantasyland-denied, fantasyland-granted,"
            " fantasyland-cards, card-twice, discard-back, street-late, streets-swapped, button-stuck,"
            " stack-jump, gap, duplicate.",
        ),
    ] = None,
    planted: Annotated[
        Path | None,
        typer.Option("--planted", metavar="FILE.csv", help="Write there what was planted in which hand."),
    ] = None,
    form: Annotated[
        HandsFormat, typer.Option("--format", help="What to write the hands as.")
    ] = HandsFormat.ofc_json,
    output: OutputOption = None,
) -> None:
    """Play hands by any rule set and write them with their right results, or with faults planted in them.

    Exit code 0: all was written; 2: the call is wrong, or the hands could not be written.
    """
    from ofc_analytics.generate import generate as played
    from ofc_analytics.generate.faults import parse_fault
    from ofc_analytics.generate.lines import ofc_json
    from ofc_analytics.generate.parquet import parquet
    from ofc_analytics.settlement.given import given_rules

    refuse_overwriting([rules], output=output, planted=planted)
    if planted is not None and not faults:
        raise OfcError("--planted goes with --fault: nothing is planted without it")
    shares = dict(map(parse_fault, faults or ()))
    ruleset = given_rules(rules, overrides or ())
    frames = played(
        ruleset,
        hands=hands,
        seed=seed,
        players=_players(players),
        tables=tables,
        session_hands=session_hands,
    )
    told: list[pl.DataFrame] = []
    if shares:
        frames = _with_faults(frames, shares, ruleset, seed, told)
    with _progress(hands) as advance:
        counted = _counted(frames, advance)
        if form is HandsFormat.parquet:
            write_pieces(parquet(counted), output, binary=True)
        else:
            write_pieces(map(ofc_json, counted), output)
    if planted is not None:
        _write_planted(told, planted)


def _players(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    match = _RANGE.fullmatch(text.strip())
    if match is None:
        raise OfcError(f"--players {text}: expected 2, 3 or 4, or a range such as 2-4")
    return int(match[1]), int(match[2] or match[1])


def _with_faults(
    frames: Iterator[pl.DataFrame],
    shares: dict[str, float],
    rules: RuleSet,
    seed: int,
    told: list[pl.DataFrame],
) -> Iterator[pl.DataFrame]:
    from ofc_analytics.generate.faults import plant

    for number, frame in enumerate(frames):
        faulty, planted = plant(frame, shares, rules=rules, seed=(seed, number))
        told.append(planted)
        yield faulty


def _write_planted(told: list[pl.DataFrame], file: Path) -> None:
    import polars as pl

    write_frame(pl.concat(told), OutputFormat.csv, file)


def _counted(frames: Iterator[pl.DataFrame], advance: Callable[[int], None]) -> Iterator[pl.DataFrame]:
    for frame in frames:
        yield frame
        advance(frame.height)


@contextmanager
def _progress(hands: int) -> Iterator[Callable[[int], None]]:
    """A bar on stderr while people wait; nothing where stderr is no terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _hands: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.completed:,} of {task.total:,} hands"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("hands", total=hands)
        yield lambda done: progress.advance(task, done)
