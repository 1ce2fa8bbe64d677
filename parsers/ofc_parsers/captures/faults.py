"""Something that does not fit, on its way from where it is found to where its place is known."""

from __future__ import annotations

from ofc_analytics.errors import ParseIssue

__all__ = ["Fault"]


class Fault(Exception):  # noqa: N818 (it is no error of the program, but a finding about an input)
    """A finding without its place.

    Attributes
    ----------
    code, message, text, expected, hand, hands
        As in `ofc_analytics.errors.ParseIssue`; `hand` and `hands` may be set by whoever knows the hand.

    Examples
    --------
    >>> print(Fault("card-unknown", "no such card", text="Zz").issue(line=3))
    line 3: no such card: 'Zz'
    """

    def __init__(
        self, code: str, message: str, *, text: str | None = None, expected: str | None = None, hands: int = 0
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.text, self.expected = code, message, text, expected
        self.hands = hands
        self.hand: str | None = None

    def issue(self, *, line: int | None, raw: bytes | None = None, severity: str = "error") -> ParseIssue:
        """Make an issue of it; `raw` is the piece that was read."""
        return ParseIssue(
            code=self.code,
            message=self.message,
            line=line,
            text=self.text,
            expected=self.expected,
            hand=self.hand,
            raw=None if raw is None else raw.decode(errors="replace").strip(),
            severity=severity,
            hands=self.hands,
        )
