"""The errors of `referee` and `tournaments` are one tree, which a caller can catch by its root."""

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import pytest

import referee
import tournaments
from referee.errors import InvalidError, RunError, StychError, UserError
from tournaments.core.errors import TournamentFileError, WorkersDieError

STARTED = ("__main__", "migrations")
"""Parts of names of modules that act when they are imported, or that only Alembic can import."""


def modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not any(part in STARTED for part in found.name.split(".")):
            yield importlib.import_module(found.name)


@pytest.mark.slow
def test_every_error_is_below_the_root() -> None:
    """Those whose names begin with an underscore, which one module has for itself, need not be."""
    found = {
        each
        for package in (referee, tournaments)
        for module in modules(package)
        for name, each in vars(module).items()
        if isinstance(each, type) and issubclass(each, BaseException)
        if each.__module__ == module.__name__ and not name.startswith("_")
    }
    assert len(found) > 30
    assert [each for each in found if not issubclass(each, StychError)] == []
    assert all(each.__name__.endswith("Error") for each in found)


def test_errors_have_the_bases_that_callers_rely_on() -> None:
    assert issubclass(TournamentFileError, UserError)
    assert issubclass(WorkersDieError, RunError)
    assert not issubclass(RunError, UserError)
    assert issubclass(InvalidError, ValueError)
