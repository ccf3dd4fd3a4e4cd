"""kill -9 of any process of a tournament with real bots, from its main process to a bot."""

import json
import os
import shutil
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

import psutil

from referee.sandbox.probe import UNDETERMINED
from referee.sandbox.starting import NO_SUPERVISOR, NO_VIEW
from tests.chaos.cup import check_whole
from tests.e2e.command import BOTS, NEW, Process, call, finish, run, start, write_tournament
from tests.e2e.processes import descendants, gone, line, workers
from tests.e2e.reference import reference
from tournaments.storage.store import Store

CUT_SHORT: Final = "EOFError: Ran out of input\n"
"""Python's last words in a worker whose parent is killed while it starts it."""
REFUSALS: Final = (
    UNDETERMINED,
    NO_SUPERVISOR,
    NO_VIEW,
    "worker processes ended in a row before every bot was started",
)
"""What a command says if a supervisor is killed before it has reported that it runs, or a process
of bubblewrap before the program begins: while the command asks the machine for its isolation, or
while the first bots are started. So also if workers are killed again and again in that time.
"""
BOARDS: Final = 150
"""Enough for dozens of kills; a few make do with fewer."""
PATIENT: Final = "[conduct]\nfaults_in_a_row = 1000\n"
_GROUPS: Final = ("/sys/fs/cgroup", "/sys/fs/cgroup/memory", "/sys/fs/cgroup/pids")


def _below(words: str) -> Callable[[int], list[psutil.Process]]:
    return lambda pid: [each for each in descendants(pid) if words in line(each)]


VICTIMS: Final[Mapping[str, Callable[[int], list[psutil.Process]]]] = {
    "main": lambda pid: [psutil.Process(pid)],
    "worker": workers,
    "supervisor": _below("supervisor import main"),
    "sandbox": _below("/bwrap "),
    "bot": lambda pid: [each for each in descendants(pid) if line(each) == "python bot.py"],
}
_OF_BOTS: Final = ("supervisor", "sandbox", "bot")
"""Who kills those, kills a bot."""


class RealCampaign:
    """Tournaments by the real command, until so many kills have hit something of them."""

    def __init__(self, folder: Path, seed: int, kills: int) -> None:
        self._folder = folder
        self._random = Random(seed)
        self._most = kills
        pair = [BOTS / "random", BOTS / "first"]
        self._file = write_tournament(
            folder / "cup.toml", pair, min(BOARDS, 8 * kills + 1), PATIENT
        )
        said = reference(self._file, folder / "reference")["records"]
        self._undisturbed = {json.loads(each)["id"]: each for each in said.splitlines()}
        self._seen: set[psutil.Process] = set()
        self._owners: set[int] = set()
        """Ids of the processes that this campaign started: only their control groups are looked at.
        Others that were killed on this machine may have left some as well."""
        self.kills: Counter[str] = Counter()
        self.finished = self.faults = self.worker_failures = 0

    def run(self) -> None:
        """Raises AssertionError for anything that was lost or is left over."""
        while self.kills.total() < self._most:
            with tempfile.TemporaryDirectory(prefix="c", dir="/tmp") as home:
                self._tournament(self._folder / "data", Path(home))

    def _tournament(self, data: Path, home: Path) -> None:
        shutil.rmtree(data, ignore_errors=True)
        before = Counter(self.kills)
        code = -signal.SIGKILL
        while code:
            kills = self.kills.total()
            process = start(*self._line(data), folder=self._folder, before=NEW, TMPDIR=str(home))
            while process.poll() is None and self.kills.total() < self._most:
                self._kill_something(process)
            done = finish(process)
            code = int(done.code or 0)
            gone(self._seen)
            self._owners |= {each.pid for each in self._seen}
            self._seen.clear()
            check_whole(data)
            struck = self.kills.total() > kills
            refused = struck and any(each in done.err for each in REFUSALS)
            assert code in (0, 1, 2 if refused else 0, -signal.SIGKILL), done
            cut_short = code == -signal.SIGKILL and (refused or done.err.endswith(CUT_SHORT))
            assert cut_short or done.err.count("\n") == (code > 0), done.err
            self.worker_failures += code == 1
        done = run(*self._line(data), folder=self._folder, before=NEW, TMPDIR=str(home))
        assert (done.code, done.err) == (0, ""), done
        self._check_end(data, self.kills - before)
        # Whoever starts bots removes what a killed process has left. The run before may have had
        # nothing to play, or have begun while that was still dying.
        pair = (BOTS / "random", BOTS / "random")
        line = ("--data", data.with_name("sweeping"), "play", "fox", *pair, "--boards", 1)
        done = run(*line, folder=self._folder, before=NEW, TMPDIR=str(home))
        assert (done.code, done.err) == (0, ""), done
        self._check_nothing_left(home)
        self.finished += 1

    def _line(self, data: Path) -> list[object]:
        return ["--data", data, "run", self._file, "--jobs", 2]

    def _kill_something(self, process: Process) -> None:
        kind = self._random.choice(list(VICTIMS))
        victims: list[psutil.Process] = []
        with suppress(psutil.NoSuchProcess, ProcessLookupError):
            while not victims and process.poll() is None:
                time.sleep(self._random.uniform(0.0, 0.5))
                self._seen |= set(descendants(process.pid))
                victims = VICTIMS[kind](process.pid)
            if victims and process.poll() is None:
                os.kill(self._random.choice(victims).pid, signal.SIGKILL)
                self.kills[kind] += 1

    def _check_end(self, data: Path, kills: "Counter[str]") -> None:
        """What no kill of a bot has hit is the same to the byte, and there is nothing twice."""
        done = call("--data", data, "verify", self._file)
        assert (done.code, done.err) == (0, ""), done
        with Store(data) as store:
            records = list(store.records("cup"))
        assert {each.id for each in records} == self._undisturbed.keys()
        assert len(records) == len(self._undisturbed)
        for each in records:
            hit = bool(each.faults) or any(each.measured.resumed)
            if not hit:
                assert each.to_json(measured=False) == self._undisturbed[each.id]
            assert not hit or any(kills[kind] for kind in _OF_BOTS), "nobody has killed a bot"
            assert all(e.fault.kind in ("crashed", "disconnected") for e in each.faults)
            self.faults += len(each.faults)

    def _check_nothing_left(self, home: Path) -> None:
        """No folder of bots, and no control group of a process that is gone."""
        left = sorted(str(each.relative_to(home)) for each in home.rglob("*"))
        assert left == [], left
        for place in _GROUPS:
            for folder in Path(place).glob("**/stych-bot-*"):
                owner = int(folder.name.removeprefix("stych-bot-").partition("-")[0])
                assert owner not in self._owners or psutil.pid_exists(owner), folder
