"""kill -9 at random moments of a tournament on a cluster: what is played stays the same.

A strike hits one or several at once of a machine, the scheduler, the run, and the server of
PostgreSQL that has the results.
"""

import os
import re
import shutil
import signal
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

from tests.chaos.cup import check_whole
from tests.cluster.play import PAIR
from tests.cluster.running import Cluster, matches, running
from tests.e2e.command import LONG, Done, Process, finish, run, start, write_tournament
from tests.e2e.processes import descendants, gone, until
from tests.e2e.reference import reference, shown
from tests.postgresql.server import Server
from tournaments.storage.address import ADDRESS
from tournaments.storage.store import Store

BOARDS: Final = 150
GONE: Final = "does not answer any more; what was played is kept"
"""What a run says whose scheduler is gone."""
_ENDS: Final = {
    1: re.compile(rf"stych: the scheduler at \S+ {GONE}, and the same command goes on\n"),
    2: re.compile(
        r"stych: (no scheduler answers at .+"
        r"|postgresql\+psycopg://\S+ cannot be (written|read|used): .+)\n"
    ),
}
"""By exit code: all that a run says whose scheduler or whose server is gone."""
_TOLD: Final = re.compile(r"^cup: (\d+) of \d+ matches", re.MULTILINE)
_AT_ONCE: Final = (1, 2, 2, 3, 4)
"""How many victims a strike draws, each as often as it stands here; one drawn twice counts once."""
_PATIENCE: Final = 0.7
"""The share of strikes that wait until the run saves something; others may hit its beginning."""


class Campaign:
    """Tournaments on a cluster, until so many kills have hit something of it."""

    def __init__(self, folder: Path, seed: int, kills: int, server: Server | None = None) -> None:
        """A `server`, if there is one, has the results and is struck as well."""
        self._folder = folder
        self._random = Random(seed)
        self._most = kills
        self._server = server
        self._victims = ("machine", "machine", "run", "scheduler", *(["server"] if server else []))
        self._file = write_tournament(folder / "cup.toml", PAIR, BOARDS)
        self._expected = reference(self._file, folder / "reference")
        self._began = time.monotonic()
        self.kills: Counter[str] = Counter()
        self._strikes = self._finished = 0
        self._ended: Counter[int] = Counter()

    @property
    def told(self) -> str:
        """What was done, in a line."""
        each = ", ".join(f"{times} of {what}" for what, times in sorted(self.kills.items()))
        return (
            f"{self.kills.total()} kills in {self._strikes} strikes ({each}), in {self._finished}"
            f" tournaments of {2 * BOARDS} matches: nothing lost, nothing twice, nothing left;"
            f" {self._ended[1] + self._ended[2]} runs ended in a sentence;"
            f" {time.monotonic() - self._began:.0f} s"
        )

    def run(self) -> None:
        """Raises AssertionError for anything that was lost, that is there twice, or left over."""
        with running(self._folder, "a", "b", tls=True) as cluster:
            while self.kills.total() < self._most:
                data = self._new_data()
                self._tournament(cluster, data)
            until(lambda: not cluster.playing(), LONG)
        # Something that was being started when a strike hit it may take a while to end.
        until(lambda: not cluster.left(), LONG)

    def _new_data(self) -> Path:
        data = self._folder / "data"
        shutil.rmtree(data, ignore_errors=True)
        if self._server:
            data.mkdir()
            self._server.drop(f"k{self._finished - 1}")
            (data / ADDRESS).write_text(self._server.create(f"k{self._finished}"))
        return data

    def _tournament(self, cluster: Cluster, data: Path) -> None:
        heads = self._folder / "heads"
        heads.unlink(missing_ok=True)
        before = 0
        while True:
            done = self._run(cluster, data)
            there = check_whole(data, heads)
            told = max(map(int, _TOLD.findall(done.out)), default=0)
            assert there >= max(before, told), "what was told as played is not there"
            before = there
            _note_head(data, heads)
            if done.code == 0:
                break
        assert shown(data, self._file) == self._expected
        verified = run("--data", data, "verify", self._file, folder=self._folder)
        assert (verified.code, verified.err) == (0, ""), verified
        self._finished += 1

    def _run(self, cluster: Cluster, data: Path) -> Done:
        """Run the tournament under strikes, until it is over or a strike has ended the run."""
        words = ("--data", data, "run", self._file, *cluster.options)
        process = start(*words, folder=self._folder)
        struck: set[str] = set()
        while process.poll() is None and self.kills.total() < self._most:
            self._wait(process, data)
            if process.poll() is None:
                struck |= self._strike(cluster, process)
        done = finish(process)
        self._ended[int(done.code or 0)] += 1
        ended = next((each for each, said in _ENDS.items() if said.fullmatch(done.err)), 0)
        assert done.code in (ended, -signal.SIGKILL), done
        assert ended or not done.err, done
        assert not ended or struck & {"scheduler", "server"}, done
        return done

    def _wait(self, process: Process, data: Path) -> None:
        if self._random.random() < _PATIENCE:
            before = matches(data)
            until(lambda: process.poll() is not None or matches(data) > before, LONG)
        time.sleep(self._random.uniform(0, 2))

    def _strike(self, cluster: Cluster, process: Process) -> set[str]:
        """Kill some of all that takes part, at once, and have others in their place."""
        victims = set(self._random.choices(self._victims, k=self._random.choice(_AT_ONCE)))
        order = self._random.sample(sorted(victims), len(victims))
        name = self._random.choice(sorted(cluster.machines))
        below = descendants(cluster.machines[name].pid) if "machine" in victims else []
        below += descendants(process.pid) if "run" in victims else []
        for victim in order:
            if victim == "run":
                os.killpg(process.pid, signal.SIGKILL)
            elif victim == "machine":
                cluster.kill(name)
            elif victim == "scheduler":
                cluster.kill_scheduler()
            elif self._server:
                self._server.stop("immediate")
        self.kills.update(order)
        self._strikes += 1
        if self._server and "server" in victims:
            self._server.start()
        if "scheduler" in victims:
            cluster.start_scheduler()
        if "machine" in victims:
            cluster.join(name, wait=False)
        gone(below)
        return victims


def _note_head(data: Path, heads: Path) -> None:
    """Note the last entry of the journal: it has to be there for ever."""
    with Store(data) as store:
        head = store.head("cup")
    if head:
        with heads.open("a") as file:
            file.write(f"{head.number} {head.link}\n")
