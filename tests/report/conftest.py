"""Chromium without a screen, as Debian packages it, opening files and nothing else."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass, field

import pytest

_QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@dataclass
class Opened:
    """A page in the browser, with what it asked for and complained of."""

    page: object
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def browser():
    api = pytest.importorskip("playwright.sync_api", reason="playwright drives the browser")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(
            "no chromium on this machine: Debian's package of that name has it"
        )
    with api.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=chromium, args=list(_QUIET))
        yield started
        started.close()


@pytest.fixture
def opened(browser):
    """Open a file at a width; what it requests and complains of is kept."""
    contexts = []

    def opening(path, *, width=1280, height=900, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        shown = Opened(context.new_page())
        shown.page.on("request", lambda request: shown.requests.append(request.url))
        shown.page.on("console", lambda message: shown.complaints.append(message.text))
        shown.page.on("pageerror", lambda error: shown.complaints.append(str(error)))
        shown.page.on("dialog", lambda dialog: (shown.complaints.append("a dialog"), dialog.dismiss()))
        shown.page.goto(path.as_uri())
        return shown

    yield opening
    for context in contexts:
        context.close()
