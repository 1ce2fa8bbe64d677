"""`ofc rules`: which rule sets there are, what one says, how two differ, and whether a file is sound."""

from __future__ import annotations

import json
from collections import defaultdict
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_analytics.cli.options import DISAGREES, FormatOption, OutputFormat, OutputOption, SetOption
from ofc_analytics.cli.output import plain, write_frame, write_lines, write_renderables, write_text
from ofc_analytics.cli.overwriting import refuse_overwriting

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import polars as pl
    from rich.console import RenderableType

    from ofc_analytics.rules import CheckedRules, Difference, RuleSet

__all__ = ["app"]

app = typer.Typer(help="Rule sets: list them, show one, compare two, check a file.", no_args_is_help=True)
_NameArgument = Annotated[str, typer.Argument(metavar="NAME|FILE.toml", help="A rule set.")]


@app.command("list")
def list_sets(form: FormatOption = OutputFormat.text, output: OutputOption = None) -> None:
    """List the rule sets that come with the library.

    Sets with one fingerprint settle every hand alike; the last column names them.
    """
    import polars as pl

    from ofc_analytics.rules import load_rules, rule_set_names

    sets = [load_rules(name) for name in rule_set_names()]
    alike = defaultdict(list)
    for rules in sets:
        alike[rules.fingerprint].append(rules.name)
    frame = pl.DataFrame(
        {
            "name": [rules.name for rules in sets],
            "title": [rules.title for rules in sets],
            "variant": [rules.variant for rules in sets],
            "players": ["{} to {}".format(*rules.deal.players) for rules in sets],
            "confidence": [rules.provenance.confidence for rules in sets],
            "fingerprint": [rules.fingerprint for rules in sets],
            "same_as": [
                ", ".join(name for name in alike[rules.fingerprint] if name != rules.name) for rules in sets
            ],
        }
    )
    if form is not OutputFormat.text:
        write_frame(frame, form, output)
        return
    write_renderables([_table(frame.columns, frame.iter_rows())], output)


@app.command("show")
def show(
    name: _NameArgument,
    overrides: SetOption = None,
    form: FormatOption = OutputFormat.text,
    output: OutputOption = None,
) -> None:
    """Show every rule of a set, what it means, where it comes from and what is uncertain."""
    import polars as pl

    from ofc_analytics.rules import load_rules, told_rules

    refuse_overwriting([name], output=output)
    rules = load_rules(name, overrides or ())
    frame = pl.DataFrame(list(told_rules(rules)), schema=["key", "value", "meaning"], orient="row")
    if form is OutputFormat.text:
        write_renderables(_page(rules, frame), output)
    elif form is OutputFormat.json:
        write_text(rules.model_dump_json(), output)
    else:
        write_frame(frame, form, output)


@app.command("diff")
def diff_sets(
    left: _NameArgument,
    right: _NameArgument,
    form: FormatOption = OutputFormat.text,
    output: OutputOption = None,
) -> None:
    """Tell on which rules two sets differ and what each can change; exit code 1 if they do.

    The settings that are shown, given to the left set with --set, make it the right one.
    """
    from ofc_analytics.rules import diff, load_rules

    refuse_overwriting([left, right], output=output)
    one, other = load_rules(left), load_rules(right)
    differences = diff(one, other)
    if form is OutputFormat.text:
        write_renderables(_diff_page((left, one), (right, other), differences), output)
    elif form is OutputFormat.json:
        write_lines(map(_json, map(_difference_fields, differences)), output)
    else:
        write_frame(_differences_frame(differences), form, output)
    if differences:
        raise typer.Exit(DISAGREES)


@app.command("check")
def check(
    file: Annotated[str, typer.Argument(metavar="FILE.toml", help="A house's own rules.")],
    form: FormatOption = OutputFormat.text,
    output: OutputOption = None,
) -> None:
    """Check a rule file: every fault with its line, else what it extends, changes and leaves uncertain."""
    from ofc_analytics.rules import check_rules

    refuse_overwriting([file], output=output)
    checked = check_rules(file)
    if form is OutputFormat.text:
        write_renderables(_check_page(file, checked), output)
    elif form is OutputFormat.json:
        write_text(_json(_check_fields(file, checked)), output)
    else:
        write_frame(_differences_frame(checked.changes), form, output)


def _page(rules: RuleSet, frame: pl.DataFrame) -> Iterator[RenderableType]:
    from ofc_analytics.rules import told_note

    yield _line(f"{rules.title} ({rules.name}), fingerprint {rules.fingerprint}")
    yield _table(frame.columns, frame.iter_rows())
    provenance = rules.provenance
    yield _line(f"Source: {provenance.source} ({provenance.date}); confidence {provenance.confidence}")
    for heading, notes in (("Uncertain", provenance.uncertain), ("Assumed", provenance.assumed)):
        for note in notes:
            yield _line(f"{heading}: {told_note(note)}")


def _difference_fields(difference: Difference) -> dict[str, object]:
    return {
        "key": difference.key,
        "left": difference.left,
        "right": difference.right,
        "changes": difference.changes,
        "meaning": difference.meaning,
        "setting": difference.setting,
    }


def _differences_frame(differences: Iterable[Difference]) -> pl.DataFrame:
    import polars as pl

    from ofc_analytics.rules import told_value

    columns = ("key", "left", "right", "changes", "meaning", "setting")
    rows = [
        {name: told_value(value) for name, value in _difference_fields(item).items()} for item in differences
    ]
    return pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String))


def _differences_table(one: str, other: str, differences: Iterable[Difference]) -> RenderableType:
    from ofc_analytics.rules import told_value

    return _table(
        ("rule", one, other, "can change", "meaning"),
        (
            (item.key, told_value(item.left), told_value(item.right), item.changes, item.meaning)
            for item in differences
        ),
    )


def _diff_page(
    left: tuple[str, RuleSet], right: tuple[str, RuleSet], differences: tuple[Difference, ...]
) -> Iterator[RenderableType]:
    for name, rules in (left, right):
        yield _line(f"{name}: {rules.title}, fingerprint {rules.fingerprint}")
    if not differences:
        yield _line("The rules are the same.")
        return
    yield _differences_table(left[0], right[0], differences)
    yield _line(f"To make {left[0]} play like {right[0]}:")
    for item in differences:
        yield _line(f"  --set {quote(item.setting)}")


def _check_page(file: str, checked: CheckedRules) -> Iterator[RenderableType]:
    from ofc_analytics.rules import told_note

    rules = checked.rules
    yield _line(f"{file}: sound. {rules.title} ({rules.name}), fingerprint {rules.fingerprint}")
    if not checked.extends:
        yield _line("It extends nothing: every rule it does not give is at its default.")
    else:
        yield _line(f"It extends {', which extends '.join(checked.extends)}.")
    if checked.changes:
        yield _differences_table(checked.extends[0], rules.name, checked.changes)
    elif checked.extends:
        yield _line(f"It changes no rule of {checked.extends[0]}.")
    for owner, note in checked.doubts:
        yield _line(f"Uncertain{'' if owner == rules.name else f' in {owner}'}: {told_note(note)}")


def _check_fields(file: str, checked: CheckedRules) -> dict[str, object]:
    rules = checked.rules
    return {
        "file": file,
        "name": rules.name,
        "title": rules.title,
        "fingerprint": rules.fingerprint,
        "extends": list(checked.extends),
        "changes": [_difference_fields(item) for item in checked.changes],
        "uncertain": [
            {"rules": owner, "key": note.key, "note": note.note, "otherwise": note.override or None}
            for owner, note in checked.doubts
        ],
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _line(text: str) -> RenderableType:
    from rich.text import Text

    return Text(plain(text))


def _table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> RenderableType:
    from rich.table import Table

    table = Table()
    for heading in headings:
        table.add_column(plain(heading), overflow="fold")
    for row in rows:
        table.add_row(*(_line(cell) for cell in row))
    return table
