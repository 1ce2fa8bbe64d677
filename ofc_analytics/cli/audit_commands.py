"""Commands that an audit names: the one that explains a hand, and the one that repeats the audit."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

__all__ = ["Call"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """How `ofc audit` was called, as far as another command must be called alike.

    Attributes
    ----------
    paths, rules, overrides, input_format
        As given.
    more
        Options of the audit itself.
    """

    paths: Sequence[str]
    rules: str | None
    overrides: Sequence[str]
    input_format: str | None
    more: Sequence[str] = ()

    def repeat(self) -> str:
        """The command that does it again."""
        return shlex.join(["ofc", "audit", *self._paths(), *self._options(), *self.more])

    def explaining(self, found: pl.DataFrame) -> pl.DataFrame:
        """Findings whose ``explain`` names the same rules, and all inputs where the hand's file is not there by itself."""
        import polars as pl

        from ofc_analytics.audit.findings import command_of

        files = found["file"].unique()
        apart = [file for file in files if not _is_there(file)]
        everything = pl.format("ofc explain {} --hand {}", pl.lit(shlex.join(self._paths())), "hand_id")
        command = (
            pl.when(pl.col("file").is_in(apart))
            .then(everything)
            .otherwise(command_of(pl.col("file"), pl.col("hand_id")))
        )
        options = shlex.join(self._options())
        return found.with_columns(explain=pl.concat_str(command, pl.lit(f" {options}" if options else "")))

    def _paths(self) -> list[str]:
        return [f"./{path}" if path.startswith("-") and path != "-" else path for path in self.paths]

    def _options(self) -> list[str]:
        rules = [] if self.rules is None else ["--rules", self.rules]
        form = [] if self.input_format is None else ["--input-format", self.input_format]
        return [*rules, *(part for one in self.overrides for part in ("--set", one)), *form]


def _is_there(file: str) -> bool:
    try:
        return Path(file).is_file()
    except (OSError, ValueError):
        return False
