"""From a line of a dump to the message in it, however it is wrapped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ofc_parsers.captures.faults import Fault
from ofc_parsers.pppoker import vocabulary as words

__all__ = ["Envelope", "open_envelope"]

_PREFIX = "Pine"


@dataclass(frozen=True, slots=True)
class Envelope:
    """A message: its name and what it holds, the table it is of, and the keys around it that are not known."""

    name: str
    body: dict[str, Any]
    table: str
    others: tuple[str, ...] = ()


def open_envelope(line: object) -> Envelope | None:
    """Find the message of a decoded line; None where there is none of a pineapple table.

    Raises
    ------
    Fault
        ``message-twice``, or ``value-type`` where a message is no object.

    Examples
    --------
    >>> open_envelope({"PineStandUpBRC": {"seatId": 1}}).body
    {'seatId': 1}
    >>> open_envelope({"type": "PineStandUpBRC", "tableId": 7, "seatId": 1})
    Envelope(name='PineStandUpBRC', body={'seatId': 1}, table='7', others=())
    """
    if not isinstance(line, dict):
        return None
    rest = dict(line)
    table = "".join(str(rest.pop(key)) for key in words.TABLE_KEYS if key in rest)
    namers = [key for key in words.NAME_KEYS if _is_name(rest.get(key))]
    names = [*(rest.pop(key) for key in namers), *filter(_is_name, rest)]
    if not names:
        return None
    if len(names) > 1:
        raise Fault(
            "message-twice",
            "the line names several messages",
            text=", ".join(names),
            expected="one message a line",
        )
    name: str = names[0]
    for key in (name, *words.BODY_KEYS):
        if key in rest:
            body = rest.pop(key)
            return Envelope(name, _object(name, body), table, tuple(rest))
    return Envelope(name, rest, table)


def _is_name(text: object) -> bool:
    return isinstance(text, str) and text.startswith(_PREFIX) and text.isidentifier()


def _object(name: str, body: object) -> dict[str, Any]:
    if isinstance(body, dict):
        return body
    raise Fault("value-type", f"{name} holds no object", text=str(body), expected="the message in braces")
