"""What commands and workers load at their start, and what they leave until it is needed."""

import gc
import os
import subprocess
import sys

import pytest

from tournaments.system.loading import quick_imports

LATER = (
    "sqlalchemy",
    "sqlalchemy.orm",
    "numpy",
    "grpc",
    "alembic",
    "openai",
    "referee.models.prompt",
    "referee.rpc.build",
)
"""What takes long to load."""
THREADS = "OPENBLAS_NUM_THREADS"
HEAVY = ("sqlalchemy", "numpy")
CHAINS: dict[str, list[tuple[str, tuple[str, ...]]]] = {
    "of results": [
        ("tournaments.cli", ()),
        ("tournaments.commands.records", ("sqlalchemy",)),
        ("tournaments.commands.faults", ("sqlalchemy",)),
        ("tournaments.commands.diverge", ("sqlalchemy",)),
        ("tournaments.commands.table", HEAVY),
        ("tournaments.commands.play", (*HEAVY, "referee.rpc.build")),
        ("tournaments.commands.history", (*HEAVY, "referee.rpc.build")),
        ("tournaments.commands.league", (*HEAVY, "referee.rpc.build")),
        ("tournaments.commands.versus", (*HEAVY, "referee.rpc.build")),
    ],
    "of one bot": [("tournaments.commands.ask", ("sqlalchemy", "grpc", "referee.rpc.build"))],
    "without results": [
        ("tournaments.run.worker", ("grpc",)),
        ("tournaments.commands.check", ("grpc", "referee.rpc.build")),
        ("tournaments.commands.join", ("grpc", "referee.rpc.build")),
        ("tournaments.person.local_referee", ("grpc", "referee.rpc.build")),
    ],
}
"""Modules that are loaded one after another, and which of LATER are loaded after each.

None needs less than the one before it, so that whatever it loads beyond its need is seen.
"""


@pytest.mark.slow
@pytest.mark.parametrize("chain", CHAINS)
def test_what_is_not_needed_is_not_loaded(chain: str) -> None:
    look = f"print(*(name for name in {LATER} if name in sys.modules))"
    lines = [line for module, _ in CHAINS[chain] for line in (f"import {module}", look)]
    program = "\n".join(["import sys", *lines])
    said = subprocess.check_output([sys.executable, "-c", program], text=True).splitlines()
    loaded = [tuple(line.split()) for line in said]
    assert dict(zip(CHAINS[chain], loaded, strict=True)) == {
        (module, needed): needed for module, needed in CHAINS[chain]
    }


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


@pytest.mark.slow
def test_numbers_are_calculated_in_one_thread() -> None:
    program = (
        "import psutil; import tournaments.ratings.posterior; import numpy;"
        "numpy.linalg.inv(numpy.eye(300)); print(psutil.Process().num_threads())"
    )
    environment = {key: value for key, value in os.environ.items() if key != THREADS}
    said = subprocess.check_output([sys.executable, "-c", program], text=True, env=environment)
    assert said == "1\n"
    # Importing `tournaments`, as this file does, sets it.
    assert os.environ[THREADS]


def test_garbage_is_looked_for_again_after_the_imports() -> None:
    assert gc.isenabled()
    with quick_imports():
        assert not gc.isenabled()
        with quick_imports():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
