"""kill -9 of the command, of the server that has its results, or of both at once."""

import os
import re
import signal
from collections import Counter
from pathlib import Path
from typing import Final

from tests.chaos.kills import Campaign
from tests.postgresql.server import Server
from tournaments.storage.address import ADDRESS

_ENDED: Final = re.compile(
    r"stych: postgresql\+psycopg://postgres@[\d.]+:\d+/t\d+ cannot be (written|read|used): .+\n"
)


class ServedCampaign(Campaign):
    """The same tournaments, with their results on a server, which is ended as by a crash."""

    def __init__(self, folder: Path, seed: int, server: Server) -> None:
        self._server = server
        self._databases = self.stopped = 0
        self.hits: Counter[str] = Counter()
        super().__init__(folder, seed)

    def _place(self, name: str) -> Path:
        place = super()._place(name)
        if self._databases:
            self._server.drop(f"t{self._databases}")
        self._databases += 1
        (place / "data").mkdir()
        (place / "data" / ADDRESS).write_text(self._server.create(f"t{self._databases}"))
        return place

    def _strike(self, pid: int) -> None:
        kind = self._random.choice(("command", "server", "both"))
        self.hits[kind] += 1
        if kind != "command":
            self._server.stop("immediate")
        if kind != "server":
            os.kill(pid, signal.SIGKILL)
        if kind != "command":
            self._server.start()

    def _count(self, code: int) -> None:
        self.stopped += code == 2
        super()._count(-signal.SIGKILL if code == 2 else code)

    def _check_words(self, place: Path, code: int) -> None:
        if code != 2:
            super()._check_words(place, code)
            return
        said = (place / "err").read_text()
        assert _ENDED.fullmatch(said), said
