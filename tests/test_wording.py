"""Texts from outside are shown as they are, but for what steers and what is no letter."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofc_analytics.wording import shown


@pytest.mark.parametrize(
    "name",
    [
        "Ёжик Щукин",
        "王小明",
        "علی\u200cرضا",  # Persian, with a joiner that keeps two letters apart
        "👩\u200d🚀",  # an emoji of two
        "\U00011f04\U00011f12",  # Kawi, newer than Unicode 14
        "\u0600١",  # an Arabic sign that is seen
        "e\u0301",
    ],
)
def test_names_stay(name):
    assert shown(name) == name


@pytest.mark.parametrize(
    "sign", [*"\n\t\0\x1b\x7f\x85\u2028\u2029\u202e\u2066\u200f\u200b\ufeff\ufdd0\ufffe\U0010ffff"]
)
def test_what_steers_or_is_no_letter_is_replaced(sign):
    assert shown(f"A{sign}B") == "A\ufffdB"


@given(st.text(st.characters(min_codepoint=0, max_codepoint=sys.maxunicode), max_size=80), st.integers(1, 60))
def test_any_text_becomes_one_line_of_that_length_that_can_be_written(text, longest):
    line = shown(text, longest)
    assert len(line) == min(len(text), longest)
    assert line.encode("utf-8").decode("utf-8") == line
    assert not {unicodedata.category(sign) for sign in line} & {"Cc", "Cs", "Co", "Zl", "Zp"}
    assert shown(line, longest) == line
