"""Zip files that are office documents: told from archives, and by the parts that say what is in them.

Which of its parts a document begins with is up to the program that wrote it; the directory at its end tells where
each is. So whose a large workbook is can be told without reading it all, within the size that formats are told by.
"""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["DAMAGED", "document_head", "is_archive", "is_zip"]

DAMAGED = (
    OSError,
    ValueError,  # zipfile seeks before the start of a file whose directory was damaged
    EOFError,
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
    RuntimeError,
    NotImplementedError,
)
"""What the unpacking modules raise; RuntimeError is zipfile's for a password."""

_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
_DOCUMENTS = {"[Content_Types].xml", "mimetype"}
"""A zip holding one of these is an office document, not an archive."""
_TELLING = (
    "[Content_Types].xml",
    "mimetype",
    "xl/workbook.xml",
    "docProps/app.xml",
    "content.xml",
    "xl/sharedStrings.xml",
)
"""Parts that name the sheets, and hold the first texts of their cells."""
_SHEETS = "xl/worksheets/"
_MOST_SHEETS = 8
_MOST_TEXT = 1 << 17


def is_zip(beginning: bytes) -> bool:
    """Whether a file begins as a zip file does."""
    return beginning.startswith(_MAGIC)


def is_archive(stream: BinaryIO) -> bool:
    """Whether a zip file, which is wound back, holds files of their own."""
    with zipfile.ZipFile(stream) as archive:
        document = _DOCUMENTS.intersection(archive.namelist())
    stream.seek(0)
    return not document


def document_head(stream: BinaryIO, size: int) -> bytes | None:
    """Give a small document with the beginnings of the parts that tell what a large one is.

    Parameters
    ----------
    stream
        A zip file; it is wound back.
    size
        Most bytes of the result.

    Returns
    -------
    bytes or None
        A zip file's first bytes, `size` of them at most; None where the directory or its parts cannot be read.

    Examples
    --------
    >>> large, head = io.BytesIO(), io.BytesIO()
    >>> with zipfile.ZipFile(large, "w") as document:
    ...     for name in ("xl/media/photo.png", "[Content_Types].xml", "xl/workbook.xml"):
    ...         document.writestr(name, bytes(1000))
    >>> with zipfile.ZipFile(io.BytesIO(document_head(large, 4096))) as document:
    ...     document.namelist()
    ['[Content_Types].xml', 'xl/workbook.xml']
    """
    small = io.BytesIO()
    try:
        with zipfile.ZipFile(stream) as whole, zipfile.ZipFile(small, "w", zipfile.ZIP_DEFLATED) as parts:
            for part in _telling(whole.namelist()):
                with whole.open(part) as opened:
                    parts.writestr(part, opened.read(_MOST_TEXT))
                if small.tell() >= size:
                    break
    except DAMAGED:
        return None
    finally:
        stream.seek(0)
    return small.getvalue()[:size]


def _telling(names: list[str]) -> Iterator[str]:
    there = set(names)
    yield from (name for name in _TELLING if name in there)
    yield from [name for name in names if name.startswith(_SHEETS) and name.endswith(".xml")][:_MOST_SHEETS]
