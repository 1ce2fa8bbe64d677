"""Decoding without the garbage collector: a batch is a mass of objects that all live until it is a frame."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["uncollected"]

_Made = TypeVar("_Made")


def uncollected(batches: Iterable[_Made]) -> Iterator[_Made]:
    """Give what an iterator gives, with the garbage collector off while each thing is made, and as it was in between.

    >>> list(uncollected(gc.isenabled() for _ in range(2))), gc.isenabled()
    ([False, False], True)
    """
    iterator = iter(batches)
    while True:
        with _collector_off():
            try:
                made = next(iterator)
            except StopIteration:
                return
        yield made


@contextmanager
def _collector_off() -> Iterator[None]:
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
