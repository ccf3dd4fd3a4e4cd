"""Every command that uses a database, with an address in `--data` or in `STYCH_DATA`."""

import asyncio
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from uuid import uuid4

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from referee.sandbox.probe import Mode
from tests.agents.calls import call as use
from tests.e2e.called import fork_called
from tests.e2e.command import BOTS, LONG, STYCH, Done, call, finish, write_tournament
from tests.e2e.hosting import host_and_bots
from tests.e2e.reference import reference, shown
from tests.joining.terminal import at_random, join
from tests.postgresql.server import Server
from tests.seeds import SEED
from tests.submissions.registries import accept_all
from tests.tournaments.cups import play_cup, write_cup
from tests.web.running import read, running
from tournaments.cli import command_names
from tournaments.commands.agents.folder import AgentFolder
from tournaments.commands.agents.server import agent_server
from tournaments.storage.address import DATABASE, folder_at
from tournaments.storage.store import Store

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]

PAIR: Final = (BOTS / "random", BOTS / "first")


@dataclass(frozen=True)
class Place:
    """A folder, a database in which a tournament is kept, and the folder of files beside it."""

    folder: Path
    address: str

    @property
    def cup(self) -> Path:
        return self.folder / "cup.toml"

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def given(self) -> tuple[object, ...]:
        return ("--data", self.address, "--files", self.data)

    def well(self, *line: object) -> Done:
        """A command that ends well, and has made no database of its own."""
        done = call(*self.given, *line, folder=self.folder)
        assert done.code == 0, (line, done.out, done.err)
        self.check_kept()
        return done

    def check_kept(self) -> None:
        """Everything is in the one database."""
        assert not list(self.folder.rglob(DATABASE))

    def match(self) -> str:
        """The id of a match of the tournament."""
        with Store(self.data) as store:
            return min(store.played("cup"))

    def tournaments(self) -> list[str]:
        with Store(self.data) as store:
            return list(store.tournaments())

    def write(self, name: str) -> Path:
        """Another tournament, of sample bots."""
        return write_tournament(self.folder / f"{name}.toml", PAIR, 2, name=f'"{name}"')


@pytest.fixture(scope="module")
def place(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    name = f"t{uuid4().hex}"
    place = Place(tmp_path_factory.mktemp("place"), server.create(name))
    play_cup(write_cup(place.folder), folder_at(place.address, place.data))
    yield place
    server.drop(name)


def is_played(place: Place) -> None:
    file = place.write("own")
    place.well("run", file, "--jobs", 2)
    assert shown(place.data, file) == reference(file, place.folder.with_name("reference"))


def is_hosted(place: Place) -> None:
    """The token is on the server, where the process that is dialled looks it up."""
    file = place.write("hosted")
    file.write_text(f'{file.read_text()}[[entrants]]\nremote = true\nname = "cyd"\n')
    with host_and_bots(place.folder, file) as there:
        host = there.host()
        there.bot("cyd", PAIR[0])
        done = finish(host)
        assert done.code == 0, done.err
    assert "cyd" in place.well("table", file).out


def is_joined(place: Place) -> None:
    """What is kept of it are files beside the database, by default among the user's data."""
    home, words = place.folder / "home", ("fox", PAIR[1], "--option", "target=1", "--seed", SEED)
    with join(
        *words, folder=place.folder, STYCH_DATA=place.address, XDG_DATA_HOME=str(home)
    ) as screen:
        screen.play(at_random("x"))
        assert screen.code() == 0, screen.text
    [record] = home.rglob("joined/*.json")
    assert "of join" in place.well("replay", record).out
    place.check_kept()


def serves_agents(place: Place) -> None:
    """The results of agents are in the database, and no file is in the folder of the agents."""
    folder = place.folder / "agents"
    folder.mkdir()
    asyncio.run(_play_a_duel(AgentFolder(folder, folder_at(place.address, place.data))))
    own = {"PATH": os.environ["PATH"], "STYCH_ISOLATION": "off", "HOME": str(place.folder)}
    words = [*map(str, place.given), "mcp", "--folder", str(folder)]
    started = StdioServerParameters(command=str(STYCH), args=words, env=own)

    async def look() -> None:
        async with asyncio.timeout(LONG), Client(stdio_client(started)) as client:
            assert (await use(client, "table", tournament="duel"))["matches"]

    asyncio.run(look())
    assert "duel" in place.tournaments()
    assert list(folder.iterdir()) == []
    place.check_kept()


async def _play_a_duel(folder: AgentFolder) -> None:
    """By a server in this process, whose commands are forked."""
    line = {"game": "fox", "old": "sample/random", "new": "sample/first"}
    more = {"options": {"target": 1}, "boards": 2, "better_by": 0.2}
    with pytest.MonkeyPatch.context() as patch:
        fork_called(patch)
        async with agent_server(folder, Mode.OFF) as server, Client(server) as client:
            await use(client, "duel", **line, **more)
            [match] = (await use(client, "matches", tournament="duel", most=1))["matches"]
            await use(client, "replay", record=match["match"])


def is_shown_in_the_browser(place: Place) -> None:
    with running(*place.given, "web", place.cup, "--port", 0, folder=place.folder) as (_, address):
        assert "ann" in read(address + "t/cup")
        assert "ann" in read(f"{address}m/{place.match()}")


def is_reported(place: Place) -> None:
    place.well("report", place.cup, "--out", place.folder / "page.html")
    assert "ann" in (place.folder / "page.html").read_text()


def is_in_a_league(place: Place) -> None:
    file = place.folder / "league.toml"
    file.write_text('name = "year"\n[[tournaments]]\nname = "cup"\n')
    assert "By rating" in place.well("league", file).out


def does_not_diverge(place: Place) -> None:
    match = place.match()
    assert "The same to the end" in place.well("diverge", match, match).out


def is_stored(place: Place) -> None:
    with pytest.MonkeyPatch.context() as patch:
        # Without the check, which uses no database.
        accept_all(patch)
        assert "Stored as random@1: fox" in place.well("submit", PAIR[0]).out
    assert "random@1" in place.well("bots").out
    place.well("play", "fox", "random@1", PAIR[1], "--boards", 1, "--option", "target=1")
    assert (place.data / "bots").is_dir()


def moves(place: Place) -> None:
    """Out, and back to where it came from: nothing of it is new there."""
    place.well("export", place.cup, "--to", place.folder / "cup.stych")
    before = place.tournaments()
    place.well("import", place.folder / "cup.stych")
    assert place.tournaments() == before


def is_examined(place: Place) -> None:
    # With this PATH it finds no compilers, and need not ask each for its version.
    found = call(*place.given, "doctor", "--json", folder=place.folder, PATH="/no-such-folder")
    states = {each["name"]: each for each in json.loads(found.out)["findings"]}
    assert states["data folder"]["state"] == "fine"
    assert place.address in states["data folder"]["found"]
    place.check_kept()


def well(*line: str) -> Callable[[Place], None]:
    """The command with these words: CUP is a tournament's file, MATCH a match of it, BOT a bot."""

    def check(place: Place) -> None:
        words = {"CUP": place.cup, "BOT": PAIR[0], "MATCH": place.match()}
        assert place.well(*(words.get(each, each) for each in line)).out

    return check


TRIED: Final[dict[str, Callable[[Place], None]]] = {
    "run": is_played,
    "play": is_stored,
    "duel": well("duel", "fox", "sample/random", "sample/thumb", "--boards", "4", "--error", "0.2"),
    "host": is_hosted,
    "token": well("token", "ann"),
    "join": is_joined,
    "table": well("table", "CUP"),
    "faults": well("faults", "CUP"),
    "report": is_reported,
    "web": is_shown_in_the_browser,
    "replay": well("replay", "MATCH"),
    "diverge": does_not_diverge,
    "history": well("history", "ann"),
    "league": is_in_a_league,
    "versus": well("versus", "ann", "bob"),
    "records": well("records", "CUP"),
    "record": well("record", "show", "MATCH"),
    "verify": well("verify", "CUP"),
    "export": moves,
    "import": moves,
    "ask": well("ask", "BOT", "MATCH", "--decision", "0"),
    "submit": is_stored,
    "bots": is_stored,
    "mcp": serves_agents,
    "doctor": is_examined,
}
WITHOUT: Final = {
    *("cluster", "dial", "new", "check", "games", "rules", "docs", "selfplay", "soak", "bench"),
    # It keeps bots and what they print, and no results.
    "worker",
}
"""Commands that have nothing to do with a database."""


def test_no_command_is_left_out() -> None:
    assert sorted([*TRIED, *WITHOUT]) == sorted(command_names())


@pytest.mark.parametrize("name", sorted({each: name for name, each in TRIED.items()}.values()))
def test_the_command_works_with_an_address(place: Place, name: str) -> None:
    TRIED[name](place)
