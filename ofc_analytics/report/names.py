"""Texts from outside, made fit to be shown: nothing that steers, nothing without end."""

from __future__ import annotations

import unicodedata

__all__ = ["shown"]

_LONGEST = 60
_JOINER = "\u200d"  # holds emoji together
_STEERING = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def shown(text: str, longest: int = _LONGEST) -> str:
    r"""The text on one line, without characters that reverse it or are none, cut where it is too long.

    >>> shown("Anna\u202e\n"), shown("x" * 100, 5)
    ('Anna\ufffd\ufffd', 'xxxx…')
    """
    cut = text if len(text) <= longest else text[: longest - 1] + "…"
    return "".join(
        "\ufffd" if unicodedata.category(sign) in _STEERING and sign != _JOINER else sign for sign in cut
    )
