"""The evidence folder of `ofc audit`: everything that a third person needs to check the findings, and nothing that changes from run to run."""

from __future__ import annotations

import hashlib
import json
import platform
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ofc_analytics.cli.options import OutputFormat
from ofc_analytics.cli.output import plain, write_frame, write_lines, write_text
from ofc_analytics.errors import OfcError, ParseIssue
from ofc_analytics.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import polars as pl

    from ofc_analytics.cli.inputs import Settled
    from ofc_analytics.rules import RuleSet

__all__ = ["MOST_RECEIPTS", "refuse_evidence", "write_evidence"]

MOST_RECEIPTS = 200
"""Hands whose receipts are written, those with the worst findings."""

_DISTRIBUTIONS = ("ofc-analytics", "polars", "numpy", "pyarrow", "dataframely", "pydantic")
_README = """\
What an audit found, and what anyone needs to check it.

findings.jsonl  every finding, a JSON object a line: {findings}
findings.csv    the same for spreadsheets; lists are joined by slashes
receipts/       the whole arithmetic of hands with findings, as text and as JSON: {receipts}
inputs.json     every file that was read, with its SHA-256 and size in bytes
versions.json   the programs that did it
rules/          each rule set that hands were settled under, as one file; its name ends with its fingerprint
command.txt     the command that does it again, in the folder in which it was given

The same inputs, rules and versions give the same bytes in every file here.
"""


def refuse_evidence(folder: Path, paths: Sequence[str]) -> None:
    """Refuse a folder that holds something, is no folder, or lies where inputs are read.

    Raises
    ------
    OfcError
        Saying which.
    """
    try:
        if folder.exists() and not folder.is_dir():
            raise OfcError(f"--evidence {folder} is a file; expected a folder that is new or empty")
        if folder.is_dir() and any(folder.iterdir()):
            raise OfcError(f"--evidence {folder} is not empty; expected a folder that is new or empty")
        place = folder.resolve()
    except OSError as error:
        raise OfcError(f"--evidence {folder}: {error.strerror}") from None
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
    rules: Mapping[str, RuleSet],
    paths: Sequence[str],
    rules_file: str | None,
    command: str,
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
    rules
        By fingerprint.
    paths, rules_file
        What was read.
    command
        What does it again.

    Raises
    ------
    OfcError
        If it cannot be written.
    """
    try:
        for part in (folder, folder / "receipts", folder / "rules"):
            part.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OfcError(f"--evidence {folder} cannot be made: {error.strerror}") from None
    told = findings.select(fields)
    write_frame(told, OutputFormat.json, folder / "findings.jsonl")
    write_frame(told, OutputFormat.csv, folder / "findings.csv")
    receipts = _write_receipts(folder / "receipts", findings, settled, rules)
    _write_json(list(_inputs(paths, rules_file, settled.hands)), folder / "inputs.json")
    _write_json(_versions(settled.hands), folder / "versions.json")
    _write_rules(folder / "rules", settled.results, rules)
    write_text(plain(command), folder / "command.txt")
    readme = _README.format(findings=f"{findings.height:,}", receipts=receipts)
    write_lines(readme.splitlines(), folder / "README.txt")


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


def _inputs(paths: Sequence[str], rules_file: str | None, hands: pl.DataFrame) -> Iterator[dict[str, Any]]:
    from ofc_analytics.formats.opening import STDIN, list_files

    for path in paths:
        if path == "-":
            read = hands["source"].struct.unnest().filter(file=STDIN)["sha256"].unique(maintain_order=True)
            yield {"path": path, "sha256": next(iter(read), None), "size": None}
            continue
        for file in list_files([path]):
            if not isinstance(file, ParseIssue):
                yield _fingerprint(file)
    if rules_file is not None and Path(rules_file).is_file():
        yield _fingerprint(rules_file)


def _fingerprint(file: str) -> dict[str, Any]:
    try:
        with Path(file).open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
            return {"path": file, "sha256": digest, "size": stream.tell()}
    except (OSError, ValueError):  # ValueError: a null character in the path
        return {"path": file, "sha256": None, "size": None}


def _versions(hands: pl.DataFrame) -> dict[str, Any]:
    from importlib.metadata import version

    sources = hands["source"].struct.unnest().select("parser", "version").unique().sort("parser", "version")
    return {
        "python": platform.python_version(),
        "packages": {name: version(name) for name in _DISTRIBUTIONS},
        "parsers": [dict(zip(("parser", "version"), row, strict=True)) for row in sources.iter_rows()],
    }


def _write_rules(folder: Path, results: pl.DataFrame, rules: Mapping[str, RuleSet]) -> None:
    from ofc_analytics.rules.writing import toml_text

    for fingerprint in results["fingerprint"].unique().sort():
        ruleset = rules[fingerprint]
        name = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in ruleset.name)
        write_text(toml_text(ruleset).rstrip("\n"), folder / f"{name[:60]}-{fingerprint}.toml")


def _write_json(content: object, file: Path) -> None:
    write_text(json.dumps(content, indent=2), file)
