"""Real browsers against a real server: one Chromium for all tests, a server of its own for each."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.person import Person
from tests.e2e.serving import Serving

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
FLAT: dict[str, Any] = PHONE | {"viewport": {"width": 844, "height": 390}}

LOCALES = ("zh-CN", "en-GB")
ALL_SCREENS = os.environ.get("DIZHU_ALL_SCREENS") == "1"
"""Each size in each language (`make screens`); otherwise the languages take turns."""

NewPerson = Callable[..., Person]
NewServer = Callable[..., Serving]


def screens(*devices: dict[str, Any]) -> pytest.MarkDecorator:
    """Parametrizes `device` and `locale`."""
    cases = [
        pytest.param(device, locale, id=f"{device['viewport']['width']}-{locale[:2]}")
        for number, device in enumerate(devices)
        for locale in (LOCALES if ALL_SCREENS else (LOCALES[number % len(LOCALES)],))
    ]
    return pytest.mark.parametrize(("device", "locale"), cases)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's chromium."""
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("there is no chromium; `make browser` installs it")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[NewServer]:
    """Starts servers on folders of their own; quick bots unless told otherwise."""
    started: list[Serving] = []

    def start(**settings: object) -> Serving:
        quick: dict[str, object] = {"bot_least": 0.02, "bot_most": 0.1, "deal_step_ms": 30}
        serving = Serving(tmp_path / f"data{len(started)}", quick | settings)
        started.append(serving)
        return serving.start()

    yield start
    for serving in started:
        serving.kill()


@pytest.fixture
def person(browser: Browser) -> Iterator[NewPerson]:
    """People, each with a browser profile of his own; at the end none has seen an error."""
    people: list[Person] = []

    def come(base: str, device: dict[str, Any] = DESK, **options: Any) -> Person:
        context = browser.new_context(
            **{"locale": "zh-CN", "reduced_motion": "reduce"} | device | options
        )
        newcomer = Person(context.new_page(), base)
        people.append(newcomer)
        return newcomer

    yield come
    for one in people:
        one.page.context.close()
        assert one.errors == [], one.errors
