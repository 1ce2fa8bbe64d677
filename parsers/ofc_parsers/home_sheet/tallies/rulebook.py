"""The rule sets that the hands of a sheet are played by."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ofc_analytics.errors import LookupFailedError, ParseIssue, RulesError
from ofc_analytics.settlement.given import given_rules
from ofc_analytics.settlement.grouping import rules_of
from ofc_parsers.home_sheet.vocabulary import VARIANTS, Field

if TYPE_CHECKING:
    from ofc_analytics.rules import RuleSet
    from ofc_analytics.settlement.given import Overrides
    from ofc_parsers.home_sheet.tallies.lines import Line, Report
    from ofc_parsers.spreadsheets.grid import Cell

__all__ = ["Rulebook"]

_A_FILE = re.compile(r"[/\\]|\.toml$")


@dataclass(slots=True)
class Rulebook:
    """The rule sets that lines name, each loaded once; `rules` and `overrides` are the caller's, and come first."""

    report: Report
    rules: str | None = None
    overrides: Overrides = ()
    _known: dict[tuple[str | None, str | None], RuleSet | None] = field(default_factory=dict)

    def of(self, line: Line) -> RuleSet | None:
        """Rules that hold for a line; None, and an issue, where they cannot be known."""
        named, variant = line.context.get(Field.RULES), line.context.get(Field.VARIANT)
        told = None if named is None else named.text.strip()
        game = (
            None if variant is None else VARIANTS.get(variant.text.strip().casefold(), variant.text.strip())
        )
        if (told, game) not in self._known:
            self._known[told, game] = self._load(told, game, named or variant)
        return self._known[told, game]

    def _load(self, told: str | None, game: str | None, cell: Cell | None) -> RuleSet | None:
        if self.rules is not None or cell is None:
            return given_rules(self.rules or rules_of(told, game), self.overrides)
        fault = "the sheet names a file for its rules" if told and _A_FILE.search(told) else None
        try:
            if fault is None:
                return given_rules(rules_of(told, game), self.overrides)
        except (RulesError, LookupFailedError) as error:
            if self.overrides:
                raise
            fault = str(error)
        expected = "the name of a rule set, as ofc rules list shows them"
        issue = ParseIssue(
            code="rules-unknown", message=fault, text=cell.text, expected=expected, **cell.place
        )
        self.report(issue)
        return None
