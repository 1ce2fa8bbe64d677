"""`ofc stats`: win rate, foul rate, Fantasyland and much more, with their uncertainty."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_analytics.cli.inputs import settle_paths
from ofc_analytics.cli.options import (
    DISAGREES,
    FormatOption,
    InputFormatOption,
    IssuesOption,
    OutputFormat,
    OutputOption,
    PathsArgument,
    RulesOption,
    SetOption,
    StrictOption,
)
from ofc_analytics.cli.output import say, write_frame, write_renderables
from ofc_analytics.cli.overwriting import refuse_overwriting
from ofc_analytics.errors import QuestionError
from ofc_analytics.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from ofc_analytics.statistics import Question, Study

__all__ = ["stats"]

MAIN = ("points", "foul_rate", "fantasyland_rate", "entry_rate")


class Cluster(StrEnum):
    """What hands are independent between."""

    chain = "chain"
    session = "session"


def _list(wanted: bool) -> None:
    if wanted:
        from ofc_analytics.cli.stats_tables import names_page

        write_renderables(names_page(), None)
        raise typer.Exit


_MetricOption = Annotated[
    list[str] | None, typer.Option("--metric", metavar="NAME", help="Count this; repeatable; see --list.")
]
_ByOption = Annotated[
    list[str] | None,
    typer.Option("--by", metavar="DIMENSION", help="Split by this, not by player; repeatable; see --list."),
]
_WhereOption = Annotated[
    list[str] | None,
    typer.Option(
        "--where",
        metavar="DIMENSION=VALUE",
        help="Only such hands; repeatable: of one dimension either value, of several each.",
    ),
]
_QuestionsOption = Annotated[
    Path | None,
    typer.Option("--questions", metavar="FILE.toml", help="Ask the questions of this file instead."),
]
_ClusterOption = Annotated[
    Cluster,
    typer.Option("--cluster", help="What intervals take as independent: Fantasyland chains, or sessions."),
]
_AnytimeOption = Annotated[
    bool, typer.Option("--anytime", help="Wider intervals, which hold however often one looks.")
]
_ListOption = Annotated[
    bool,
    typer.Option("--list", callback=_list, is_eager=True, help="List all metrics and dimensions, and stop."),
]


def stats(
    paths: PathsArgument,
    metrics: _MetricOption = None,
    by: _ByOption = None,
    where: _WhereOption = None,
    questions: _QuestionsOption = None,
    cluster: _ClusterOption = Cluster.chain,
    anytime: _AnytimeOption = False,
    rules: RulesOption = None,
    overrides: SetOption = None,
    form: FormatOption = OutputFormat.text,
    output: OutputOption = None,
    input_format: InputFormatOption = None,
    strict: StrictOption = False,
    issues: IssuesOption = None,
    _listed: _ListOption = False,
) -> None:
    """Win rate, foul rate and Fantasyland of each player, or any metric by any dimension, with 95 % intervals."""
    from ofc_analytics.cli.stats_tables import answer_page, players_page
    from ofc_analytics.settlement.copies import without_copies
    from ofc_analytics.statistics import Study

    refuse_overwriting(
        [*paths, rules, None if questions is None else str(questions)], output=output, issues=issues
    )
    plainly = not (metrics or by or where or questions or anytime or cluster is not Cluster.chain)
    asked = _questions(metrics or (), by or (), where or (), questions)
    settled = settle_paths(
        paths, rules=rules, overrides=overrides, input_format=input_format, strict=strict, issues_file=issues
    )
    once = without_copies(settled.results)
    if once.height < settled.results.height:
        say(f"ofc: counted once, though here twice: {counted(settled.results.height - once.height, 'hand')}")
    study = Study(once, settled.hands, cluster=cluster.value, anytime=anytime)
    for question in asked:
        study.check_names(question)
    if form is not OutputFormat.text:
        frame = _players(study, form) if plainly else _answers(study, asked, form)
        write_frame(frame, form, output)
    elif plainly:
        write_renderables(players_page(study.ask(asked[0])), output)
    else:
        write_renderables(
            (
                part
                for question in asked
                for part in answer_page(question, study.ask(question), cluster.value)
            ),
            output,
        )
    if settled.problems["error"]:
        raise typer.Exit(DISAGREES)


def _questions(
    metrics: Sequence[str], by: Sequence[str], where: Sequence[str], file: Path | None
) -> tuple[Question, ...]:
    """What is asked; without a metric the main ones."""
    from ofc_analytics.statistics import Question, load_questions

    if file is not None:
        if metrics or by or where:
            raise QuestionError("--questions asks what its file says: leave out --metric, --by and --where")
        return load_questions(file)
    chosen: dict[str, list[str]] = {}
    for text in where:
        name, mark, value = text.partition("=")
        if not mark:
            raise QuestionError(f"--where {text!r}: expected DIMENSION=VALUE, such as position=button")
        chosen.setdefault(name, []).append(value)
    question = Question(tuple(metrics) or MAIN, tuple(by) or "player", chosen)
    question.check()
    return (question,)


def _players(study: Study, form: OutputFormat) -> pl.DataFrame:
    """One row a player; money as an exact decimal, in JSON as text with the currency's places."""
    import polars as pl

    from ofc_analytics.settlement.claims import money_text
    from ofc_analytics.settlement.tables import decimal
    from ofc_analytics.statistics import players

    frame = players(study.results)
    if form is OutputFormat.json:
        return frame.with_columns(money_text(pl.col("net"), pl.col("exponent")).alias("net"))
    return frame.with_columns(decimal("net", frame))


def _answers(study: Study, asked: Sequence[Question], form: OutputFormat) -> pl.DataFrame:
    """Answers one below the other; money in whole units of its currency, in JSON the exact total as text."""
    import polars as pl

    from ofc_analytics.settlement.claims import money_text
    from ofc_analytics.settlement.tables import decimal
    from ofc_analytics.statistics import Answers

    answers = [study.ask(question).with_columns(question=pl.lit(question.title)) for question in asked]
    frame = pl.concat(answers, how="diagonal")
    numbers = list(Answers.column_names())
    groups = [name for name in frame.columns if name not in {"question", *numbers}]
    frame = frame.select("question", "metric", *groups, *numbers[1:])
    if len(asked) == 1 and not asked[0].title:
        frame = frame.drop("question")
    if "exponent" not in groups:
        return frame
    exact = frame.with_columns(pl.col("exponent").fill_null(0))
    text = money_text(pl.col("total"), pl.col("exponent")).alias("total")
    total = exact.select(text if form is OutputFormat.json else decimal("total", exact)).to_series()
    return frame.with_columns(
        pl.col("value", "low", "high") / pl.lit(10.0).pow(pl.col("exponent").fill_null(0)), total
    )
