"""What may be left of a tournament: processes, files, control groups, changed bots."""

import hashlib
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from tests.rogues.cabinet import CABINET

_OPEN_PLACES = [Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"), Path("/run")]
_GROUPS = Path("/sys/fs/cgroup")


def digest() -> str:
    """A digest of the paths, modes and contents of all files of the rogues, but for caches."""
    total = hashlib.sha256()
    for path in sorted(CABINET.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            total.update(f"{path}\0{path.stat().st_mode}\0".encode() + path.read_bytes())
    return total.hexdigest()


@dataclass
class Watch:
    """Watches a command and what it starts; all of them keep temporary files in `place`."""

    place: Path
    seen: set[int] = field(default_factory=set)
    """The ids of the processes that `look` has noted."""
    bots: str = field(default_factory=digest)
    """The digest of the rogues when the watch began."""

    def look(self, pid: int) -> None:
        """Note this process and its children: control groups bear the ids of their makers."""
        with suppress(psutil.Error):
            self.seen |= {pid, *(each.pid for each in psutil.Process(pid).children())}

    def remains(self) -> list[str]:
        """What is there and should not be, in words."""
        found = [f"the process {each}" for each in self._processes()]
        found += [f"the file {path}" for path in self.place.rglob("*")]
        found += [f"the file {path}" for each in _OPEN_PLACES for path in each.glob("rogue-*")]
        found += [f"the control group {path}" for path in self._groups()]
        return found + ["changed files in bots/rogues"] * (self.bots != digest())

    def _processes(self) -> list[str]:
        """Those whose environment names the place."""
        mark = str(self.place).encode()
        found = []
        for process in psutil.process_iter():
            with suppress(psutil.Error, OSError):
                if mark in Path(f"/proc/{process.pid}/environ").read_bytes():
                    found.append(f"{process.pid} ({' '.join(process.cmdline())})")
        return found

    def _groups(self) -> list[Path]:
        made = {f"stych-bot-{pid}" for pid in self.seen}
        groups = _GROUPS.rglob("stych-bot-*")
        return [path for path in groups if path.name.rpartition("-")[0] in made]
