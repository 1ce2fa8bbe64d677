"""What `ofc audit --deals` shows of the deal besides findings: every test with what it could see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.cli.output import plain

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ofc_analytics.audit.fairness import Fairness

__all__ = ["deals_table"]


def deals_table(fairness: Fairness) -> RenderableType:
    """Every test in a row; the verdict on them all is a finding."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title="The deal", title_justify="left")
    table.add_column("test", no_wrap=True)
    table.add_column("looks at", overflow="fold")
    table.add_column("hands", justify="right")
    table.add_column("p for all", justify="right")
    table.add_column("verdict", overflow="fold")
    table.add_column("would see", overflow="fold")
    for row in fairness.tests.iter_rows(named=True):
        cells = (
            row["name"],
            row["about"],
            f"{row['hands']:,}",
            "–" if row["p_holm"] is None else f"{max(row['p_holm'], 1e-12):.2g}",
            row["verdict"],
            "–" if row["needed"] is None else f"{row['stated']}, from {row['needed']:,} hands on",
        )
        table.add_row(*(Text(plain(cell)) for cell in cells))
    return table
