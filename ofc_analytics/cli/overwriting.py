"""No command may write over what it reads, nor two results into one file."""

from __future__ import annotations

import os
import sys
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from ofc_analytics.cli.options import STANDARD
from ofc_analytics.errors import OfcError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["refuse_overwriting"]


def refuse_overwriting(
    read: Iterable[str | None],
    *,
    output: Path | None = None,
    issues: Path | None = None,
    carry: Path | None = None,
    planted: Path | None = None,
) -> None:
    """Refuse to write where something is read, or twice to one place, before either is touched.

    Parameters
    ----------
    read
        Files and folders that are read, ``"-"`` for standard input. A name that is no file, such as that of a
        rule set, does no harm.
    output, issues, carry, planted
        What will be written.

    Raises
    ------
    OfcError
        Naming the option and the file.
    """
    named = (("--output", output), ("--issues", issues), ("--carry", carry), ("--planted", planted))
    written = [(option, file) for option, file in named if file not in {None, STANDARD} and _is_plain(file)]
    for (first, one), (second, other) in combinations(written, 2):
        if one.resolve() == other.resolve() or _is_same(_status(one), _status(other)):
            raise OfcError(f"{first} and {second} are the same file, {other}")
    there = [(option, file, status) for option, file in written if (status := _status(file)) is not None]
    for path in filter(None, read) if there else ():
        for name, found in _files(path):
            for option, file, status in there:
                if _is_same(status, found):
                    raise OfcError(
                        f"{option} {file} would overwrite {name}, which is read: name another file"
                    )


def _is_plain(file: Path) -> bool:
    """Whether writing changes what is there; it does not for a terminal or /dev/null."""
    try:
        return not file.exists() or file.is_file()
    except OSError:
        return False  # opening it says why


def _files(path: str) -> Iterator[tuple[str, os.stat_result | None]]:
    if path == "-":
        try:
            yield "standard input", os.fstat(sys.stdin.fileno())
        except (AttributeError, OSError):
            return
    elif os.path.isdir(path):  # noqa: PTH112 (Path.is_dir raises where a parent folder may not be entered)
        for place, _, names in os.walk(path):
            for name in names:
                yield (file := str(Path(place, name))), _status(file)
    else:
        yield path, _status(path)


def _status(file: str | Path) -> os.stat_result | None:
    try:
        return Path(file).stat()
    except (OSError, ValueError):
        return None


def _is_same(one: os.stat_result | None, other: os.stat_result | None) -> bool:
    return one is not None and other is not None and os.path.samestat(one, other)
