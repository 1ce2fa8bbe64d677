"""The evidence folder of `ofc audit`: everything that a third person needs to check the findings, and nothing that changes from run to run."""

from __future__ import annotations

import hashlib
import json
import platform
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ofc_analytics.cli.options import OutputFormat
from ofc_analytics.cli.output import plain, write_frame, write_lines, write_text
from ofc_analytics.errors import OfcError, ParseIssue
from ofc_analytics.folders import refuse_filled
from ofc_analytics.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import polars as pl

    from ofc_analytics.cli.audit_commands import Call
    from ofc_analytics.cli.inputs import Settled
    from ofc_analytics.rules import RuleSet

__all__ = ["MOST_RECEIPTS", "refuse_evidence", "write_evidence"]

MOST_RECEIPTS = 200
"""Hands whose receipts are written, those with the worst findings."""

_SHOWN_INPUTS = 20
_README = """\
What an audit found, and what anyone needs to check it.

findings.jsonl  every finding, a JSON object a line: {findings}
findings.csv    the same for spreadsheets; names are joined by semicolons
{tables}receipts/       the whole arithmetic of hands with findings, as text and as JSON: {receipts}
inputs.json     every file of hands that was read, with its SHA-256 and size in bytes
versions.json   the programs that did it
rules/          each rule set that hands were settled under{inferred}, as one file; its name ends with its fingerprint
command.txt     the command that does it again

To do it again, put into this folder what was read, each file where its path says, and give the command here:
{inputs}

With --evidence and another folder added to the command, the same inputs, rules and versions give the same bytes in every
file there.
"""
_TABLES = {
    "ranking.csv": "rule sets by what they explain of the claims",
    "separating.csv": "hands that tell the best rule set from others",
    "deals.csv": "every test of the deal",
    "pairs.csv": "what flowed between every two players",
    "pair-tests.csv": "every test of two players",
    "pair-tables.csv": "tables of club exports that two players shared",
}


def refuse_evidence(folder: Path, paths: Sequence[str]) -> None:
    """Refuse a folder that holds something, is no folder, or lies where inputs are read.

    Raises
    ------
    OfcError
        Saying which.
    """
    refuse_filled(folder, option="--evidence")
    place = folder.resolve()
    for path in paths:
        with suppress(OSError, ValueError):
            source = Path(path).resolve()
            if path != "-" and source.is_dir() and place.is_relative_to(source):
                raise OfcError(f"--evidence {folder} lies in {path}, which is read; expected another place")


def write_evidence(
    folder: Path,
    findings: pl.DataFrame,
    fields: Sequence[str],
    settled: Settled,
    *,
    call: Call,
    rules: Mapping[str, RuleSet],
    inferred: Sequence[RuleSet] = (),
    tables: Mapping[str, pl.DataFrame] | None = None,
) -> None:
    """Write the folder.

    Parameters
    ----------
    folder
        New or empty, see `refuse_evidence`.
    findings, fields
        Frame of schema `ofc_analytics.audit.Findings`, and its columns to write.
    settled
        The hands.
    call
        How the audit was called; the command that does it again takes rules of a file from the folder.
    rules
        By fingerprint.
    inferred
        The rule sets that rooms were found to play by.
    tables
        What else was asked, by file name; a frame without rows is written as well.

    Raises
    ------
    OfcError
        If it cannot be written.
    """
    from ofc_analytics.rules import load_rules

    try:
        for part in (folder, folder / "receipts", folder / "rules"):
            part.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OfcError(f"--evidence {folder} cannot be made: {error.strerror}") from None
    used = settled.results["fingerprint"].unique().sort()
    own = [rules[fingerprint] for fingerprint in used]
    if call.rules_file is not None:
        own.append(load_rules(call.rules_file))
        call = call.with_rules(f"rules/{_name_of(own[-1])}")
    _write_rules(folder / "rules", [*own, *inferred])
    told = call.explaining(findings).select(fields)
    write_frame(told, OutputFormat.json, folder / "findings.jsonl")
    write_frame(told, OutputFormat.csv, folder / "findings.csv")
    for name, table in (tables or {}).items():
        write_frame(table, OutputFormat.csv, folder / name)
    receipts = _write_receipts(folder / "receipts", findings, settled, rules)
    read = list(_inputs(call.paths, settled.hands))
    _write_json(read, folder / "inputs.json")
    _write_json(_versions(settled.hands), folder / "versions.json")
    write_text(plain(call.repeat()), folder / "command.txt")
    readme = _README.format(
        findings=f"{findings.height:,}",
        receipts=receipts,
        tables="".join(f"{name:<15} {words}\n" for name, words in _TABLES.items() if name in (tables or {})),
        inferred=" or that was inferred" * bool(inferred),
        inputs=_inputs_in_words(read),
    )
    write_lines(plain(readme).splitlines(), folder / "README.txt")


def _write_receipts(
    folder: Path, findings: pl.DataFrame, settled: Settled, rules: Mapping[str, RuleSet]
) -> str:
    """Write the receipts of the worst hands; tell in words how many those are."""
    from ofc_analytics.audit import receipts_of, worst_first

    hands = worst_first(findings)["hand_id"].drop_nulls().unique(maintain_order=True)
    hands = hands.filter(hands.is_in(settled.results["hand_id"].implode()))
    shown = hands.head(MOST_RECEIPTS)
    for number, (hand_id, slip) in enumerate(receipts_of(shown, settled.hands, settled.results, rules), 1):
        name = f"{number:03}-{hand_id}"
        write_text(plain(slip.text()), folder / f"{name}.txt")
        _write_json(slip.as_dict(), folder / f"{name}.json")
    if len(hands) > MOST_RECEIPTS:
        return f"the {MOST_RECEIPTS} worst of {len(hands):,} hands, the worst first"
    return f"{counted(len(hands), 'hand')}, the worst first"


def _inputs(paths: Sequence[str], hands: pl.DataFrame) -> Iterator[dict[str, Any]]:
    from ofc_analytics.formats.opening import STDIN, list_files

    for path in paths:
        if path == "-":
            read = hands["source"].struct.unnest().filter(file=STDIN)["sha256"].unique(maintain_order=True)
            yield {"path": path, "sha256": next(iter(read), None), "size": None}
            continue
        for file in list_files([path]):
            if not isinstance(file, ParseIssue):
                yield _fingerprint(file)


def _inputs_in_words(read: Sequence[Mapping[str, Any]]) -> str:
    lines = [
        f"  {'what is piped in' if one['path'] == '-' else one['path']} (SHA-256 {one['sha256']})"
        for one in read[:_SHOWN_INPUTS]
    ]
    more = len(read) - _SHOWN_INPUTS
    return "\n".join([*lines, *[f"  and {more:,} more, see inputs.json"] * (more > 0)])


def _fingerprint(file: str) -> dict[str, Any]:
    try:
        with Path(file).open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
            return {"path": file, "sha256": digest, "size": stream.tell()}
    except (OSError, ValueError):  # ValueError: a null character in the path
        return {"path": file, "sha256": None, "size": None}


def _versions(hands: pl.DataFrame) -> dict[str, Any]:
    from importlib.metadata import requires, version

    needed = [one for one in requires("ofc-analytics") or () if "extra ==" not in one]
    names = sorted(re.split(r"[^\w.-]", one, maxsplit=1)[0] for one in needed)
    sources = hands["source"].struct.unnest().select("parser", "version").unique().sort("parser", "version")
    return {
        "python": platform.python_version(),
        "packages": {name: version(name) for name in ("ofc-analytics", *names)},
        "parsers": [dict(zip(("parser", "version"), row, strict=True)) for row in sources.iter_rows()],
    }


def _write_rules(folder: Path, rules: Iterable[RuleSet]) -> None:
    from ofc_analytics.rules.writing import toml_text

    for ruleset in {one.fingerprint: one for one in rules}.values():
        write_text(toml_text(ruleset).rstrip("\n"), folder / _name_of(ruleset))


def _name_of(ruleset: RuleSet) -> str:
    name = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in ruleset.name)
    return f"{name[:60]}-{ruleset.fingerprint}.toml"


def _write_json(content: object, file: Path) -> None:
    write_text(json.dumps(content, indent=2), file)
