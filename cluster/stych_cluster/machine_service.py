"""Serves a machine of a cluster, or the scheduler, until Ctrl-C."""

import asyncio
import secrets
import signal
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from referee.errors import UserError
from stych_cluster.about import MachineInfo
from stych_cluster.address import no_scheduler
from stych_cluster.dask_settings import PARCEL_RESOURCE, WEB_ADDRESS, security, set_up
from stych_cluster.machine import Machine
from stych_cluster.parcels import PARCELS_AT_ONCE
from stych_cluster.tasks import set_machine

_THREADS: Final = PARCELS_AT_ONCE + 2
"""Threads for the parcels that are played, and two for all other tasks."""
_AGAIN_SECONDS: Final = 3.0
"""Seconds until a scheduler that is gone is dialled again."""
_ANSWER_SECONDS: Final = 10.0
"""Seconds to wait until the scheduler lets the machine join."""
_LOOPBACK: Final = "127.0.0.1"


async def serve_machine(
    machine: Machine, address: str, tls: Path | None, say: Callable[[str], None]
) -> None:
    """Play for all runs of the scheduler at the address, until SIGINT or SIGTERM.

    A scheduler that is gone is dialled every few seconds. `tls` is the folder of certificates; None
    for plain TCP. Raises IsolationError, and UserError when nothing answers at the first attempt.
    """
    set_up()
    set_machine(machine)
    info = machine.info()
    stopping, has_joined = _stopping(), False
    while not stopping.is_set():
        worker = _dask_worker(address, tls, info)
        if await _joins(worker, stopping):
            say(f"{info.name} plays for {address}")
            has_joined = True
            await _wait_for_first(worker.finished(), stopping.wait())
        # The worker is closed first, so that no task comes while the runs end. What they have
        # played of unfinished parcels is not reported (see MachineRun.play).
        with suppress(Exception):
            await worker.close(timeout=1, executor_wait=False)
        await asyncio.to_thread(machine.close if stopping.is_set() else machine.end)
        if not (has_joined or stopping.is_set()):
            raise no_scheduler(address, tls)
        if not stopping.is_set():
            say(f"{address} does not answer; waiting for it")
            await _wait_for_first(asyncio.sleep(_AGAIN_SECONDS), stopping.wait())


async def serve_scheduler(
    host: str, port: int, tls: Path | None, say: Callable[[str], None]
) -> None:
    """Serve a scheduler until SIGINT or SIGTERM.

    Raises UserError when it cannot listen at the host and port.
    """
    set_up()
    from distributed import Scheduler

    scheme = "tls" if tls else "tcp"
    stopping = _stopping()
    try:
        scheduler = await Scheduler(
            host=host,
            port=port,
            protocol=f"{scheme}://",
            security=security(tls),
            dashboard=False,
            dashboard_address=WEB_ADDRESS,
        )
    # Dask wraps the system's OSError in a RuntimeError.
    except (OSError, RuntimeError) as error:
        why = getattr(error.__cause__ or error, "strerror", None) or error
        raise UserError(f"{host}:{port} cannot be listened on: {why}") from None
    say(f"Listening on {scheduler.address}")
    await stopping.wait()
    await scheduler.close()


def _dask_worker(address: str, tls: Path | None, info: MachineInfo) -> Any:
    from distributed import Worker

    values = info.as_values()
    return Worker(
        address,
        # The scheduler refuses a name that it has, even of a machine that went a moment ago.
        name=f"{info.name}-{secrets.token_hex(3)}",
        nthreads=_THREADS,
        resources={PARCEL_RESOURCE: PARCELS_AT_ONCE},
        # No limit of Dask: it is for this process, and matches are played in other ones.
        memory_limit=0,
        security=security(tls),
        # Without TLS only programs of this machine may connect to the worker.
        host=None if tls else _LOOPBACK,
        startup_information={"stych": lambda _: values},
        dashboard_address=WEB_ADDRESS,
    )


async def _joins(worker: Any, stopping: asyncio.Event) -> bool:
    """Start the worker; False when the scheduler does not let it join, or a signal came first."""
    try:
        async with asyncio.timeout(_ANSWER_SECONDS):
            await _wait_for_first(worker.start(), stopping.wait())
    except (OSError, TimeoutError, RuntimeError):
        return False
    return not stopping.is_set()


async def _wait_for_first(*coroutines: Coroutine[Any, Any, Any]) -> None:
    """Wait until one of the coroutines ends, and cancel the others.

    Raises the exception of the one that ended, if it has one.
    """
    tasks = [asyncio.ensure_future(each) for each in coroutines]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for each in done:
            each.result()
    finally:
        for each in tasks:
            each.cancel()


def _stopping() -> asyncio.Event:
    """An event that SIGINT and SIGTERM set."""
    stopping, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)
    return stopping
