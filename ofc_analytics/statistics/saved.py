"""Questions kept in a TOML file, to be asked again and again.

::

    [[question]]
    title = "Fouls on the button"
    metric = ["foul_rate", "entry_rate"]
    by = "player"
    where = { position = "button", players = [2, 3] }
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ofc_analytics.errors import LookupFailedError, QuestionError
from ofc_analytics.rules.toml_places import key_lines
from ofc_analytics.statistics.dimensions import find_dimension, matching
from ofc_analytics.statistics.metrics import find_metric
from ofc_analytics.statistics.questions import Question, as_names
from ofc_analytics.wording import nearest_first

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from ofc_analytics.rules.toml_places import Path as KeyPath

__all__ = ["load_questions"]

_KEYS = ("title", "metric", "by", "where")
_LIST = "question"


def load_questions(path: str | os.PathLike[str]) -> tuple[Question, ...]:
    r"""Read questions from a TOML file.

    Parameters
    ----------
    path
        UTF-8 file of tables ``[[question]]`` with the keys ``metric`` (a name or several), and, each as in `ask`,
        ``by`` (if it is not there: by player), ``where`` and ``title`` (a text for people).

    Returns
    -------
    tuple of Question
        In the order of the file.

    Raises
    ------
    LookupFailedError
        If there is no such file.
    QuestionError
        If it is no such file; the message names file, line and key.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "questions.toml"
    ...     _ = file.write_text("[[question]]\nmetric = 'points'\nwhere = { position = 'button' }")
    ...     load_questions(file)
    (Question(metric=('points',), by=('player',), where={'position': 'button'}, title=''),)
    """
    label = str(path)
    text = _text(label)
    try:
        content = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise QuestionError(f"{label}: not TOML: {error}") from None
    lines = key_lines(text)
    for key in content:
        if key != _LIST:
            raise QuestionError(f"{label}, line {lines[key,]}: {key}: expected nothing but [[question]]")
    tables = content.get(_LIST, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise QuestionError(f"{label}, line {lines[_LIST,]}: question: expected tables [[question]]")
    if not tables:
        raise QuestionError(f"{label}: there are no questions; expected [[question]], each with a metric")
    return tuple(_Table(table, label, lines, (_LIST, place)).question() for place, table in enumerate(tables))


@dataclass(frozen=True, slots=True)
class _Table:
    """One question as it is written, and where that stands."""

    content: dict[str, Any]
    label: str
    lines: dict[KeyPath, int]
    path: KeyPath

    def question(self) -> Question:
        for key in self.content:
            if key not in _KEYS:
                raise self._fault(f"there is no key {key!r}; nearest first: {nearest_first(key, _KEYS)}", key)
        if not self.content.get("metric"):
            raise self._fault("metric: what is to be counted is missing", "metric")
        title = self.content.get("title", "")
        if not isinstance(title, str):
            raise self._fault(f"title = {title!r}: expected a text", "title")
        return Question(
            metric=self._names("metric", find_metric, ""),
            by=self._names("by", find_dimension, "player"),
            where=self._where(),
            title=title,
        )

    def _names(self, key: str, find: Callable[[str], object], default: str) -> tuple[str, ...]:
        given = self.content.get(key, default)
        names = [given] if isinstance(given, str) else given
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise self._fault(f"{key} = {given!r}: expected a name, or a list of names", key)
        for name in names:
            try:
                find(name)
            except LookupFailedError as error:
                raise self._fault(f"{key}: {error}", key) from None
        return as_names(names)

    def _where(self) -> dict[str, Any]:
        where = self.content.get("where", {})
        if not isinstance(where, dict):
            raise self._fault(f"where = {where!r}: expected dimensions and their values", "where")
        for name, value in where.items():
            try:
                matching({name: value})
            except (LookupFailedError, QuestionError) as error:
                raise self._fault(f"where: {error}", "where", name) from None
        return where

    def _fault(self, reason: str, *keys: str) -> QuestionError:
        path = (*self.path, *keys)
        while path not in self.lines:
            path = path[:-1]
        return QuestionError(f"{self.label}, line {self.lines[path]}: {reason}")


def _text(label: str) -> str:
    try:
        return Path(label).read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise LookupFailedError(
            f"{label}: there is no such file; expected a TOML file of questions"
        ) from None
    except UnicodeDecodeError as error:
        raise QuestionError(f"{label}: byte {error.start + 1} is not UTF-8; expected a UTF-8 text") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise QuestionError(f"{label}: cannot be read: {why}") from None
