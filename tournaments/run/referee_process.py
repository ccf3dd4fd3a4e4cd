"""What processes that play matches have in common: a worker, and the referee of one person."""

import asyncio
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from referee.evidence import Cause, Evidence, load_average
from referee.player import VoidError
from referee.record import Record
from referee.rpc.folders import sweep_folders
from referee.rpc.process import kill_descendants
from referee.sandbox.entering import adopt_orphans
from tournaments.core.fixtures import Fixture
from tournaments.core.voids import Void
from tournaments.run.match import TournamentMatch
from tournaments.run.orders import PlayOrder
from tournaments.run.worker_bots import WorkerBots
from tournaments.system.child import ignore_stops, spare_collector

T = TypeVar("T")


@contextmanager
def refereeing() -> Iterator[None]:
    """Prepare this process to play matches inside; all its descendants are killed afterwards."""
    # Ctrl-C reaches all processes of a terminal. This one ignores it, since the process that
    # started it will end it.
    ignore_stops()
    # A process that a bot leaves behind becomes a child of this process, which can then kill it.
    adopt_orphans()
    sweep_folders()
    spare_collector()
    try:
        yield
    finally:
        kill_descendants()


def listen(connection: "Connection[Any, T]", take: Callable[[T | None], object]) -> None:
    """Have the running loop call `take` with each object from the pipe, and with None at its end.

    A thread reads the pipe, since a read from a pipe of multiprocessing blocks. The thread is a
    daemon, so that a read that never returns does not keep the process from ending.
    """
    loop = asyncio.get_running_loop()
    threading.Thread(target=pass_on, args=(connection, loop, take), daemon=True).start()


def pass_on(
    connection: "Connection[Any, T]",
    loop: asyncio.AbstractEventLoop,
    take: Callable[[T | None], object],
) -> None:
    """In a thread: do what `listen` promises, until the pipe or the loop has ended."""
    received: T | None
    while True:
        try:
            received = connection.recv()
        except (EOFError, OSError):
            received = None
        try:
            loop.call_soon_threadsafe(take, received)
        except RuntimeError:
            # The loop has ended, so nobody waits any more.
            return
        if received is None:
            return


async def judge(match: TournamentMatch, order: PlayOrder, bots: WorkerBots) -> Record | Void:
    """Play the ordered match; returns its record, or a void when something but a bot failed.

    Processes that only this match had have ended when this returns.
    """
    async with AsyncExitStack() as stack:
        return await _judge(match, order, bots, stack)


async def _judge(
    match: TournamentMatch, order: PlayOrder, bots: WorkerBots, stack: AsyncExitStack
) -> Record | Void:
    fixture = order.fixture
    try:
        seated = await bots.seated(order, stack)
    except OSError as error:
        text = f"the folders or sockets of its bots cannot be made: {error.strerror}"
        return Void.of_match(fixture, Cause.MACHINE, text, Evidence(load=load_average()))
    # Any other error while bots are made is a bug of ours, as below.
    except Exception as error:
        return _of_referee(fixture, error)
    try:
        return await match.play(seated)
    except VoidError as error:
        void = Void.of_seat(fixture, error.failed)
    # A bug of ours must neither be blamed on a bot nor end the other matches of this process.
    except Exception as error:
        void = _of_referee(fixture, error)
    match.annul()
    return void


def _of_referee(fixture: Fixture, error: Exception) -> Void:
    words = "".join(traceback.format_exception(error))
    text = f"the referee failed: {type(error).__name__}: {error}"
    return Void.of_match(fixture, Cause.REFEREE, text, Evidence(load=load_average(), words=words))
