"""The runner's end of Dask: which machines there are, and what they are to do."""

import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final, Protocol

from referee.errors import RunError
from stych_cluster.about import MachineInfo
from stych_cluster.address import no_scheduler
from stych_cluster.dask_settings import PARCELS, SILENT_SECONDS, security, set_up

_ANSWER_SECONDS: Final = 10
_ON_THE_WAY: Final = ("lost", "pending")
"""What Dask says of a task that was over when its machine went, before its result was fetched."""


@dataclass(frozen=True, slots=True)
class SeenMachine:
    """A machine that is there now."""

    name: str
    """What it is called; several may have one name."""
    info: MachineInfo | None
    """What it says of itself; None when it was not started by `stych worker`."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a task that was submitted."""

    task: int
    value: Any = None
    error: str = ""
    """Why there is no value; "" if there is one."""


def _seen(known: Mapping[str, Any]) -> SeenMachine:
    info = MachineInfo.of(known.get("stych"))
    return SeenMachine((info.name if info else "") or str(known["name"]), info)


class ClusterLink(Protocol):
    """What a runner needs of a cluster."""

    def machines(self) -> Mapping[str, SeenMachine]:
        """The machines that are there, by address. Raises RunError when nothing can be learnt."""

    def submit(
        self, machine: str, work: Callable[..., Any], *arguments: Any, is_parcel: bool = False
    ) -> int:
        """Have the machine call `work`; returns the task's number. Raises RunError."""

    def answers(self, seconds: float) -> list[Answer]:
        """What came of tasks; waits for the first, no longer than so many seconds.

        Raises RunError when nothing can come of them any more.
        """

    def forget(self, tasks: Iterable[int]) -> None:
        """Give up these tasks: they end where they run, and nothing comes of them."""


class DaskLink:
    """The link to a scheduler of Dask."""

    def __init__(self, address: str, tls: Path | None) -> None:
        """Dial the scheduler. Raises UserError when it does not answer."""
        set_up()
        from distributed import Client

        dial: Any = Client

        self._address = address
        self._done: SimpleQueue[int] = SimpleQueue()
        self._tasks: dict[int, Any] = {}
        self._late: list[int] = []
        """Tasks that are over, and whose results could not be fetched yet."""
        self._number = 0
        self._known: Mapping[str, Any] = {"workers": {}}
        self._heard = time.monotonic()
        try:
            with warnings.catch_warnings():
                # Which versions go together is compared by us.
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
        """The machines that are there, by address. Raises RunError when nothing can be learnt."""
        with self._asking():
            self._ask()
        return {address: _seen(each) for address, each in self._known["workers"].items()}

    def _ask(self) -> None:
        """Ask which machines there are. What is known stays when a connection breaks meanwhile."""
        try:
            # A scheduler behind something that hangs keeps its connections, and says nothing.
            self._known = self._client.sync(
                self._client.scheduler.identity, n_workers=-1, callback_timeout=SILENT_SECONDS
            )
            self._heard = time.monotonic()
        except OSError:
            if time.monotonic() - self._heard > SILENT_SECONDS:
                raise

    def submit(
        self, machine: str, work: Callable[..., Any], *arguments: Any, is_parcel: bool = False
    ) -> int:
        """Have the machine call `work`; returns the task's number. Raises RunError."""
        self._number += 1
        number = self._number
        with self._asking(), warnings.catch_warnings():
            # Archives of bots may be large.
            warnings.simplefilter("ignore")
            future = self._client.submit(
                work,
                *arguments,
                pure=False,
                workers=[machine],
                resources={PARCELS: 1} if is_parcel else None,
                # What is lost we give out again, perhaps to another one.
                retries=0,
            )
        self._tasks[number] = future
        future.add_done_callback(lambda _: self._done.put(number))
        return number

    def answers(self, seconds: float) -> list[Answer]:
        """What came of tasks; waits for the first, no longer than so many seconds.

        Raises RunError when the scheduler gave them up, or is gone.
        """
        found: list[Answer] = []
        try:
            for number in self._over(seconds):
                found += self._answer(number)
        except RunError:
            # What came before it is kept first; whatever is asked next raises it again.
            if not found:
                raise
        return found

    def _over(self, seconds: float) -> Iterator[int]:
        """The tasks that are over; waits for the first, and then asks for the late ones again."""
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
        """What came of the task; nothing as long as it cannot be fetched."""
        future = self._tasks.pop(number, None)
        if future is None:
            return [Answer(number, error="it was given up")]
        error: BaseException | None = None
        try:
            if future.status in _ON_THE_WAY:
                raise TimeoutError
            if future.status == "finished":
                return [Answer(number, future.result(timeout=_ANSWER_SECONDS))]
            if future.status == "error":
                error = future.exception(timeout=_ANSWER_SECONDS)
        except TimeoutError:
            # The machine will be seen to be gone, or the network to it comes back before that.
            self._tasks[number] = future
            self._late.append(number)
            return []
        # Whatever a machine raises is an answer of it.
        except Exception as raised:
            error = raised
        finally:
            if number not in self._tasks:
                future.release()
        # What we give up is not in `_tasks`: it was the scheduler that gave this one up.
        if error is None or not self._is_there:
            raise self._gone()
        return [Answer(number, error=f"{type(error).__name__}: {error}")]

    def forget(self, tasks: Iterable[int]) -> None:
        """Give up these tasks: they end where they run, and nothing comes of them."""
        futures = [self._tasks.pop(each) for each in tasks if each in self._tasks]
        if futures and self._is_there:
            # A scheduler that goes just now has nothing of them to give up.
            with suppress(RunError), self._asking():
                self._client.cancel(futures, force=True)

    def close(self) -> None:
        """End the link; tasks that are left are given up."""
        self.forget(list(self._tasks))
        self._client.close(timeout=_ANSWER_SECONDS)

    @property
    def _is_there(self) -> bool:
        return bool(self._client.status == "running")

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """Ask the scheduler something. Raises RunError when it is gone, or goes meanwhile."""
        if not self._is_there:
            raise self._gone()
        try:
            yield
        # A client that is closed meanwhile fails in many ways.
        except Exception as error:
            if self._is_there and not isinstance(error, OSError):
                raise
            raise self._gone() from None
        # Dask itself passes over errors of the connection, and answers from what it knew.
        if not self._is_there:
            raise self._gone()

    def _gone(self) -> RunError:
        return RunError(
            f"the scheduler at {self._address} does not answer any more; what was played is kept,"
            " and the same command goes on"
        )
