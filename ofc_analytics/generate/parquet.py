"""Frames of hands as one Parquet file, written piece by piece, a row group a frame."""

from __future__ import annotations

from io import RawIOBase
from typing import TYPE_CHECKING

import polars as pl
import pyarrow.parquet as pq

from ofc_analytics.schema import HANDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["parquet"]

_CODEC = "zstd"


def parquet(frames: Iterable[pl.DataFrame]) -> Iterator[bytes]:
    """Pieces of a Parquet file of frames of schema `Hands`."""
    written = _Pieces()
    schema = pl.DataFrame(schema=HANDS).to_arrow(compat_level=pl.CompatLevel.oldest()).schema
    with pq.ParquetWriter(written, schema, compression=_CODEC) as file:
        for frame in frames:
            file.write_table(frame.to_arrow(compat_level=pl.CompatLevel.oldest()))
            yield written.take()
    yield written.take()


class _Pieces(RawIOBase):
    """Takes what is written, and gives it away."""

    def __init__(self) -> None:
        self._held: list[bytes] = []
        self._place = 0

    def writable(self) -> bool:
        return True

    def write(self, content: object) -> int:
        piece = bytes(content)  # type: ignore[call-overload]
        self._held.append(piece)
        self._place += len(piece)
        return len(piece)

    def tell(self) -> int:
        return self._place

    def take(self) -> bytes:
        held, self._held = b"".join(self._held), []
        return held
