"""Takes elements out of the XML of a workbook, so that a stray cell does not cost the whole sheet."""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

__all__ = ["Span", "without"]

_OPENING = re.compile(rb"<([A-Za-z_][\w.:-]*)[\s/>]")


@dataclass(frozen=True, slots=True)
class Span:
    """Where an element begins and where its end tag does, in bytes; an empty element ends at `closing`."""

    opening: int
    closing: int


def without(data: bytes, spans: Mapping[str, Sequence[Span]], dropped: Collection[str] = ()) -> bytes:
    """Write a zip file again without some elements of its members.

    Parameters
    ----------
    data
        The zip file.
    spans
        Elements by the member they are in, in the order of the text, none within another.
    dropped
        Members that are left out whole.

    Raises
    ------
    ValueError
        If no element begins where one should: the text is not in an encoding that begins as ASCII does.
    """
    out = BytesIO()
    with (
        zipfile.ZipFile(BytesIO(data)) as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for member in source.infolist():
            if member.filename in dropped:
                continue
            target.writestr(member.filename, _cut(source.read(member), spans.get(member.filename, ())))
    return out.getvalue()


def _cut(text: bytes, spans: Sequence[Span]) -> bytes:
    kept = []
    start = 0
    for span in spans:
        tag = _OPENING.match(text, span.opening)
        if tag is None:
            raise ValueError("the text is not in UTF-8")
        kept.append(text[start : span.opening])
        ended = text.startswith(b"</" + tag[1], span.closing)
        start = text.index(b">", span.closing) + 1 if ended else span.closing
    return b"".join([*kept, text[start:]])
