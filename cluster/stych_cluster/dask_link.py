"""The runner's connection to a scheduler of Dask."""

import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final

from referee.errors import RunError
from stych_cluster.about import MachineInfo
from stych_cluster.address import no_scheduler
from stych_cluster.dask_settings import PARCEL_RESOURCE, SILENT_SECONDS, security, set_up
from stych_cluster.link import Answer, SeenMachine

_ANSWER_SECONDS: Final = 10
"""Seconds to wait until the scheduler answers, for a result, and until the connection is closed."""
_NO_RESULT_YET: Final = ("lost", "pending")
"""The statuses of a task that was over, if its machine left before the result was fetched."""


class DaskLink:
    """The link to a scheduler of Dask."""

    def __init__(self, address: str, tls: Path | None) -> None:
        """Dial the scheduler, by TLS with the certificates in `tls` or, if None, by plain TCP.

        Raises UserError when it does not answer.
        """
        set_up()
        from distributed import Client

        # Any, since this constructor of Dask has no annotations.
        dial: Any = Client

        self._address = address
        self._done: SimpleQueue[int] = SimpleQueue()
        """The numbers of tasks that are over, which threads of Dask put there."""
        self._tasks: dict[int, Any] = {}
        """By number: the futures of the tasks whose outcomes are not known yet."""
        self._late: list[int] = []
        """Tasks that are over, and whose results could not be fetched yet."""
        self._error: RunError | None = None
        """What ended the last call of `answers` after other answers: the next call raises it."""
        self._last_number = 0
        self._identity: Mapping[str, Any] = {"workers": {}}
        """The last answer of the scheduler, with its machines; it came at the time `_heard`."""
        self._heard = time.monotonic()
        try:
            with warnings.catch_warnings():
                # Dask warns of unequal versions; `unfit` compares the versions that matter.
                warnings.simplefilter("ignore")
                self._client = dial(
                    address,
                    security=security(tls),
                    timeout=_ANSWER_SECONDS,
                    set_as_default=False,
                    name="stych",
                )
        except (OSError, ValueError, TypeError):
            raise no_scheduler(address, tls) from None

    def machines(self) -> Mapping[str, SeenMachine]:
        """The machines that are there, by address. Raises RunError when the scheduler is gone."""
        with self._asking():
            self._ask()
        return {address: _seen(each) for address, each in self._identity["workers"].items()}

    def _ask(self) -> None:
        """Ask which machines there are; OSError when no answer came for SILENT_SECONDS."""
        try:
            # With a timeout: where the network hangs, a connection stays open and nothing comes.
            self._identity = self._client.sync(
                self._client.scheduler.identity, n_workers=-1, callback_timeout=SILENT_SECONDS
            )
            self._heard = time.monotonic()
        except OSError:
            if time.monotonic() - self._heard > SILENT_SECONDS:
                raise

    def submit(
        self, machine: str, work: Callable[..., Any], *arguments: Any, is_parcel: bool = False
    ) -> int:
        """As ClusterLink says. A parcel takes one of the machine's resources PARCEL_RESOURCE."""
        self._last_number += 1
        number = self._last_number
        with self._asking(), warnings.catch_warnings():
            # Dask warns of large arguments, and the archives of bots may be large.
            warnings.simplefilter("ignore")
            future = self._client.submit(
                work,
                *arguments,
                pure=False,
                workers=[machine],
                resources={PARCEL_RESOURCE: 1} if is_parcel else None,
                # The runner itself gives out again what is lost, perhaps to another machine.
                retries=0,
            )
        self._tasks[number] = future
        future.add_done_callback(lambda _: self._done.put(number))
        return number

    def answers(self, seconds: float) -> list[Answer]:
        """The outcomes of tasks that are over. Waits up to `seconds` for the first one.

        Raises RunError when the scheduler gave a task up, or is gone.
        """
        if self._error:
            raise self._error
        answers: list[Answer] = []
        try:
            for number in self._over(seconds):
                answers += self._answer(number)
        except RunError as error:
            # Answers that came before the error are not lost.
            if not answers:
                raise
            self._error = error
        return answers

    def _over(self, seconds: float) -> Iterator[int]:
        """The tasks that are over. Waits up to `seconds` for the first; late ones come last."""
        late = list(self._late)
        with suppress(Empty):
            yield self._done.get(timeout=seconds)
        for number in late:
            self._late.remove(number)
            self._done.put(number)
        with suppress(Empty):
            while True:
                yield self._done.get_nowait()

    def _answer(self, number: int) -> list[Answer]:
        """The outcome of the task, in a list; an empty one while it cannot be fetched."""
        future = self._tasks.pop(number, None)
        if future is None:
            return [Answer(number, error="it was given up")]
        error: BaseException | None = None
        try:
            if future.status in _NO_RESULT_YET:
                raise TimeoutError
            if future.status == "finished":
                return [Answer(number, future.result(timeout=_ANSWER_SECONDS))]
            if future.status == "error":
                # What the function raised on the machine is an answer.
                error = future.exception(timeout=_ANSWER_SECONDS)
        except TimeoutError:
            # Either `machines` will lack the machine, or the network to it comes back before.
            self._tasks[number] = future
            self._late.append(number)
            return []
        # All classes: a client that is closed meanwhile fails in many ways.
        except Exception as raised:
            error = raised
        finally:
            if number not in self._tasks:
                future.release()
        # A task that `forget` gave up is not in `_tasks`: the scheduler gave this one up.
        if error is None or not self._is_there:
            raise self._gone()
        return [Answer(number, error=f"{type(error).__name__}: {error}")]

    def forget(self, tasks: Iterable[int]) -> None:
        """Give up these tasks. An answer to one of them, if it comes, has no value."""
        futures = [self._tasks.pop(each) for each in tasks if each in self._tasks]
        if futures and self._is_there:
            # A scheduler that is gone by now has nothing left to cancel.
            with suppress(RunError), self._asking():
                self._client.cancel(futures, force=True)

    def close(self) -> None:
        """Give up the tasks that are left, and close the connection."""
        self.forget(list(self._tasks))
        self._client.close(timeout=_ANSWER_SECONDS)

    @property
    def _is_there(self) -> bool:
        return bool(self._client.status == "running")

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """For a block that asks the scheduler. Raises RunError when it is gone before or after."""
        if not self._is_there:
            raise self._gone()
        try:
            yield
        # All classes: a client that is closed meanwhile fails in many ways.
        except Exception as error:
            if self._is_there and not isinstance(error, OSError):
                raise
            raise self._gone() from None
        # Some calls of Dask ignore a broken connection, and answer from what they knew before.
        if not self._is_there:
            raise self._gone()

    def _gone(self) -> RunError:
        return RunError(
            f"the scheduler at {self._address} does not answer any more; what was played is kept,"
            " and the same command goes on"
        )


def _seen(worker: Mapping[str, Any]) -> SeenMachine:
    """The machine, from the scheduler's description of the Dask worker."""
    info = MachineInfo.of(worker.get("stych"))
    return SeenMachine((info.name if info else "") or str(worker["name"]), info)
