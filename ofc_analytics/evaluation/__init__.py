"""Values of rows and boards, as array operations over lookup tables.

A value is an integer that orders all rows on one scale: its category in bits 20 to 23, then up to five
ranks of four bits. Arrays of card codes go in, arrays of values come out; no call loops over hands.

Examples
--------
>>> import numpy as np
>>> from ofc_analytics.cards import parse_cards
>>> values = evaluate_five(np.array([list(parse_cards("9c 9d 9h 9s 2c")), list(parse_cards("Ac Kc Qc Jc Tc"))]))
>>> [describe(value) for value in values]
['four nines', 'royal flush']
"""

from ofc_analytics.evaluation._tables import Wheel
from ofc_analytics.evaluation.boards import EqualRows, Middle, evaluate_boards, is_foul, resolve_jokers
from ofc_analytics.evaluation.naming import CATEGORIES, category, describe, kickers
from ofc_analytics.evaluation.rows import evaluate_five, evaluate_low, evaluate_top, row_class

__all__ = [
    "CATEGORIES",
    "EqualRows",
    "Middle",
    "Wheel",
    "category",
    "describe",
    "evaluate_boards",
    "evaluate_five",
    "evaluate_low",
    "evaluate_top",
    "is_foul",
    "kickers",
    "resolve_jokers",
    "row_class",
]
