"""A test that fails leaves no command running to those after it."""

import os
import signal
from collections.abc import Iterator

import pytest

from tests.e2e.command import STARTED


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    STARTED.clear()
    yield
    for process in STARTED:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
