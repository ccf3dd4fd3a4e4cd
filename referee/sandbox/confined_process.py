"""The referee's end of a confined program: how to start and end it, and what it uses."""

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
    """A confined program, which its owner starts once and releases.

    The owner starts `argv` with `environment` and `stdin`: that is the program's supervisor. The
    supervisor ends with the exit code or signal of the program, when all processes that the program
    has started are killed. It also kills them all when the owner's process ends, in whatever way.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.argv: list[str] = []
        self.environment = dict(environment)
        self.group: Group | None = None
        self.uid: Uid | None = None
        self._pid = 0
        self._last_usage = Usage()
        self._has_report = False
        self._not_started: NotStarted | None = None
        # A socket and not a pipe: the supervisor writes its report to it, and also notices when the
        # other end is closed. The kernel closes that end if this process is killed.
        theirs, ours = socket.socketpair()
        self.stdin, self._control = theirs.detach(), ours.detach()

    def started(self, pid: int) -> None:
        """Tell that the supervisor runs as the process `pid`. Closes `stdin` in this process."""
        self._pid = pid
        os.close(self.stdin)
        self.stdin = -1

    def usage(self) -> Usage:
        """The memory that the program uses, its peak until now, and its processor time until now.

        After its end, the last reading. Without a group the supervisor's own use is included.
        """
        # A group that was removed reads as zeros; then the last reading counts.
        if self.group and (used := self.group.usage()) != Usage():
            self._last_usage = used
        elif self._pid and not self.group:
            used = tree.usage(self._pid)
            self._last_usage = Usage(
                # Without a group the processes are added up. The sum falls when one of them ends,
                # until its parent has waited for it.
                max(self._last_usage.cpu_seconds, used.cpu_seconds),
                used.memory,
                max(self._last_usage.peak, used.peak),
            )
        return self._last_usage

    def cpu(self) -> float | None:
        """Seconds of processor time until now; None without a group that counts them. Quick."""
        return self.group.cpu_seconds() if self.group else None

    def queued(self) -> float | None:
        """The longest time in seconds that a single thread was ready to run but had no processor.

        None where the kernel does not tell, and before the start. Slow, since files are read for
        each thread.
        """
        if self.group:
            return tree.queued(self.group.pids())
        # Before the start, process 0 would stand for all processes of the machine.
        return tree.queued(tree.descendants(self._pid)) if self._pid else None

    def not_started(self) -> NotStarted | None:
        """Why the program never ran; None when it did, or may have.

        The first call must come after the end of the supervisor, and before `end` and `release`.
        """
        # A report can be read only once. Afterwards the socket would look as if there was none.
        if self._control >= 0 and not self._has_report:
            self._has_report = True
            self._not_started = read_report(self._control)
        return self._not_started

    def end(self) -> None:
        """Have the supervisor kill all processes of the program. May be called again.

        The processes have ended when the supervisor has.
        """
        control, self._control = self._control, -1
        if control >= 0:
            # Read now, since the supervisor may remove the group afterwards.
            self.usage()
            os.close(control)

    def release(self) -> None:
        """Give back the group, the user and the handles.

        To be called when the supervisor has ended, or was never started. May be called again, and
        from several threads: each of these is given back once.
        """
        self.end()
        self._pid = 0
        stdin, self.stdin = self.stdin, -1
        if stdin >= 0:
            os.close(stdin)
        if self.group:
            with suppress(OSError):
                # If the supervisor itself was killed, processes may be left in the group.
                self.group.kill()
            self.group.remove()
        uid, self.uid = self.uid, None
        if uid:
            uid.give_back()
