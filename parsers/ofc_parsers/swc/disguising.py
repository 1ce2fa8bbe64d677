r"""A capture written again without the names in it: in states, in frames within frames, and in what the dealer says.

Examples
--------
>>> from ofc_analytics.formats.disguise import Disguise
>>> lines = [b"Hand #3 finished - alice: +15, bob: -15\n", b"bob laughs\n"]
>>> for line in disguised_capture(lines, Disguise("x")):
...     print(line.decode(), end="")
Hand #3 finished - Player 12b5624408: +15, Player a112ede4db: -15
…
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ofc_parsers.captures.disguising import (
    GONE,
    Scanner,
    fields,
    identifier,
    moment,
    player,
    rewritten,
    table,
    unread,
)
from ofc_parsers.swc import vocabulary as words
from ofc_parsers.swc.dealer import (
    Complete,
    Fantasyland,
    Finished,
    Started,
    Total,
    UnclearError,
    Wins,
    plain_text,
    read_sentence,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from ofc_analytics.formats.disguise import Disguise
    from ofc_parsers.captures.disguising import Secret

__all__ = ["disguised_capture"]

_FRAME = words.FRAME.decode()
_BEFORE = re.compile(r"\d{1,3}(?:/[\w/-]+,)?(?=[\[{]|$)")
_FINISHED = re.compile(r"(Hand #\d{1,9} finished - )(.+)", re.DOTALL)
_TOTAL = re.compile(r"(TOTAL - )(.+)", re.DOTALL)
_AFTER = " is in fantasy land. The button will not be moved"
_LEFT = (
    re.compile(r"(.+)( is in fantasy ?land\. )(.*)", re.DOTALL | re.IGNORECASE),
    re.compile(r"(.+)( wins )(\d[\d,]*(?:\.\d{1,2})?)", re.DOTALL),
)


def disguised_capture(lines: Iterable[bytes], disguise: Disguise) -> Iterator[bytes]:
    """Write the lines of a capture again, with their ends."""
    return rewritten(lines, _Capture(disguise).rewrite)


class _Capture:
    """Rewrites lines, and knows who sits at the tables."""

    def __init__(self, disguise: Disguise) -> None:
        self._disguise = disguise
        self._names: dict[str, None] = {}
        self._secrets: dict[str, Secret] = fields(
            words.Archived,
            words.Message,
            words.Event,
            words.GameState,
            words.Markers,
            words.Counts,
            words.Showdown,
            words.Seat,
            words.Result,
            words.Row,
            n=self._seated,
            gi=identifier,
            hand_id=identifier,
            ti=_table,
            table_id=_table,
            captured_at=moment,
            payload=self._framed,
            endpoint=unread,
            transport=unread,
            id=identifier,
            srcMsgId=identifier,
            hcnu=unread,
            lcnu=unread,
        ) | {"": self._within, "table-msg": self._saying}

    def rewrite(self, line: str) -> str:
        """Rewrite one line."""
        text = line.strip()
        if not text:
            return line
        before, _, after = line.partition(text)
        if text.startswith("{"):
            told = self._json(text)
        elif head := _BEFORE.match(text):
            told = head[0] + self._json(text[head.end() :])
        else:
            prefix = words.PREFIX.match(text)
            start = prefix.end() if prefix else 0
            told = text[:start] + self._said(text[start:])
        return f"{before}{told}{after}"

    def _json(self, text: str) -> str:
        return Scanner(self._secrets, self._disguise).scan(text)

    def _seated(self, disguise: Disguise, value: str | int) -> str | int:
        if isinstance(value, str) and value.strip():
            self._names.setdefault(value)
        return player(disguise, value)

    def _within(self, disguise: Disguise, value: str | int) -> str | int:
        """A text of a frame: what it is called, or a message."""
        if value == words.SAID or not isinstance(value, str):
            return value
        return self._json(value) if value.lstrip().startswith("{") else unread(disguise, value)

    def _framed(self, disguise: Disguise, value: str | int) -> str | int:
        if not isinstance(value, str):
            return value
        head = _BEFORE.match(value)
        return head[0] + self._json(value[head.end() :]) if head else unread(disguise, value)

    def _saying(self, _: Disguise, value: str | int) -> str | int:
        return self._said(value) if isinstance(value, str) else value

    def _said(self, message: str) -> str:
        """Rewrite what the dealer says; what is no sentence of his goes."""
        names = [name for name in self._names if name in message]
        text = message.rstrip()
        for tagged in (text, plain_text(text)):
            try:
                sentence = read_sentence(tagged, names or self._names)
            except UnclearError:
                continue
            if sentence is not None:
                whose = _whose(sentence)
                told = self._spliced(text, whose) or self._spliced(tagged, whose)
                if isinstance(sentence, Fantasyland) and not tagged.endswith(_AFTER):
                    told = f"{self._label(sentence.name)} is in fantasy land. {GONE}"
                if told is not None:
                    return told + message[len(text) :]
        return self._unclear(plain_text(text)) + message[len(text) :]

    def _spliced(self, text: str, names: Collection[str]) -> str | None:
        """Replace names that stand in a text in this order; None where one does not stand there whole."""
        parts, at = [], 0
        started = _FINISHED.match(text) or _TOTAL.match(text)
        if started:
            parts, at = [started[1]], started.end(1)
        for name in names:
            start = text.find(name, at)
            if start < 0:
                return None
            parts += [text[at:start], self._label(name)]
            at = start + len(name)
        return "".join([*parts, text[at:]])

    def _unclear(self, text: str) -> str:
        """Rewrite a sentence of which the names cannot be told from the rest."""
        for pattern in (_FINISHED, _TOTAL):
            if told := pattern.fullmatch(text):
                return told[1] + self._points(told[2])
        for pattern in _LEFT:
            if told := pattern.fullmatch(text):
                return self._label(told[1]) + told[2] + (GONE if pattern is _LEFT[0] else told[3])
        return GONE

    def _points(self, text: str) -> str:
        parts, at = [], 0
        for number in words.POINTS.finditer(text):
            parts += [self._label(text[at : number.start()]), number[0]]
            at = number.end() + len(", ")
            parts.append(text[number.end() : at])
        return "".join([*parts, self._label(text[at:])])

    def _label(self, name: str) -> str:
        return str(player(self._disguise, name))


def _whose(sentence: object) -> tuple[str, ...]:
    match sentence:
        case Finished() | Total():
            return tuple(sentence.points)
        case Fantasyland() | Wins():
            return (sentence.name,)
        case Started() | Complete():
            return ()
    return ()


def _table(disguise: Disguise, value: str | int) -> str | int:
    return table(disguise, value) if isinstance(value, str) else identifier(disguise, value)
