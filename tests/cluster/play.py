"""A run on a cluster that is disturbed, and what must come of it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.cluster.running import Cluster, matches
from tests.e2e.command import BOTS, LONG, Process, run, start, write_tournament
from tests.e2e.processes import until
from tests.e2e.reference import reference, shown
from tests.e2e.sleepers import CHOICES, sleeper

PAIR: Final = tuple(BOTS / name for name in CHOICES)


def sleepers(folder: Path) -> list[Path]:
    """The bots of the pair, which take a while to choose, and no processor."""
    return [sleeper(folder / name, name, 0.05, at_once=8) for name in CHOICES]


class Play:
    """A run on the cluster, by the scheduler's address or by another one."""

    def __init__(
        self,
        cluster: Cluster,
        folder: Path,
        boards: int,
        bots: Sequence[Path] = PAIR,
        address: str = "",
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self.data = folder, folder / "data"
        self.file = write_tournament(folder / "cup.toml", bots, boards)
        where = ("--cluster", address or cluster.address, *cluster.tls)
        self.words = ("--data", self.data, "run", self.file, *where)
        self.process: Process = start(*self.words, folder=folder)

    def goes_on(self) -> None:
        """Wait until something more is saved."""
        before = matches(self.data)
        until(lambda: matches(self.data) > before or self.process.poll() is not None, LONG)
        assert self.process.poll() is None, "it was over too early"

    def check(self) -> None:
        """All was played, and is to the byte what it is without a cluster."""
        assert shown(self.data, self.file) == reference(self.file, self.folder / "reference")
        verified = run("--data", self.data, "verify", self.file, folder=self.folder)
        assert (verified.code, verified.err) == (0, ""), verified
