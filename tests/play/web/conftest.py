"""The browser that the tests of the page share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from markovpy.api.program import Program
    from support.chromium import Page


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from support.chromium import ARGUMENTS, CHROMIUM, WAIT, sync_api

    sync_api.expect.set_options(timeout=WAIT)
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, headless=True, args=ARGUMENTS.split()
        )
        yield chromium
        chromium.close()


Opener = Callable[..., Any]


@pytest.fixture
def play(browser: Any, tmp_path: Path) -> Iterator[Opener]:
    """Open a game's page; in the end nothing may have gone wrong in it."""
    from support.chromium import DESKTOP, Page, served

    with ExitStack() as stack:
        pages: list[Page] = []

        def opened(
            game: str | Program,
            device: dict[str, Any] = DESKTOP,
            frozen: bool = False,
            **arguments: Any,
        ) -> Page:
            address = stack.enter_context(served(game, tmp_path, **arguments))
            context = browser.new_context(**device)
            stack.callback(context.close)
            pages.append(Page(context.new_page(), address, frozen))
            return pages[-1]

        yield opened
        assert [page.faults for page in pages] == [[] for _ in pages]
