"""kill -9 of the main process at random moments, hundreds of times, each time taken up again."""

import os
import re
import shutil
import signal
import time
from pathlib import Path
from random import Random

from tests.chaos.cup import check_end, check_whole, prepared
from tests.chaos.forking import fork

_DEADLY = 0.02
"""The probability that a worker dies instead of playing a match."""
_TOLD = re.compile(r"^cup: (\d+) of \d+ matches", re.MULTILINE)


class Campaign:
    """Tournaments, one after another, until so many kills have hit one that was under way."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._random = Random(seed)
        self._file, self._undisturbed = prepared(folder)
        self._runs = 0
        self.kills = self.finished = self.worker_failures = 0
        self._usual = self._measured()

    def run(self, kills: int) -> None:
        """Raises AssertionError for anything that was lost."""
        while self.kills < kills:
            self._tournament()

    def _measured(self) -> float:
        """How long a run takes that nothing disturbs."""
        began = time.monotonic()
        assert self._wait(self._start(self._place("first"), 0.0)) == 0
        return time.monotonic() - began

    def _place(self, name: str) -> Path:
        place = self._folder / name
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        return place

    def _start(self, place: Path, deadly: float) -> int:
        self._runs += 1
        for name in ("out", "err"):
            (place / name).unlink(missing_ok=True)
        line = ["--data", str(place / "data"), "run", str(self._file), "--jobs", "2"]
        return fork([*line, "--isolation", "off"], place, deadly, self._runs)

    @staticmethod
    def _wait(pid: int) -> int:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    def _tournament(self) -> None:
        place, before = self._place("disturbed"), 0
        while True:
            pid = self._start(place, _DEADLY)
            time.sleep(self._random.uniform(0, self._usual))
            self._strike(pid)
            code = self._wait(pid)
            self._count(code)
            self._check_words(place, code)
            there = check_whole(place / "data", place / "heads")
            assert there >= max(before, self._told(place)), "what was told as played is not there"
            before = there
            if code == 0:
                break
        check_end(place / "data", self._file, self._undisturbed)
        self.finished += 1

    def _strike(self, pid: int) -> None:
        os.kill(pid, signal.SIGKILL)

    def _count(self, code: int) -> None:
        """Count a kill, and adapt the time in which the next one comes.

        The machine may have become slower, or faster: most runs are to be hit, some not.
        """
        if code == -signal.SIGKILL:
            self.kills += 1
            self._usual *= 1.05
        else:
            self._usual *= 0.9

    def _check_words(self, place: Path, code: int) -> None:
        said = (place / "err").read_text() if (place / "err").exists() else ""
        if code == 1:
            self.worker_failures += 1
            assert "worker processes ended in a row without playing a match" in said
            assert said.count("\n") == 1
        else:
            assert (code, said) in ((0, ""), (-signal.SIGKILL, "")), (code, said)

    @staticmethod
    def _told(place: Path) -> int:
        """How many matches of the tournament were told of as played."""
        said = (place / "out").read_text() if (place / "out").exists() else ""
        return max(map(int, _TOLD.findall(said)), default=0)
