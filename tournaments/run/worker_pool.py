"""Starts, waits for, replaces and ends the worker processes of one run."""

from collections.abc import Iterator
from multiprocessing.connection import wait
from typing import Any, Final

from referee.sandbox.exits import describe_exit
from referee.sandbox.starting import SHORTAGES
from tournaments.core.errors import NoWorkersError, WorkersDieError
from tournaments.run.orders import EndOrder, WorkerOrder
from tournaments.run.plan import Plan
from tournaments.run.worker_handle import WorkerHandle
from tournaments.system.held_words import HeldWords

_TICK_SECONDS: Final = 0.2
"""The longest wait for workers, in seconds. It delays Ctrl-C, but not so much that one notices."""
_DEATHS_IN_A_ROW: Final = 3
"""After this many deaths without a played match between them the run ends: more would follow."""


class WorkerPool:
    """The workers of a plan, none at first. The caller has to call `end` afterwards."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._workers: list[WorkerHandle] = []
        self._started = 0
        """How many workers were ever started; the next one has the next number."""
        self._deaths = 0
        """How many workers have died since a match was last played."""
        self._held: HeldWords | None = None
        """What workers write to standard error while bots are tried; None before and after."""

    def __iter__(self) -> Iterator[WorkerHandle]:
        return iter(self._workers)

    def __len__(self) -> int:
        return len(self._workers)

    @property
    def under_way(self) -> int:
        """How many matches all workers together were given and have not reported yet."""
        return sum(len(worker.under_way) for worker in self._workers)

    def begin_trial(self) -> None:
        """Hold back what workers write to standard error, until `end_trial` or `end`.

        Raises NoWorkersError when no temporary file can be made. Until the trial ends, `start` and
        `replace` raise NoWorkersError instead of WorkersDieError. Does nothing in a plan with
        hosting.
        """
        if self._plan.hosting:
            # The worker starts the lobby's proxy before all matches, and the proxy would go on
            # writing to the temporary file.
            return
        try:
            self._held = HeldWords()
        except OSError as error:
            raise NoWorkersError(
                f"no temporary file can be made: {error.strerror}",
                is_shortage=error.errno in SHORTAGES,
            ) from None

    def end_trial(self) -> None:
        """Move what was held to the log of the worker: all bots were started, matches may begin."""
        if self._held and self._workers:
            self._workers[0].log.write(self._held.text().encode())
        self._drop_held()

    def start(self) -> WorkerHandle:
        """Start one more worker and return it. Raises WorkersDieError when that is impossible."""
        self._workers.append(self._new())
        return self._workers[-1]

    def ready(self) -> set[WorkerHandle]:
        """Wait for a fifth of a second at most; returns the workers that reported or ended."""
        # The sentinel is watched beside the pipe: it tells that a worker died even if its pipe is
        # still open.
        by_handle: dict[Any, WorkerHandle] = {}
        for worker in self._workers:
            by_handle[worker.connection] = by_handle[worker.process.sentinel] = worker
        return {by_handle[handle] for handle in wait(list(by_handle), _TICK_SECONDS)}

    def note_played(self) -> None:
        """Note that a match was played, so that deaths are counted anew."""
        self._deaths = 0

    def replace(self, dead: WorkerHandle) -> WorkerHandle:
        """Start a worker in the place of a dead one, which has been dismissed.

        Raises WorkersDieError when it is the third in a row that died without a played match, and
        as `start` does.
        """
        self._deaths += 1
        if self._deaths >= _DEATHS_IN_A_ROW:
            raise self._death_error(dead)
        new = self._workers[self._workers.index(dead)] = self._new()
        return new

    def send(self, order: WorkerOrder) -> None:
        """Send an order to every worker."""
        for worker in self._workers:
            worker.send(order)

    def end(self) -> None:
        """End all workers, and wait until they have ended."""
        # All pipes are closed first, so that the workers end at the same time and not in turn.
        for worker in self._workers:
            worker.send(EndOrder())
            worker.connection.close()
        for worker in self._workers:
            worker.dismiss()
        self._drop_held()

    def _drop_held(self) -> None:
        if self._held:
            self._held.drop()
            self._held = None

    def _new(self) -> WorkerHandle:
        self._started += 1
        try:
            return WorkerHandle.start(self._plan, self._started, self._held)
        except OSError as error:
            why = f"no worker process can be started: {error.strerror}"
            if self._held:
                is_shortage = error.errno in SHORTAGES
                raise NoWorkersError(why, is_shortage=is_shortage) from None
            raise WorkersDieError(why) from None

    def _death_error(self, last: WorkerHandle) -> Exception:
        """The error for workers that die again and again, of which `last` is the last."""
        code = last.process.exitcode or 0
        if not self._held:
            log = last.log.close()
            where = f"; what it wrote is in {log}" if log else ""
            return WorkersDieError(
                f"{self._deaths} worker processes ended in a row without playing a match; the last"
                f" exit code was {code}{where}"
            )
        words, is_shortage = self._held.reason()
        # If neither a signal nor a shortage explains the end, it may be an error of ours. Then all
        # that was held is needed to find it.
        if code >= 0 and not is_shortage:
            self._held.tell()
        said = f" and said: {words}" if words else ""
        return NoWorkersError(
            f"{self._deaths} worker processes ended in a row before every bot was started; the last"
            f" one {describe_exit(code)}{said}",
            is_shortage=is_shortage,
        )
