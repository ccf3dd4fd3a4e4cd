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
    """A program to be started once, as `argv` with `environment` and `stdin`, and to be released.

    What is started is its supervisor, which ends as the program ends, after everything that the
    program has started. When this process ends, however it does, the supervisor ends it all.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.argv: list[str] = []
        self.environment = dict(environment)
        self.group: Group | None = None
        self.uid: Uid | None = None
        self._pid = 0
        self._last = Usage()
        self._not_started: NotStarted | None = None
        # A socket, not a pipe: the supervisor reports on it, and reads on it that our end was
        # closed, which the kernel does for us when we are killed.
        theirs, ours = socket.socketpair()
        self.stdin, self._hold = theirs.detach(), ours.detach()

    def started(self, pid: int) -> None:
        """Take note that the supervisor runs under this number."""
        self._pid = pid
        os.close(self.stdin)
        self.stdin = -1

    def usage(self) -> Usage:
        """What it has used until now, or until it ended."""
        # A group that is gone reads as zeros; what was read before still holds.
        if self.group and (used := self.group.usage()) != Usage():
            self._last = used
        elif self._pid and not self.group:
            used = tree.usage(self._pid)
            self._last = Usage(
                # Without a group processes are added up, and the sum falls when one ends before its
                # parent has waited for it.
                max(self._last.cpu_seconds, used.cpu_seconds),
                used.memory,
                max(self._last.peak, used.peak),
            )
        return self._last

    def cpu(self) -> float | None:
        """Seconds of processor time until now; None where no group counts them. One short read."""
        return self.group.cpu_seconds() if self.group else None

    def queued(self) -> float | None:
        """Seconds that one of its threads was ready to run and had no processor, the most of any.

        None where the kernel does not tell. Reads several files for each thread, so it is slow.
        """
        pids = self.group.pids() if self.group else tree.descendants(self._pid)
        return tree.queued(pids)

    def not_started(self) -> NotStarted | None:
        """Why the program never ran; None when it did. To be asked after the supervisor's end."""
        if self._hold >= 0 and self._not_started is None:
            self._not_started = read_report(self._hold)
        return self._not_started

    def end(self) -> None:
        """Have all of it killed; it is done when the supervisor has ended. May be called again."""
        hold, self._hold = self._hold, -1
        if hold >= 0:
            self.usage()
            os.close(hold)

    def release(self) -> None:
        """Give back all that it took, when the supervisor has ended or was never started.

        May be called again, and from several threads: each thing is given back once.
        """
        self.end()
        self._pid = 0
        stdin, self.stdin = self.stdin, -1
        if stdin >= 0:
            os.close(stdin)
        if self.group:
            with suppress(OSError):
                # A supervisor that was killed itself left the group as it was.
                self.group.kill()
            self.group.remove()
        uid, self.uid = self.uid, None
        if uid:
            uid.give_back()
