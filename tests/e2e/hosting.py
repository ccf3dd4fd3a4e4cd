"""A tournament that is hosted, and the remote bots that dial in to it, all as real processes."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from referee.record import Record
from tests.e2e.command import LONG, Process, call, start, start_program
from tests.records.matches import FakeBot, play, uniform
from tests.seeds import SEED
from tournaments.config import competition
from tournaments.hosting.setting import Hosting, free_address
from tournaments.run.organiser import Organiser
from tournaments.storage.store import Store

HEAD = (
    f'name = "cup"\ngame = "fox"\nseed = "{SEED}"\n'
    "boards = {boards}\n{more}[options]\ntarget = 1\n"
)
REMOTE = ("ann", "bob")
STEADY = """
import time
from random import Random
from stych_bot import Bot, run

class Steady(Bot):
    def choose(self, observation, legal):
        time.sleep(0.05)
        moment = len(observation.public_view.history)
        return Random(f"{self.match.seed}/{moment}").randrange(len(legal))

run(Steady, games=["fox"])
"""
"""It takes its time, and plays the same wherever in a match it begins."""


def write_cup(
    file: Path, *local: Path, remote: tuple[str, ...], boards: int, more: str = ""
) -> Path:
    text = HEAD.format(boards=boards, more=more)
    text += "".join(f'[[entrants]]\nbot = "{bot}"\nname = "{bot.name}"\n' for bot in local)
    text += "".join(f'[[entrants]]\nremote = true\nname = "{name}"\n' for name in remote)
    file.write_text(text)
    return file


class HostAndBots:
    """Starts a host and bots when asked; at the end of the block none of them runs any more."""

    def __init__(self, folder: Path, file: Path) -> None:
        self.folder, self.file = folder, file
        self.data = folder / "data"
        self.address = free_address("127.0.0.1:0")
        self.tokens: dict[str, str] = {}
        self.processes: list[Process] = []

    def token(self, name: str) -> str:
        """The entrant's, issued when it is first asked for."""
        if name not in self.tokens:
            done = call("--data", self.data, "token", name)
            self.tokens[name] = done.out.split("STYCH_TOKEN=")[1].strip()
        return self.tokens[name]

    def host(self, *options: object) -> Process:
        """`stych host`, begun."""
        line = ("--data", self.data, "host", self.file, "--listen", self.address, *options)
        self.processes.append(start(*line, folder=self.folder))
        return self.processes[-1]

    def bot(self, name: str, bot: Path, address: str = "", **environment: str) -> Process:
        """A bot, started as its owner does it on another machine (see `start_program`)."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith("STYCH")}
        own = {
            "STYCH_ADDRESS": address or self.address,
            "STYCH_TOKEN": self.token(name),
            "STYCH_BOT_NAME": f"{name}-bot",
            "STYCH_BOT_VERSION": "7",
            "STYCH_RECONNECT": "100",
            **environment,
        }
        self.processes.append(start_program(bot / "bot.py", bot, {**kept, **own}))
        return self.processes[-1]


@contextmanager
def host_and_bots(folder: Path, file: Path) -> Iterator[HostAndBots]:
    made = HostAndBots(folder, file)
    try:
        yield made
    finally:
        for process in made.processes:
            with suppress(ProcessLookupError):
                process.kill()
            process.communicate()


def said(process: Process, line: str) -> list[str]:
    """The lines that the host prints, up to the first one that begins with `line`."""
    assert process.stdout is not None
    lines = []
    while text := process.stdout.readline():
        lines.append(text.rstrip())
        if text.startswith(line):
            return lines
    raise AssertionError(f"it never said {line!r}: {lines}")


def ended(process: Process) -> tuple[int, str]:
    """A bot's exit code and what it wrote to standard error, once it has ended."""
    _, err = process.communicate(timeout=LONG)
    return process.wait(), err


def records(data: Path) -> dict[str, Record]:
    with Store(data) as store:
        return {record.id: record for record in store.records("cup")}


def expected(folder: Path, file: Path) -> dict[str, Record]:
    """The records of random play from the bots' seeds, played in this process."""
    with Store(folder / "expected") as store:
        organiser = Organiser(store, competition.read(file).tournaments[0], file.parent)
        plan = organiser.plan(Hosting("nowhere", folder))
        found = [play(plan, each, FakeBot(uniform), FakeBot(uniform)) for each in organiser.missing]
    return {record.id: record for record in found}
