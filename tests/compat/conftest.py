"""What all tests of old fixtures have in common."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.compat.fixtures import FIXTURES, Fixture, Place
from tests.submissions.archives import tree


@pytest.fixture(params=FIXTURES, ids=str)
def fixture(request: pytest.FixtureRequest) -> Fixture:
    assert isinstance(request.param, Fixture)
    return request.param


@pytest.fixture
def place(fixture: Fixture, tmp_path: Path) -> Place:
    return Place.of(fixture, tmp_path / "place")


@pytest.fixture(autouse=True)
def _unconfined(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests here are about formats; how bots are confined is tested in tests/sandbox."""
    monkeypatch.setenv("STYCH_ISOLATION", "off")


@pytest.fixture(autouse=True, scope="module")
def _as_they_were() -> Iterator[None]:
    """Check that no test wrote into a fixture; once a module, since there is much to read."""
    before = _digest()
    yield
    assert _digest() == before


def _digest() -> str:
    total = hashlib.sha256()
    for each in FIXTURES:
        for name, content in tree(each.folder).items():
            total.update(name.encode() + b"\0" + content)
    return total.hexdigest()
