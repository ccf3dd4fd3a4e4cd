"""Skips tests of bots in languages that the machine does not have."""

import os

import pytest

from tests.lines.examples import missing


def skip_without(language: str) -> None:
    """Skip the test when the machine lacks the interpreter; in CI, where all are there, fail."""
    if lack := missing(language):
        if os.environ.get("CI"):
            pytest.fail(f"{lack}; CI must install it")
        pytest.skip(lack)
