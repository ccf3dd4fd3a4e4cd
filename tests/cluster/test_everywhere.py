"""One file, wherever it is played and wherever it is kept: records and tables equal to the byte."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final
from uuid import uuid4

import pytest

from tests.cluster.running import running
from tests.e2e.command import BOTS, call, run, write_bot, write_tournament
from tests.e2e.reference import shown
from tests.e2e.test_sameness import STATEFUL
from tests.postgresql.conftest import address, data, server
from tests.postgresql.server import Server
from tournaments.storage.address import ADDRESS

__all__ = ["address", "data", "server"]

pytestmark = [pytest.mark.slow, pytest.mark.unconfined, pytest.mark.minutes(1)]

SLIPS = """
from stych_bot import run

def choose(observation, legal, random):
    return len(legal) if random.randrange(20) == 0 else random.randrange(len(legal))

run(choose, games=["fox"], at_once=8)
"""
MACHINES = ("a", "b", "c", "d")
PLACES: Final[tuple[tuple[int, tuple[str, ...]], ...]] = (
    (1, ()),
    (2, ()),
    (1, MACHINES[:2]),
    (1, MACHINES),
)
"""So many worker processes of this machine or, if any are named, these machines of a cluster."""


def write_cup(folder: Path, boards: int, format_: str = "round-robin") -> Path:
    """One of its bots remembers what it saw of a match, another is at fault now and then."""
    stateful, slips = write_bot(folder / "stateful", STATEFUL), write_bot(folder / "slips", SLIPS)
    bots = (BOTS / "first", stateful, slips)
    more = "[conduct]\nfaults_in_a_row = 1000\n"
    return write_tournament(folder / "cup.toml", bots, boards, more, format=f'"{format_}"')


def told(file: Path, data: Path, *options: str, machines: tuple[str, ...] = ()) -> dict[str, str]:
    """What is said of the tournament, which is played by a command of its own.

    `machines` are those of the cluster that have to play in it.
    """
    data.mkdir(exist_ok=True)
    words = ("--data", data, "run", file, *options)
    done = run(*words, folder=file.parent)
    assert (done.code, done.err) == (0, "")
    assert tuple(each for each in MACHINES if f"\n{each} played " in done.out) == machines
    verified = call("--data", data, "verify", file)
    assert (verified.code, verified.err) == (0, "")
    return shown(data, file)


def test_two_machines_and_a_server_come_to_what_one_process_and_a_file_do(
    tmp_path: Path, data: Path
) -> None:
    file = write_cup(tmp_path, 3)
    expected = told(file, tmp_path / "here")
    assert '"kind":"illegal"' in expected["records"]
    with running(tmp_path, *MACHINES[:2], tls=True) as cluster:
        assert told(file, data, *cluster.options, machines=MACHINES[:2]) == expected


@pytest.fixture
def on_server(server: Server, tmp_path: Path) -> Iterator[list[Path]]:
    """Data folders of a database each."""
    names = [f"t{uuid4().hex}" for _ in PLACES]
    folders = [tmp_path / f"server-{number}" for number in range(len(names))]
    for folder, name in zip(folders, names, strict=True):
        folder.mkdir()
        (folder / ADDRESS).write_text(server.create(name))
    yield folders
    for name in names:
        server.drop(name)


@pytest.mark.long
@pytest.mark.parametrize("format_", ["round-robin", "swiss"])
def test_processes_machines_files_and_a_server_all_come_to_the_same(
    tmp_path: Path, on_server: list[Path], format_: str
) -> None:
    """In a Swiss tournament the results of a round decide what is played next."""
    file, said = write_cup(tmp_path, 40, format_), list[dict[str, str]]()
    with running(tmp_path, tls=True) as cluster:
        for (jobs, machines), there in zip(PLACES, on_server, strict=True):
            for name in machines[len(cluster.machines) :]:
                cluster.join(name)
            options = cluster.options if machines else ["--jobs", str(jobs)]
            here = tmp_path / f"file-{there.name}"
            said += [told(file, each, *options, machines=machines) for each in (here, there)]
    assert '"kind":"illegal"' in said[0]["records"]
    assert said == [said[0]] * 2 * len(PLACES)
