"""Folders that something is written into."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.errors import OfcError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["refuse_filled"]


def refuse_filled(folder: Path, *, option: str = "") -> None:
    """Refuse a folder that is there and holds something, before anything is written into it.

    Parameters
    ----------
    folder
        Where to write.
    option
        How it was named, such as ``--output``.

    Raises
    ------
    OfcError
        If it is not empty, is a file, or may not be looked into.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as place:
    ...     refuse_filled(Path(place))
    ...     refuse_filled(Path(place, "new"))
    """
    named = f"{option} {folder}".lstrip()
    try:
        if folder.exists() and not folder.is_dir():
            raise OfcError(f"{named} is a file: name a new or an empty folder")
        if folder.is_dir() and any(folder.iterdir()):
            raise OfcError(f"{named} is not empty: name a new or an empty folder")
    except OSError as error:
        raise OfcError(f"{named}: {error.strerror}") from None
