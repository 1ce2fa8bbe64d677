"""`ofc rules`: which rule sets there are, and what one of them says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ofc_analytics.cli.options import FormatOption, OutputFormat, OutputOption, SetOption
from ofc_analytics.cli.output import plain, write_frame, write_renderables

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl
    from rich.console import RenderableType

    from ofc_analytics.rules import RuleSet

__all__ = ["app"]

app = typer.Typer(help="Rule sets: list them, show one.", no_args_is_help=True)


@app.command("list")
def list_sets(form: FormatOption = OutputFormat.text, output: OutputOption = None) -> None:
    """List the rule sets that come with the library."""
    import polars as pl

    from ofc_analytics.rules import load_rules, rule_set_names

    sets = [load_rules(name) for name in rule_set_names()]
    frame = pl.DataFrame(
        {
            "name": [rules.name for rules in sets],
            "title": [rules.title for rules in sets],
            "variant": [rules.variant for rules in sets],
            "players": ["{} to {}".format(*rules.deal.players) for rules in sets],
            "confidence": [rules.provenance.confidence for rules in sets],
            "fingerprint": [rules.fingerprint for rules in sets],
        }
    )
    if form is not OutputFormat.text:
        write_frame(frame, form, output)
        return
    from rich.table import Table

    table = Table(*frame.columns)
    for row in frame.iter_rows():
        table.add_row(*row)
    write_renderables([table], output)


@app.command("show")
def show(
    name: Annotated[str, typer.Argument(metavar="NAME|FILE.toml", help="Rule set to show.")],
    overrides: SetOption = None,
    form: FormatOption = OutputFormat.text,
    output: OutputOption = None,
) -> None:
    """Show every rule of a set, what it means, where it comes from and what is uncertain."""
    import polars as pl

    from ofc_analytics.rules import load_rules

    rules = load_rules(name, overrides or ())
    frame = pl.DataFrame(list(_rows(rules)), schema=["key", "value", "meaning"], orient="row")
    if form is OutputFormat.text:
        write_renderables(_page(rules, frame), output)
    elif form is OutputFormat.json:
        from ofc_analytics.cli.output import write_text

        write_text(rules.model_dump_json(), output)
    else:
        write_frame(frame, form, output)


def _rows(rules: RuleSet) -> Iterator[tuple[str, str, str]]:
    """Every rule that is set, as dotted key, value and meaning; tables stand in one row each."""
    from ofc_analytics.rules import rule_keys, table_keys

    meanings = rule_keys()
    tables = table_keys()
    stack = [("", rules.model_dump(mode="json", exclude={"provenance"}))]
    while stack:
        prefix, section = stack.pop()
        nested = []
        for name, value in section.items():
            key = f"{prefix}{name}"
            if isinstance(value, dict) and key not in tables:
                nested.append((f"{key}.", value))
            else:
                yield key, _shown(value), meanings.get(key, "")
        stack.extend(reversed(nested))


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_shown(item)}" for key, item in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(_shown(item) for item in value) or "none"
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _page(rules: RuleSet, frame: pl.DataFrame) -> Iterator[RenderableType]:
    from rich.table import Table
    from rich.text import Text

    yield Text(plain(f"{rules.title} ({rules.name}), fingerprint {rules.fingerprint}"))
    table = Table()
    for heading in frame.columns:
        table.add_column(heading, overflow="fold")
    for row in frame.iter_rows():
        table.add_row(*(Text(plain(cell)) for cell in row))
    yield table
    provenance = rules.provenance
    yield Text(plain(f"Source: {provenance.source} ({provenance.date}); confidence {provenance.confidence}"))
    for heading, notes in (("Uncertain", provenance.uncertain), ("Assumed", provenance.assumed)):
        for note in notes:
            yield Text(plain(f"{heading}: {note.key}: {note.note}"))
