"""Fixtures of several modules. `intact` and `under_way` are made once: no test writes to them."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def intact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of `play_intact`, to be copied before it is tampered with."""
    # Most modules here need nothing of what this imports.
    from tests.tournaments.tampering import play_intact

    return play_intact(tmp_path_factory.mktemp("intact"))


@pytest.fixture(scope="session")
def under_way(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tournament that goes on, to be copied before anything is done with it."""
    from tests.tournaments.transfers import begun

    folder = tmp_path_factory.mktemp("under-way")
    begun(folder)
    return folder


@pytest.fixture
def cup(under_way: Path, tmp_path: Path) -> Path:
    """The file of `under_way` in a copy of that folder; its data folder lies beside it."""
    shutil.copytree(under_way, tmp_path, dirs_exist_ok=True)
    return tmp_path / "cup.toml"


@pytest.fixture
def forked() -> Iterator[None]:
    """Workers of this process are forked: to load what they need takes longer than their work."""
    from tests.e2e.worker_server import forked_workers

    with forked_workers():
        yield
