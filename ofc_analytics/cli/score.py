"""`ofc score`: one to four boards, settled at once. It must answer fast, so no frame library is loaded."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_analytics.cli.options import FormatOption, OutputFormat, OutputOption, RulesOption, SetOption
from ofc_analytics.cli.output import plain, write_frame, write_text
from ofc_analytics.cli.overwriting import refuse_overwriting
from ofc_analytics.errors import OfcError

if TYPE_CHECKING:
    import polars as pl

    from ofc_analytics.settlement.receipt import Receipt

__all__ = ["score"]


def score(
    boards: Annotated[
        list[str],
        typer.Argument(metavar="BOARD...", help="One to four boards, each 'top / middle / bottom'."),
    ],
    names: Annotated[str | None, typer.Option("--names", metavar="A,B", help="Names of the players.")] = None,
    unit: Annotated[
        str | None, typer.Option("--unit", metavar="MONEY", help="Money one point is worth.")
    ] = None,
    stacks: Annotated[
        str | None,
        typer.Option(
            "--stacks", metavar="300,400", help="What each player has; nothing between commas: no limit."
        ),
    ] = None,
    button: Annotated[
        int | None, typer.Option("--button", metavar="SEAT", help="Seat of the button.")
    ] = None,
    fantasyland: Annotated[
        str | None, typer.Option("--fantasyland", metavar="1,3", help="Seats that are in Fantasyland now.")
    ] = None,
    declared: Annotated[
        list[str] | None,
        typer.Option(
            "--declared", metavar="SEAT=NATURAL", help="Natural a seat declared (closed game); repeatable."
        ),
    ] = None,
    rules: RulesOption = None,
    overrides: SetOption = None,
    form: FormatOption = OutputFormat.text,
    output: OutputOption = None,
) -> None:
    """Score one to four boards against each other; one alone is judged by itself."""
    from ofc_analytics.settlement.one_hand import score_boards

    refuse_overwriting([rules], output=output)
    slip = score_boards(
        boards,
        rules=rules or "american-pineapple",
        overrides=overrides or (),
        names=None if names is None else _split(names),
        unit=unit,
        stacks=None if stacks is None else [part.strip() for part in stacks.split(",")],
        button=button,
        fantasyland=[_seat(text) for text in _split(fantasyland or "")],
        declared=dict(map(_declaration, declared or ())),
    )
    if form is OutputFormat.json:
        write_text(json.dumps(slip.as_dict(), ensure_ascii=False), output)
    elif form is OutputFormat.text:
        write_text(plain(slip.text()), output)
    else:
        write_frame(_boards(slip), form, output)


def _boards(slip: Receipt) -> pl.DataFrame:
    from ofc_analytics.settlement.receipt_frame import results_of
    from ofc_analytics.settlement.tables import boards

    return boards(results_of(slip))


def _split(text: str) -> list[str]:
    valid = text.encode(errors="replace").decode()  # what was typed need not be UTF-8
    return [part.strip() for part in valid.split(",") if part.strip()]


def _seat(text: str) -> int:
    if not text.isdecimal():
        raise OfcError(f"{text!r} is not a seat; expected a number from 1")
    return int(text)


def _declaration(text: str) -> tuple[int, str]:
    seat, equals, natural = text.partition("=")
    if not equals:
        raise OfcError(f"--declared {text!r}: expected SEAT=NATURAL, such as 1=six-pairs")
    return _seat(seat.strip()), natural.strip().replace(" ", "-")
