"""A confined program as the referee holds it: how to start it, what it uses, how to end it."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

from referee.sandbox import tree
from referee.sandbox.group import Group
from referee.sandbox.starting import NotStarted, read_report
from referee.sandbox.tree import Usage
from referee.sandbox.uids import Uid


class ConfinedProcess:
    """To be started once, as `argv` with `environment` and `stdin`, and to be `released`.

    The process that is started is the keeper; it ends as the program ends, after everything that
    the program has started. When this process ends, however it does, the keeper ends it all.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.argv: list[str] = []
        self.environment = dict(environment)
        self.group: Group | None = None
        self.uid: Uid | None = None
        self._pid = 0
        self._last = Usage()
        self._not_started: NotStarted | None = None
        theirs, ours = socket.socketpair()
        self.stdin, self._hold = theirs.detach(), ours.detach()

    def started(self, pid: int) -> None:
        """The keeper runs under this number."""
        self._pid = pid
        os.close(self.stdin)
        self.stdin = -1

    def usage(self) -> Usage:
        """What it has used up until now, or until it ended."""
        if self.group and (used := self.group.usage()) != Usage():
            self._last = used
        elif self._pid and not self.group:
            used = tree.usage(self._pid)
            self._last = Usage(
                max(self._last.cpu_seconds, used.cpu_seconds),
                used.memory,
                max(self._last.peak, used.peak),
            )
        return self._last

    def cpu(self) -> float | None:
        """Seconds of processor time until now, where a group counts them; quick."""
        return self.group.cpu_seconds() if self.group else None

    def queued(self) -> float | None:
        """Seconds that one of its threads was ready to run and had no processor; slower."""
        pids = self.group.pids() if self.group else tree.descendants(self._pid)
        return tree.queued(pids)

    def not_started(self) -> NotStarted | None:
        """Why the program never ran, to be asked when the keeper has ended; None when it did."""
        if self._hold >= 0 and self._not_started is None:
            self._not_started = read_report(self._hold)
        return self._not_started

    def end(self) -> None:
        """Have all of it killed; the keeper's end says that it is done."""
        if self._hold >= 0:
            self.usage()
            os.close(self._hold)
            self._hold = -1

    def release(self) -> None:
        """To be called when the keeper has ended, or was never started."""
        self.end()
        self._pid = 0
        if self.stdin >= 0:
            os.close(self.stdin)
            self.stdin = -1
        if self.group:
            with suppress(OSError):
                self.group.kill()
            self.group.remove()
        if self.uid:
            self.uid.give_back()
            self.uid = None
