"""Names that were read well are left as they are, and old encodings are not taken for one another."""

from __future__ import annotations

import pytest

from ofc_analytics.formats.encoding import one_byte_encoding
from ofc_analytics.formats.repairing import misreading


@pytest.mark.parametrize("name", ["JOSÉ…", "RENÉ…", "ANDRÉ…", "Ні", "Её", "Я…", "ROSÉ™", "Д№1", "Ёжик"])
def test_a_name_is_no_misreading(name):
    assert misreading(f"{name}\n" * 3) is None


@pytest.mark.parametrize(
    ("text", "encoding"), [("Łukasz, Żółw, Świętosław, Paweł", "cp1250"), ("Çağrı, İbrahim, Şükrü", "cp1254")]
)
def test_other_windows_encodings_are_read_right_or_refused(text, encoding):
    found = one_byte_encoding(f"player;points\n{text};3\n".encode(encoding))
    assert found is None or f"{text}".encode(encoding).decode(found) == text
