"""Reads files in processes of their own, in the order given, and never far ahead of who takes them."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["cores", "in_order"]

Given = TypeVar("Given")
Made = TypeVar("Made")

_AHEAD = 2  # results a worker that may wait to be taken


def cores() -> int:
    """Number of cores this process may use.

    >>> cores() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(make: Callable[[Given], Made], given: Sequence[Given], *, workers: int) -> Iterator[Made]:
    """Apply a function that can be pickled to each item, in several processes if `workers` is above 1.

    >>> list(in_order(abs, [-3, 2], workers=1))
    [3, 2]
    """
    if workers == 1 or len(given) == 1:
        yield from map(make, given)
        return
    items = iter(given)
    with ProcessPoolExecutor(
        min(workers, len(given)), mp_context=get_context("spawn"), initializer=_end_with_parent
    ) as pool:
        waiting = deque(pool.submit(make, item) for item in islice(items, _AHEAD * workers))
        try:
            while waiting:
                yield waiting.popleft().result()
                waiting.extend(pool.submit(make, item) for item in islice(items, 1))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _end_with_parent() -> None:
    """See that this process does not wait for work for ever where the one that gives it was killed."""

    def wait() -> None:
        if (parent := parent_process()) is not None:
            parent.join()
            os._exit(1)

    Thread(target=wait, daemon=True).start()
