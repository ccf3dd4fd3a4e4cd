"""What all tests of bots in other languages have in common."""

import pytest


@pytest.fixture(autouse=True)
def _unconfined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their builds use the tools' own caches: to compile all anew for each would take an hour.

    That every language builds and plays in the sandbox is shown in tests/sandbox.
    """
    monkeypatch.setenv("STYCH_ISOLATION", "off")
