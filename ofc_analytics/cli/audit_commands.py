"""Commands that an audit names: the one that explains a hand, and the one that repeats the audit."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
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

    @property
    def rules_file(self) -> str | None:
        """The file of the rules, where they are no set that comes with the library."""
        path = self.rules is not None and (
            self.rules.endswith(".toml") or Path(self.rules).name != self.rules
        )
        return self.rules if path else None

    def with_rules(self, file: str) -> Call:
        """The same with another file of the same rules."""
        return replace(self, rules=file)

    def repeat(self) -> str:
        """The command that does it again."""
        return shlex.join(["ofc", "audit", *self._paths(), *self._options(), *self.more])

    def explaining(self, found: pl.DataFrame) -> pl.DataFrame:
        """Findings whose ``explain`` names the same rules and what was given: the hand's file if that was read, else all."""
        import polars as pl

        from ofc_analytics.audit.findings import command_of

        everything = pl.format("ofc explain {} --hand {}", pl.lit(shlex.join(self._paths())), "hand_id")
        command = (
            pl.when(pl.col("file").is_in(self._files()))
            .then(command_of(pl.col("file"), pl.col("hand_id")))
            .otherwise(everything)
        )
        options = shlex.join(self._options())
        return found.with_columns(explain=pl.concat_str(command, pl.lit(f" {options}" if options else "")))

    def placed(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Rows with a ``file``, which in an archive is named after the archive, as that of a member is: ``club.duckdb/night.csv``.

        Of several archives none is named, for a hand does not tell which it comes from.
        """
        import polars as pl

        from ofc_analytics.archive import is_archive
        from ofc_analytics.formats.opening import STDIN

        files = self._files()
        archives = [file for file in files if is_archive(file)]
        if len(archives) != 1:
            return frame
        members = (pl.col("file").str.starts_with(f"{file}/") for file in files)
        read = pl.any_horizontal(pl.col("file").is_in([*files, STDIN]), *members)
        return frame.with_columns(
            file=pl.when(read).then("file").otherwise(pl.format("{}/{}", pl.lit(archives[0]), "file"))
        )

    def _files(self) -> list[str]:
        """What was read, file by file."""
        from ofc_analytics.formats.opening import list_files

        return [
            file for file in list_files(path for path in self.paths if path != "-") if isinstance(file, str)
        ]

    def _paths(self) -> list[str]:
        return [f"./{path}" if path.startswith("-") and path != "-" else path for path in self.paths]

    def _options(self) -> list[str]:
        rules = [] if self.rules is None else ["--rules", self.rules]
        form = [] if self.input_format is None else ["--input-format", self.input_format]
        return [*rules, *(part for one in self.overrides for part in ("--set", one)), *form]
