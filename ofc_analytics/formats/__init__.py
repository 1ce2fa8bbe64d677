"""From a path to hands: open the input, find its parser, read it and check what it gives.

`read`, `read_all` and `read_batches` do all of it, `read_night` also reads what is said of money beside the hands, and
`read_clubs` reads club exports; `parsers` and `detect` tell which formats there are, and `Parser`, `ParseContext` and `Sniff` are what a new format is written against.
"""

from __future__ import annotations

from ofc_analytics.formats.contract import BATCH, NewSheet, ParseContext, Parser, SheetWriter, Sniff
from ofc_analytics.formats.night import Night, read_clubs, read_night
from ofc_analytics.formats.opening import InputPath
from ofc_analytics.formats.reading import read, read_all, read_batches
from ofc_analytics.formats.registry import detect, parser_failures, parsers

__all__ = [
    "BATCH",
    "InputPath",
    "NewSheet",
    "Night",
    "ParseContext",
    "Parser",
    "SheetWriter",
    "Sniff",
    "detect",
    "parser_failures",
    "parsers",
    "read",
    "read_all",
    "read_batches",
    "read_clubs",
    "read_night",
]
