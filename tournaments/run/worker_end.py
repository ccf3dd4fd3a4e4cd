"""The runner's end of a worker process."""

import multiprocessing
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Self

from referee.evidence import Cause, Evidence, load
from referee.sandbox.exits import describe_exit
from tournaments.core.fixtures import Fixture
from tournaments.core.voids import Void
from tournaments.run.orders import WorkerOrder, WorkerReport
from tournaments.run.plan import Plan
from tournaments.system.child import end, held_back_stops
from tournaments.system.ending import end_quickly
from tournaments.system.held_words import HeldWords, StandardError
from tournaments.system.library_log import LibraryLog
from tournaments.system.loading import quick_imports

# Not fork: a worker would inherit the pipes of those before it, which would then not end when this
# process does.
_SPAWN = multiprocessing.get_context("spawn")
# A worker ends its bots first, each of which may take a moment.
_EXIT_SECONDS = 30.0


def work(
    connection: "Connection[object, WorkerOrder]",
    plan: Plan,
    number: int,
    real: StandardError | None = None,
) -> None:
    """Be a worker in a process of its own, which ends here. With `real`, matches write there."""
    # Imported here, since it needs gRPC, which is slow to load and not needed in the runner.
    with quick_imports():
        from tournaments.run.worker import work as begin

    begin(connection, plan, number, real)
    end_quickly(0)


@dataclass(slots=True, eq=False)
class WorkerEnd:
    """A worker as the runner knows it: its process, its pipe, and what it was given."""

    process: SpawnProcess
    connection: "Connection[WorkerOrder, WorkerReport]"
    log: LibraryLog
    """What the process writes to standard error."""
    under_way: dict[str, Fixture] = field(default_factory=dict)
    """The matches that it was given and that have not come back, by id."""
    encounters: set[int] = field(default_factory=set)
    """Those for which it has processes, or will have soon (tournaments.core.dealing)."""

    @classmethod
    def start(cls, plan: Plan, number: int, held: HeldWords | None = None) -> Self:
        """Start a new process, which waits for orders. Raises OSError when there can be none.

        What it writes to standard error is held, if at all, until its first match. From then on it
        goes to a file beside the bots' output.
        """
        ours, theirs = _SPAWN.Pipe()
        log = LibraryLog(plan.logs / f"referee-{number}.log")
        try:
            real = (log.end,) if held else ()
            process = _SPAWN.Process(target=work, args=(theirs, plan, number, *real))
            # Until the worker ignores Ctrl-C itself, one would end it with a traceback.
            with held_back_stops(), (held or log).holding():
                process.start()
        finally:
            # Else neither the pipe nor the log would end when the worker does.
            theirs.close()
            log.begun()
        return cls(process, ours, log)

    def receive(self) -> tuple[list[WorkerReport], bool]:
        """All reports that are there by now, and whether more may come."""
        reports: list[WorkerReport] = []
        try:
            while self.connection.poll():
                reports.append(self.connection.recv())
        except (EOFError, OSError):
            return reports, False
        return reports, True

    def send(self, order: WorkerOrder) -> None:
        """Send an order. A worker that cannot take it is dead, which its sentinel tells."""
        try:
            self.connection.send(order)
        except OSError:
            return

    def dismiss(self) -> list[Fixture]:
        """Close the pipe, at which the worker ends; one that does not end is killed.

        Returns the matches that were under way; it has none any more, and no encounters.
        """
        self.connection.close()
        end(self.process, _EXIT_SECONDS)
        self.log.close()
        lost = list(self.under_way.values())
        self.under_way.clear()
        self.encounters.clear()
        return lost


def died(fixture: Fixture, code: int | None) -> Void:
    """The void of a match that was under way in a worker that ended with this exit code."""
    ended = "" if code is None else describe_exit(code)
    # A negative code is a signal, and somebody outside sent it: the kernel, or a person.
    cause = Cause.MACHINE if code is not None and code < 0 else Cause.REFEREE
    text = f"the worker process that played it {ended or 'is gone'}"
    return Void.of_all(fixture, cause, text, Evidence(load=load(), ended=ended))
