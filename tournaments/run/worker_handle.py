"""The runner's handle of a worker process: starts it, sends it orders, and ends it."""

import multiprocessing
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Self

from referee.evidence import Cause, Evidence, load_average
from referee.sandbox.exits import describe_exit
from tournaments.core.fixtures import Fixture
from tournaments.core.voids import Void
from tournaments.run.orders import WorkerOrder, WorkerReport
from tournaments.run.plan import Plan
from tournaments.system.child import end_process, held_back_stops
from tournaments.system.ending import end_quickly
from tournaments.system.held_words import HeldWords, StandardError
from tournaments.system.library_log import LibraryLog
from tournaments.system.loading import quick_imports

# Not fork: a worker would inherit this process's ends of the pipes to earlier workers. These pipes
# would then stay open when this process ends.
_SPAWN = multiprocessing.get_context("spawn")
_EXIT_SECONDS = 30.0
"""Seconds until a worker that was told to end is killed; in this time it ends its bots."""


def work(
    connection: "Connection[object, WorkerOrder]",
    plan: Plan,
    number: int,
    real: StandardError | None = None,
) -> None:
    """Run `tournaments.run.worker.work` in a process of its own, which ends here."""
    # Imported here: it needs gRPC, which is slow to load and is not needed in the runner's process.
    with quick_imports():
        from tournaments.run.worker import work as begin

    begin(connection, plan, number, real)
    end_quickly(0)


@dataclass(slots=True, eq=False)
class WorkerHandle:
    """A worker as the runner knows it: its process, its pipe, and what it was given."""

    process: SpawnProcess
    connection: "Connection[WorkerOrder, WorkerReport]"
    log: LibraryLog
    """What the process writes to standard error."""
    under_way: dict[str, Fixture] = field(default_factory=dict)
    """By id: the fixtures that the worker was given and has not reported yet."""
    encounters: set[int] = field(default_factory=set)
    """The encounters for which it has processes, or will have soon (tournaments.core.dealing)."""

    @classmethod
    def start(cls, plan: Plan, number: int, held: HeldWords | None = None) -> Self:
        """Start a new process, which waits for orders. Raises OSError when that is impossible.

        What the process writes to standard error goes to a file beside the bots' output. With
        `held`, this begins at its first match; before, it goes to `held`.
        """
        ours, theirs = _SPAWN.Pipe()
        log = LibraryLog(plan.logs / f"referee-{number}.log")
        try:
            real = (log.standard_error,) if held else ()
            process = _SPAWN.Process(target=work, args=(theirs, plan, number, *real))
            # Otherwise Ctrl-C would end the worker with a traceback, until the worker ignores it.
            with held_back_stops(), (held or log).holding():
                process.start()
        finally:
            # Otherwise neither the pipe nor the log would end when the worker does.
            theirs.close()
            log.process_started()
        return cls(process, ours, log)

    def receive(self) -> tuple[list[WorkerReport], bool]:
        """All reports that have arrived, and whether more may follow. Does not wait."""
        reports: list[WorkerReport] = []
        try:
            while self.connection.poll():
                reports.append(self.connection.recv())
        except (EOFError, OSError):
            return reports, False
        return reports, True

    def send(self, order: WorkerOrder) -> None:
        """Send an order. It is lost if the worker is dead, which its sentinel tells."""
        try:
            self.connection.send(order)
        except OSError:
            return

    def dismiss(self) -> list[Fixture]:
        """Close the pipe, so that the worker ends; after 30 seconds it is killed.

        Returns the fixtures that were under way. Then `under_way` and `encounters` are empty.
        """
        self.connection.close()
        end_process(self.process, _EXIT_SECONDS)
        self.log.close()
        lost = list(self.under_way.values())
        self.under_way.clear()
        self.encounters.clear()
        return lost


def void_of_death(fixture: Fixture, code: int | None) -> Void:
    """The void of a match whose worker has died; `code` is its exit code, None if unknown."""
    ended = "" if code is None else describe_exit(code)
    # A negative code is a signal, which the kernel or a person sent. So it is no error of ours.
    cause = Cause.MACHINE if code is not None and code < 0 else Cause.REFEREE
    text = f"the worker process that played it {ended or 'is gone'}"
    return Void.of_match(fixture, cause, text, Evidence(load=load_average(), ended=ended))
