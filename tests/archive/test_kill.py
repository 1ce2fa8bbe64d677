"""Imports that are killed; ``python tests/kill_archive.py`` is the long form."""

from __future__ import annotations

from kill_archive import campaign


def test_an_archive_survives_kills(tmp_path):
    assert campaign(tmp_path, kills=8, seed=20261130) > 0
