"""What a worker and the referee of one person have in common: both play matches in a process."""

import asyncio
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from referee.evidence import Cause, Evidence, load
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
    """Play matches in here, in a process of its own, of whose bots nothing is left afterwards."""
    # Ctrl-C goes to all processes of a terminal, and the process that made this one ends it.
    ignore_stops()
    # What a bot leaves behind becomes a child of this process, which can then end it.
    adopt_orphans()
    sweep_folders()
    spare_collector()
    try:
        yield
    finally:
        kill_descendants()


def listen(connection: "Connection[Any, T]", take: Callable[[T | None], object]) -> None:
    """Have `take` called in the running loop for all that comes, and with None at the pipe's end.

    A thread waits, since an event loop cannot wait for a pipe of multiprocessing. It is a daemon,
    so that a read that never returns does not keep the process.
    """
    loop = asyncio.get_running_loop()
    threading.Thread(target=pass_on, args=(connection, loop, take), daemon=True).start()


def pass_on(
    connection: "Connection[Any, T]",
    loop: asyncio.AbstractEventLoop,
    take: Callable[[T | None], object],
) -> None:
    """In a thread: do what `listen` promises, until the pipe or the loop has ended."""
    came: T | None
    while True:
        try:
            came = connection.recv()
        except (EOFError, OSError):
            came = None
        try:
            loop.call_soon_threadsafe(take, came)
        except RuntimeError:
            # The loop has ended: nobody waits any more.
            return
        if came is None:
            return


async def judge(match: TournamentMatch, order: PlayOrder, bots: WorkerBots) -> Record | Void:
    """The record of the match that is ordered; a void when the machine failed, or the referee.

    Processes of this match alone have ended when it returns.
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
        text = f"there is no room for its bots: {error.strerror}"
        return Void.of_all(fixture, Cause.MACHINE, text, Evidence(load=load()))
    # Bots that cannot be made for any other reason than the machine's are a bug of ours, as below.
    except Exception as error:
        return _of_referee(fixture, error)
    try:
        return await match.play(seated)
    except VoidError as error:
        void = Void.of(fixture, error.failed)
    # A bug of ours must neither be blamed on a bot nor end the matches beside it.
    except Exception as error:
        void = _of_referee(fixture, error)
    match.annul()
    return void


def _of_referee(fixture: Fixture, error: Exception) -> Void:
    words = "".join(traceback.format_exception(error))
    text = f"the referee failed: {type(error).__name__}: {error}"
    return Void.of_all(fixture, Cause.REFEREE, text, Evidence(load=load(), words=words))
