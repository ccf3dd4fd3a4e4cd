"""A game that comes from a package: `high card` is installed and taken through every command."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bots.rooms import command
from tests.e2e.command import write_bot, write_tournament
from tests.e2e.forked import SERVERS
from tests.foreign.console import Console
from tests.foreign.trials import TRIED, Place
from tournaments.cli import command_names

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]

PACKAGE = Path(__file__).with_name("highcard")
BOT = """
from stych_bot import run

def choose(observation, legal, random):
    assert observation["hand"] == list(legal), (observation, legal)
    return len(legal) - 1

run(choose, games=["highcard"])
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which the package was installed."""
    site = tmp_path_factory.mktemp("site")
    quiet = ("install", "--quiet", "--disable-pip-version-check")
    how = ("--no-deps", "--no-build-isolation", "--target", site)
    command(sys.executable, "-m", "pip", *quiet, *how, PACKAGE, folder=PACKAGE)
    return site


@pytest.fixture(scope="module")
def console(site: Path) -> Iterator[Console]:
    """A process in which the package is installed."""
    paths = os.pathsep.join(filter(None, (str(site), os.environ.get("PYTHONPATH"))))
    SERVERS[paths] = "tests.foreign.server"
    with Console({**os.environ, "PYTHONPATH": paths}) as console:
        yield console
    del SERVERS[paths]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, console: Console) -> Place:
    """Where the tournament was played to its end."""
    place = Place(tmp_path_factory.mktemp("played"), console)
    bots = [write_bot(bot, BOT, games='["highcard"]') for bot in place.bots]
    write_tournament(place.cup, bots, 3, "[options]\nplayers = 2\n", game='"highcard"')
    place.well("run", place.cup)
    return place


@pytest.fixture
def place(played: Place, tmp_path: Path, site: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    """A copy of `played` at another path, so that no test meets what another one left."""
    monkeypatch.setenv("PYTHONPATH", str(site), prepend=os.pathsep)
    there = tmp_path / "place"
    shutil.copytree(played.folder, there)
    cup = there / "cup.toml"
    cup.write_text(cup.read_text().replace(str(played.folder), str(there)))
    return Place(there, played.console)


def test_no_command_is_left_out() -> None:
    assert set(TRIED) == set(command_names())


# The three left out are tried together with submit, export and cluster.
@pytest.mark.parametrize(
    "name", [name for name in TRIED if name not in ("bots", "import", "worker")]
)
def test_the_command_knows_the_game(place: Place, name: str) -> None:
    TRIED[name](place)
