"""Nested columns out of flat numpy arrays, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
import polars as pl
import pyarrow as pa

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["binary", "codes", "lists", "structs"]


def lists(name: str, values: pl.Series | NDArray[np.uint8], lengths: ArrayLike) -> pl.Series:
    """Cut consecutive values into lists of the given lengths.

    >>> lists("cards", np.array([1, 2, 3], dtype=np.uint8), [2, 0, 1]).to_list()
    [[1, 2], [], [3]]
    """
    flat = (
        values.rechunk().to_arrow(compat_level=pl.CompatLevel.oldest())
        if isinstance(values, pl.Series)
        else pa.array(values)
    )
    nested = pa.LargeListArray.from_arrays(pa.array(_offsets(lengths)), flat)
    return cast("pl.Series", pl.from_arrow(nested)).alias(name)


def structs(name: str, columns: pl.DataFrame, lengths: ArrayLike) -> pl.Series:
    """Fold the rows of a frame into lists of structs."""
    return lists(name, columns.to_struct(), lengths)


def codes(column: pl.Series) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Flat values of a column of card codes, lists or arrays, and where each list begins and ends."""
    if isinstance(column.dtype, pl.Array):
        size = column.dtype.size
        return column.to_numpy().reshape(-1), np.arange(len(column) + 1) * size
    array = column.rechunk().to_arrow(compat_level=pl.CompatLevel.oldest())
    offsets = array.offsets.to_numpy().astype(np.int64)
    values = array.values.to_numpy()[offsets[0] : offsets[-1]]
    return values, offsets - offsets[0]


def binary(values: NDArray[np.uint8], offsets: NDArray[np.int64]) -> pl.Series:
    """Bytes between the offsets, as a column of binary values."""
    array = pa.Array.from_buffers(
        pa.large_binary(),
        len(offsets) - 1,
        [None, pa.py_buffer(np.ascontiguousarray(offsets)), pa.py_buffer(np.ascontiguousarray(values))],
    )
    return cast("pl.Series", pl.from_arrow(array))


def _offsets(lengths: ArrayLike) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
