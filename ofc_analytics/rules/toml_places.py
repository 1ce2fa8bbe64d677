r"""The line on which each key of a TOML text stands, which `tomllib` does not tell.

This is no parser: it follows the brackets, strings and comments of a text that `tomllib` has already
read, and so may assume that the text is sound.

Examples
--------
>>> key_lines('[foul]\npays = "rows"\n')
{('foul',): 1, ('foul', 'pays'): 2}
"""

from __future__ import annotations

import re
import tomllib

__all__ = ["Path", "key_lines"]

Path = tuple[str | int, ...]
"""Keys and list positions from the root of a document to a value."""

_TOKEN = re.compile(
    r"""
    (?P<string>\"{3}(?:\\.|[^\\])*?\"{3,5} | '{3}.*?'{3,5} | "(?:\\.|[^"\\])*" | '[^']*')
    | (?P<comment>\#[^\n]*)
    | (?P<newline>\n)
    | (?P<mark>[\[\]{}=,.])
    | (?P<bare>[^\s\[\]{}=,.\#"']+)
    """,
    re.VERBOSE | re.DOTALL,
)


def key_lines(text: str) -> dict[Path, int]:
    """1-based line of every key, table and list item of a sound TOML text."""
    return _Places(text).lines


class _Places:
    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {}
        self._tokens = [
            (match[0], text.count("\n", 0, match.start()) + 1)
            for match in _TOKEN.finditer(text)
            if match.lastgroup != "comment"
        ]
        self._tokens.append(("", 0))
        self._at = 0
        self._lengths: dict[Path, int] = {}
        self._read()

    def _take(self, expected: str = "") -> bool:
        """Step over the next token: any one, or only the expected one."""
        if expected and self._tokens[self._at][0] != expected:
            return False
        self._at += 1
        return True

    def _read(self) -> None:
        table: Path = ()
        while self._tokens[self._at][0]:
            if self._take("\n"):
                continue
            if self._take("["):
                many = self._take("[")
                table = self._header(many=many)
            else:
                self._pair(table)

    def _header(self, *, many: bool) -> Path:
        line = self._tokens[self._at][1]
        path: Path = ()
        keys = self._key()
        for place, key in enumerate(keys, start=1):
            path = (*path, key)
            if path in self._lengths and not (many and place == len(keys)):
                path = (*path, self._lengths[path] - 1)
            self.lines.setdefault(path, line)
        if many:
            self._lengths[path] = self._lengths.get(path, 0) + 1
            path = (*path, self._lengths[path] - 1)
            self.lines[path] = line
        while self._take("]"):
            pass
        return path

    def _key(self) -> list[str]:
        keys = [self._key_part()]
        while self._take("."):
            keys.append(self._key_part())
        return keys

    def _key_part(self) -> str:
        text = self._tokens[self._at][0]
        self._take()
        return next(iter(tomllib.loads(f"{text} = 0")))

    def _pair(self, table: Path) -> None:
        line = self._tokens[self._at][1]
        path = table
        for key in self._key():
            path = (*path, key)
            self.lines.setdefault(path, line)
        self._take("=")
        self._value(path)

    def _value(self, path: Path) -> None:
        if self._take("["):
            place = 0
            while not self._take("]"):
                if self._take("\n") or self._take(","):
                    continue
                self.lines[*path, place] = self._tokens[self._at][1]
                self._value((*path, place))
                place += 1
        elif self._take("{"):
            while not self._take("}"):
                if not (self._take("\n") or self._take(",")):
                    self._pair(path)
        else:
            while self._tokens[self._at][0] not in {"", "\n", ",", "]", "}"}:
                self._take()
