"""A scheduler that goes away is reported in a sentence, whatever Dask makes of it."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from dataclasses import replace
from typing import Any

import distributed
import pytest

from referee.errors import RunError
from stych_cluster import dask_link
from stych_cluster.dask_link import DaskLink
from stych_cluster.dask_settings import SILENT_SECONDS
from tests.cluster.here import here

GONE = "the scheduler at tcp://127.0.0.1:1 does not answer any more; what was played is kept"


class FakeFuture:
    """What the link needs of a future."""

    def __init__(self, client: "FakeClient") -> None:
        self._client = client
        self.status = "pending"
        self.is_late = False

    def add_done_callback(self, call: Callable[[Any], None]) -> None:
        self._client.callbacks.append(lambda: call(self))

    def result(self, timeout: float) -> str:
        del timeout
        if self._client.is_closing:
            self._client.close()
            raise CancelledError
        if self.is_late:
            raise TimeoutError
        return "done"

    def release(self) -> None:
        """Nothing is held here."""


class FakeClient:
    """A client of Dask, which behaves as Dask's own when its scheduler goes away."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self.status = "running"
        self.info: dict[str, Any] = {"workers": {"tcp://a": {"name": "a", "stych": None}}}
        self.futures: list[FakeFuture] = []
        self.callbacks: list[Callable[[], None]] = []
        self.is_closing = False
        """Whether the connection breaks when it is used next."""
        self.breaks: OSError | None = None
        """The error of `identity`, for which Dask has connections of its own; None: it answers."""

    @property
    def scheduler(self) -> "FakeClient":
        return self

    def identity(self, n_workers: int) -> dict[str, Any]:
        assert n_workers == -1
        if self.is_closing:
            self.close()
        if self.breaks:
            raise self.breaks
        return self.info

    def sync(self, call: Callable[..., Any], *, callback_timeout: float, **how: Any) -> Any:
        assert callback_timeout
        return call(**how)

    def submit(self, *_: Any, **__: Any) -> FakeFuture:
        if self.is_closing or self.status != "running":
            self.close()
            raise distributed.client.ClosedClientError("Can't send update-graph message.")
        self.futures.append(FakeFuture(self))
        return self.futures[-1]

    def cancel(self, futures: list[FakeFuture], force: bool) -> None:
        del futures, force
        if self.is_closing:
            self.close()
            raise distributed.client.ClosedClientError("Can't send client-releases-keys message.")

    def close(self, timeout: float = 0) -> None:
        """All is cancelled, and nothing is known any more."""
        del timeout
        self.status, self.info = "closed", {}
        for each in self.futures:
            each.status = "cancelled"
        self.end(*range(len(self.callbacks)))

    def end(self, *numbers: int) -> None:
        """Let these futures say that they are over, in this order."""
        for number in numbers:
            self.callbacks[number]()


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> FakeClient:
    made = FakeClient()
    monkeypatch.setattr(distributed, "Client", lambda *_, **__: made)
    # It silences the logs of this process, and tests would find none of theirs.
    monkeypatch.setattr(dask_link, "set_up", lambda: None)
    return made


@pytest.fixture
def dialled(client: FakeClient) -> Iterator[DaskLink]:
    own = DaskLink("tcp://127.0.0.1:1", None)
    yield own
    own.close()


@pytest.mark.parametrize("is_meanwhile", [False, True])
def test_who_asks_for_machines_hears_that_it_is_gone(
    client: FakeClient, dialled: DaskLink, is_meanwhile: bool
) -> None:
    assert list(dialled.machines()) == ["tcp://a"]
    if is_meanwhile:
        client.is_closing = True
    else:
        client.close()
    with pytest.raises(RunError, match=GONE):
        dialled.machines()


def test_a_scheduler_is_gone_only_when_no_answer_came_for_a_while(
    client: FakeClient, dialled: DaskLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next question may go over another connection, so a single error says little."""
    assert list(dialled.machines()) == ["tcp://a"]
    client.breaks = ConnectionResetError()
    assert list(dialled.machines()) == ["tcp://a"]
    client.breaks = TimeoutError()
    now = time.monotonic() + SILENT_SECONDS + 1
    monkeypatch.setattr(time, "monotonic", lambda: now)
    with pytest.raises(RunError, match=GONE):
        dialled.machines()


def test_a_machine_has_the_name_that_it_gives_itself(client: FakeClient, dialled: DaskLink) -> None:
    other = {"stych": "0.0.1", "name": "old", "colour": "green"}
    client.info["workers"] = {
        "tcp://a": {"name": "box-12ab", "stych": replace(here(), name="box").as_values()},
        "tcp://b": {"name": "box-34cd", "stych": replace(here(), name="box").as_values()},
        "tcp://c": {"name": "old-56ef", "stych": other},
        "tcp://d": {"name": "plain", "stych": None},
        "tcp://e": {"name": "preloaded", "stych": here().as_values()},
    }
    names = [each.name for each in dialled.machines().values()]
    assert names == ["box", "box", "old", "plain", "preloaded"]


@pytest.mark.parametrize("is_meanwhile", [False, True])
def test_who_gives_a_task_hears_that_it_is_gone(
    client: FakeClient, dialled: DaskLink, is_meanwhile: bool
) -> None:
    if is_meanwhile:
        client.is_closing = True
    else:
        client.close()
    with pytest.raises(RunError, match=GONE):
        dialled.submit("tcp://a", print)


def test_a_task_that_was_cancelled_is_no_answer_of_a_machine(
    client: FakeClient, dialled: DaskLink
) -> None:
    dialled.submit("tcp://a", print)
    client.close()
    with pytest.raises(RunError, match=GONE):
        dialled.answers(1.0)


def test_a_cancelled_task_is_no_answer_when_the_scheduler_is_there_again(
    client: FakeClient, dialled: DaskLink
) -> None:
    dialled.submit("tcp://a", print)
    client.close()
    client.status = "running"
    with pytest.raises(RunError, match=GONE):
        dialled.answers(1.0)


def test_a_result_that_cannot_be_fetched_any_more_is_no_answer(
    client: FakeClient, dialled: DaskLink
) -> None:
    dialled.submit("tcp://a", print)
    client.futures[0].status = "finished"
    client.end(0)
    client.is_closing = True
    with pytest.raises(RunError, match=GONE):
        dialled.answers(1.0)


def test_a_result_that_cannot_be_fetched_for_a_while(client: FakeClient, dialled: DaskLink) -> None:
    first, second = (dialled.submit("tcp://a", print) for _ in range(2))
    for each in client.futures:
        each.status = "finished"
    client.futures[0].is_late = True
    client.end(0, 1)
    assert [(each.task, each.value) for each in dialled.answers(1.0)] == [(second, "done")]
    assert dialled.answers(0.0) == []
    client.futures[0].is_late = False
    assert [(each.task, each.value) for each in dialled.answers(1.0)] == [(first, "done")]


@pytest.mark.parametrize("status", ["lost", "pending"])
def test_a_result_that_goes_with_its_machine(
    client: FakeClient, dialled: DaskLink, status: str
) -> None:
    """That is not the end of the scheduler: the machine is gone."""
    task = dialled.submit("tcp://a", print)
    client.futures[0].status = status
    client.end(0)
    assert dialled.answers(0.0) == []
    dialled.forget([task])
    assert [each.value for each in dialled.answers(0.0)] == [None]


def test_answers_before_an_error_are_kept_and_so_is_the_error(
    client: FakeClient, dialled: DaskLink
) -> None:
    first, _ = (dialled.submit("tcp://a", print) for _ in range(2))
    client.futures[0].status = "finished"
    client.futures[1].status = "cancelled"
    client.end(0, 1)
    assert [(each.task, each.value) for each in dialled.answers(1.0)] == [(first, "done")]
    with pytest.raises(RunError, match=GONE):
        dialled.answers(0.0)


def test_what_is_given_up_may_be_gone(client: FakeClient, dialled: DaskLink) -> None:
    task = dialled.submit("tcp://a", print)
    client.is_closing = True
    dialled.forget([task])
    assert client.status == "closed"
