"""What commands and workers load at their start, and what they leave until it is needed."""

import gc
import subprocess
import sys

import pytest

from tournaments.system.loading import quick_imports

LATER = ("sqlalchemy", "numpy", "grpc", "alembic", "openai", "referee.models.prompt")
"""What takes long to load."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "needed"),
    [
        ("tournaments.cli", ()),
        ("tournaments.commands.play", ("sqlalchemy", "numpy")),
        ("tournaments.commands.records", ("sqlalchemy",)),
        ("tournaments.commands.faults", ("sqlalchemy",)),
        ("tournaments.commands.join", ("grpc",)),
        ("tournaments.commands.ask", ("sqlalchemy", "grpc")),
        ("tournaments.commands.diverge", ("sqlalchemy",)),
        ("tournaments.commands.history", ("sqlalchemy", "numpy")),
        ("tournaments.commands.league", ("sqlalchemy", "numpy")),
        ("tournaments.commands.versus", ("sqlalchemy", "numpy")),
        ("tournaments.commands.check", ("grpc",)),
        ("tournaments.person.local_referee", ("grpc",)),
        ("tournaments.run.worker", ("grpc",)),
    ],
)
def test_what_is_not_needed_is_not_loaded(module: str, needed: tuple[str, ...]) -> None:
    program = f"import sys, {module}; print(*(n for n in {LATER} if n in sys.modules))"
    said = subprocess.check_output([sys.executable, "-c", program], text=True)
    assert tuple(said.split()) == needed


def test_garbage_is_looked_for_again_after_the_imports() -> None:
    assert gc.isenabled()
    with quick_imports():
        assert not gc.isenabled()
        with quick_imports():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
