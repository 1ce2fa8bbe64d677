"""Answers of the database as polars frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from ofc_analytics.formats.contract import BATCH

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from duckdb import DuckDBPyConnection

__all__ = ["answer", "answer_in_batches"]


def answer(
    connection: DuckDBPyConnection, query: str, given: Mapping[str, Any] | None = None
) -> pl.DataFrame:
    """Give the whole answer to a question, asked with named parameters."""
    return pl.DataFrame(connection.sql(query, params=dict(given) if given else None).to_arrow_table())


def answer_in_batches(
    connection: DuckDBPyConnection, query: str, given: Mapping[str, Any] | None = None
) -> Iterator[pl.DataFrame]:
    """Give the answer in frames of at most `BATCH` rows; nothing else may be asked before they are taken."""
    found = connection.sql(query, params=dict(given) if given else None)
    return map(pl.DataFrame, found.to_arrow_reader(BATCH))
