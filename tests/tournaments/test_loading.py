"""What commands and workers load at their start, and what they leave until it is needed."""

import gc
import subprocess
import sys

import pytest

from tournaments.system.loading import quick_imports

LATER = (
    "sqlalchemy",
    "numpy",
    "grpc",
    "alembic",
    "openai",
    "referee.models.prompt",
    "referee.rpc.build",
)
"""What takes long to load."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "needed"),
    [
        ("tournaments.cli", ()),
        ("tournaments.commands.table", ("sqlalchemy", "numpy")),
        ("tournaments.commands.play", ("sqlalchemy", "numpy", "referee.rpc.build")),
        ("tournaments.commands.records", ("sqlalchemy",)),
        ("tournaments.commands.faults", ("sqlalchemy",)),
        ("tournaments.commands.join", ("grpc", "referee.rpc.build")),
        ("tournaments.commands.ask", ("sqlalchemy", "grpc", "referee.rpc.build")),
        ("tournaments.commands.diverge", ("sqlalchemy",)),
        ("tournaments.commands.history", ("sqlalchemy", "numpy", "referee.rpc.build")),
        ("tournaments.commands.league", ("sqlalchemy", "numpy", "referee.rpc.build")),
        ("tournaments.commands.versus", ("sqlalchemy", "numpy", "referee.rpc.build")),
        ("tournaments.commands.check", ("grpc", "referee.rpc.build")),
        ("tournaments.person.local_referee", ("grpc", "referee.rpc.build")),
        ("tournaments.run.worker", ("grpc",)),
    ],
)
def test_what_is_not_needed_is_not_loaded(module: str, needed: tuple[str, ...]) -> None:
    program = f"import sys, {module}; print(*(n for n in {LATER} if n in sys.modules))"
    said = subprocess.check_output([sys.executable, "-c", program], text=True)
    assert tuple(said.split()) == needed


@pytest.mark.slow
def test_one_game_is_loaded_without_the_rules_of_the_others() -> None:
    program = (
        "import sys; from referee.games.registry import GAMES;"
        "print(GAMES['fox'].id, *(n for n in sys.modules if n.endswith('.state')), *GAMES)"
    )
    said = subprocess.check_output([sys.executable, "-c", program], text=True)
    expected = ["fox", "referee.games.state", "referee.games.fox.state"]
    assert said.split()[:3] == expected
    assert said.split()[3:7] == ["fox", "the-game", "nase-hra", "korist"]


def test_garbage_is_looked_for_again_after_the_imports() -> None:
    assert gc.isenabled()
    with quick_imports():
        assert not gc.isenabled()
        with quick_imports():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
