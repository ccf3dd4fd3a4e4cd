"""A data folder with a tournament, and one browser for all tests of a process."""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a tournament that was played to its end; nobody may change it."""
    # Imported here: these tests are skipped where the extra is missing.
    from tests.report.cups import hold
    from tests.web.sites import cup

    place = tmp_path_factory.mktemp("held") / "data"
    hold(place, cup())
    return place


@pytest.fixture
def data(held: Path, tmp_path: Path) -> Path:
    """A folder of that tournament, for one test alone."""
    return shutil.copytree(held, tmp_path / "data")


@pytest.fixture(scope="session")
def only_browser() -> Iterator[tuple["Browser", asyncio.AbstractEventLoop | None]]:
    """The browser of this process, and the event loop that it has."""
    from tests.web.browser import chromium

    with chromium() as browser:
        loop = asyncio._get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)


@pytest.fixture(scope="module")
def browser(
    only_browser: tuple["Browser", asyncio.AbstractEventLoop | None],
) -> Iterator["Browser"]:
    """The browser; each test has contexts or pages of its own, and closes them."""
    found, loop = only_browser
    # Between its calls its loop stands still but counts as running, and no other one could run in
    # this thread: so it counts only while there are tests that use it.
    asyncio._set_running_loop(loop)
    yield found
    asyncio._set_running_loop(None)
