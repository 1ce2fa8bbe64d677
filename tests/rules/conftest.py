"""A folder to write rule files in, named as a person in that folder would name them."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from ofc_analytics.errors import RulesError
from ofc_analytics.rules import load_rules


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(text, name="house.toml"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(textwrap.dedent(text), encoding="utf-8")
        return name

    return write


@pytest.fixture(scope="session")
def complaint():
    """Load rules that are wrong; give what the error says."""

    def complaint(*arguments):
        with pytest.raises(RulesError) as caught:
            load_rules(*arguments)
        return str(caught.value)

    return complaint
