"""The sheet of rules: the rule set in words, made of the rule set itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.rules import told_note, told_rules
from ofc_parsers.home_sheet.template.house import rules_setting, settle_command
from ofc_parsers.home_sheet.template.pages import print_on_a4
from ofc_parsers.home_sheet.template.rule_words import PAGE, SECTIONS, label, subject, value_words
from ofc_parsers.home_sheet.template.styles import HEADING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlsxwriter.worksheet import Worksheet

    from ofc_analytics.rules import RuleSet
    from ofc_parsers.home_sheet.template.styles import Styles

__all__ = ["write_rules"]

_NOTHING = "none"
_WIDTHS = (46, 92)


def write_rules(sheet: Worksheet, rules: RuleSet, language: str, styles: Styles) -> None:
    """Write the sheet: what the set is called, its rules section by section, and what is uncertain about it."""
    for column, width in enumerate(_WIDTHS):
        sheet.set_column(column, column, width)
    sheet.write_string(0, 0, rules.title, styles.of(bold=True, font_size=15))
    wrapped = styles.of(text_wrap=True, valign="top")
    row = 1
    for heading, lines in _sections(rules, language):
        if heading:
            row += 1
            for column, text in enumerate((heading, "")):
                sheet.write_string(row, column, text, styles.of(HEADING, align="left"))
            row += 1
        for words, value in lines:
            sheet.write_string(row, 0, words, wrapped)
            sheet.write_string(row, 1, value, wrapped)
            row += 1
    print_on_a4(sheet, row - 1, len(_WIDTHS))


def _sections(rules: RuleSet, language: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Headings of the page, each with its lines of words and values."""
    page, provenance = PAGE[language], rules.provenance
    told = [rule for rule in told_rules(rules) if rule.value != _NOTHING]
    lines = [
        (page["name"], rules_setting(rules)),
        (page["fingerprint"], rules.fingerprint),
        (page["source"], provenance.source),
        (page["confidence"], page[provenance.confidence]),
    ]
    if (command := settle_command(rules)) is not None:
        lines.append((page["settle"], command))
    yield "", lines
    for section, heading in SECTIONS[language].items():
        lines = [
            (label(rule.key, rule.meaning, language), value_words(rule.value, language))
            for rule in told
            if rule.key.partition(".")[0] == section
        ]
        if lines:
            yield heading, lines
    for doubt in ("uncertain", "assumed"):
        notes = getattr(provenance, doubt)
        if notes:
            yield page[doubt], [(subject(note.key, language), told_note(note)) for note in notes]
