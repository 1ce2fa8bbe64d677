"""Every sample input gives what its golden says; ``python tests/goldens.py`` renews them."""

from __future__ import annotations

import pytest
from goldens import golden_of, inputs, render


@pytest.mark.parametrize("path", inputs(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_golden_is_what_is_read(path):
    assert render(path) == golden_of(path).read_text(encoding="utf-8")
