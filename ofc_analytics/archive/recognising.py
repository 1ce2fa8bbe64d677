"""Tells an archive by its first bytes, without opening it: every command asks that of every input."""

from __future__ import annotations

from pathlib import Path

__all__ = ["is_archive", "looks_like_archive"]

_MAGIC, _MAGIC_AT = b"DUCK", 8


def is_archive(path: str | Path) -> bool:
    """Whether a file is a DuckDB database by its first bytes; False for what cannot be opened."""
    try:
        with Path(path).open("rb") as file:
            return looks_like_archive(file.read(_MAGIC_AT + len(_MAGIC)))
    except (OSError, ValueError):
        return False


def looks_like_archive(head: bytes) -> bool:
    """Whether the first bytes of a file are those of a DuckDB database."""
    return head[_MAGIC_AT : _MAGIC_AT + len(_MAGIC)] == _MAGIC
