"""What all tests of bots in other languages have in common."""

from collections.abc import Iterator

import pytest

from tests.bots import quick_tools


@pytest.fixture(autouse=True, scope="package")
def _unconfined() -> Iterator[None]:
    """Their builds use the tools' own caches: to compile all anew for each would take an hour.

    That every language builds and plays in the sandbox is shown in tests/sandbox.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STYCH_ISOLATION", "off")
        patch.setenv("PATH", quick_tools.path())
        yield
