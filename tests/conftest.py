"""Shared fixtures: where the real inputs lie, and the project's own command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real inputs beside the checkout; OFC_SHARED names another place."""
    folder = Path(os.environ.get("OFC_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"the folder of real inputs is not there: {folder.name}")
    return folder


@pytest.fixture(scope="session")
def ofc():
    """Run the installed command as a person would: ``ofc("settle", path)`` gives a CompletedProcess."""
    command = Path(sys.executable).with_name("ofc")

    def run(*arguments, stdin=None, cwd=None, env=None, timeout=120):
        return subprocess.run(
            [str(command), *map(str, arguments)],
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=cwd,
            env={**os.environ, "COLUMNS": "140", "NO_COLOR": "1"} | (env or {}),
            timeout=timeout,
            check=False,
        )

    return run
