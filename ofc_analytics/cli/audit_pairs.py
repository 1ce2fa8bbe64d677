"""What `ofc audit --pairs` shows of pairs besides findings: what flowed between them, and the tests that stand out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.cli.output import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import RenderableType

    from ofc_analytics.audit.company import Company

__all__ = ["pairs_tables"]

_SHOWN = 20


def pairs_tables(company: Company) -> Iterator[RenderableType]:
    """The pairs with the most hands, and the most unlikely tests; which of them are questions the findings tell."""
    from ofc_analytics.money import format_money

    def _half(amount: int, exponent: int) -> str:
        return (
            format_money(5 * amount, exponent=exponent + 1)
            if amount % 2
            else format_money(amount // 2, exponent=exponent)
        )

    flows = company.pairs.sort("hands", "first", "second", descending=[True, False, False])
    if flows.height:
        yield _table(
            _title("Pairs, by hands they share", flows.height),
            ("first", "second", "hands", "points a hand from second to first", "95 %", "money"),
            (
                (
                    row["first"],
                    row["second"],
                    f"{row['hands']:,}",
                    f"{row['points_per_hand']:+.2f}",
                    "–" if row["low"] is None else f"{row['low']:+.2f} to {row['high']:+.2f}",
                    "–"
                    if row["net"] is None
                    else f"{format_money(row['net'], exponent=row['exponent'])} {row['currency'] or ''}".rstrip(),
                )
                for row in flows.head(_SHOWN).iter_rows(named=True)
            ),
        )
    exports = company.exports.filter(company.exports["alone"] > 0)
    if exports.height:
        yield _table(
            _title("Tables of two in club exports", exports.height),
            ("first", "second", "app", "tables", "money from second to first"),
            (
                (
                    row["first"],
                    row["second"],
                    row["app"],
                    f"{row['alone']:,} of {row['tables']:,} together",
                    _half(row["difference"], row["exponent"]),
                )
                for row in exports.head(_SHOWN).iter_rows(named=True)
            ),
        )
    made = company.tests.filter(company.tests["p"].is_not_null())
    if made.height:
        yield _table(
            _title("Tests of pairs, the most unlikely first", made.height),
            ("test", "first", "second", "p", "p for all", "verdict", "would see"),
            (
                (
                    row["name"],
                    row["first"],
                    row["second"],
                    f"{max(row['p'], 1e-12):.2g}",
                    f"{max(row['p_holm'], 1e-12):.2g}",
                    row["verdict"],
                    f"{row['stated']}, from {row['needed']:,} {row['counts']}s on",
                )
                for row in made.head(_SHOWN).iter_rows(named=True)
            ),
        )


def _title(words: str, number: int) -> str:
    return words if number <= _SHOWN else f"{words}: {_SHOWN} of {number:,}"


def _table(title: str, headings: Iterable[str], rows: Iterable[Iterable[str]]) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left")
    for heading in headings:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*(Text(plain(cell)) for cell in row))
    return table
