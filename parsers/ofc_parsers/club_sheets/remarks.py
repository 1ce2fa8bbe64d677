"""Reports what is found in a sheet: faults one by one, remarks once with how often they were met."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ofc_analytics.errors import ParseIssue

if TYPE_CHECKING:
    from ofc_analytics.formats import ParseContext
    from ofc_parsers.spreadsheets.grid import Cell, Row

__all__ = ["Remarks"]

_MOST = 200  # faults of one code; a file of another shape would have one a cell
_SHOWN = 5


@dataclass(slots=True)
class Remarks:
    """Where the readers of one input report."""

    context: ParseContext
    _counts: dict[str, int] = field(default_factory=dict)
    _kept: dict[tuple[str, str | None], list[ParseIssue]] = field(default_factory=dict)

    def fault(
        self,
        code: str,
        message: str,
        cell: Cell,
        expected: str | None = None,
        *,
        raw: str | None = None,
        severity: str = "error",
    ) -> None:
        """Report a cell; of one code the first 200 are told, and how many more there are."""
        self._counts[code] = self._counts.get(code, 0) + 1
        if self._counts[code] <= _MOST:
            text = cell.text.strip() or None
            self.context.report(
                ParseIssue(
                    code=code,
                    message=message,
                    text=text,
                    expected=expected,
                    raw=raw,
                    severity=severity,
                    **cell.place,
                )
            )

    def line(
        self, code: str, message: str, row: Row, expected: str | None = None, *, severity: str = "error"
    ) -> None:
        """Report a line."""
        self.fault(code, message, (row.filled or row.cells)[0], expected, raw=row.raw, severity=severity)

    def note(self, code: str, message: str, cell: Cell, expected: str | None = None) -> None:
        """Keep a remark, to be told once a sheet with how often it was met."""
        issue = ParseIssue(
            code=code,
            message=message,
            text=cell.text.strip() or None,
            expected=expected,
            severity="note",
            **cell.place,
        )
        self._kept.setdefault((code, cell.sheet), []).append(issue)

    def close(self) -> None:
        """Report what was kept."""
        for kept in self._kept.values():
            first, texts = kept[0], list(dict.fromkeys(issue.text for issue in kept if issue.text))
            shown = ", ".join(texts[:_SHOWN]) + ", …" * (len(texts) > _SHOWN)
            times = f" ({len(kept)} times, first here)" if len(kept) > 1 else ""
            self.context.report(replace(first, message=first.message + times, text=shown or None))
        self._kept.clear()
        for code, count in self._counts.items():
            if count > _MOST:
                message = f"{count - _MOST} more faults of the kind {code!r} are not listed"
                self.context.report(ParseIssue(code="faults-more", message=message, severity="note"))
        self._counts.clear()
