"""The part of a cluster that a machine plays, and the scheduler: both serve until Ctrl-C."""

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
from stych_cluster.dask_settings import NO_PAGES, PARCELS, security, set_up
from stych_cluster.machine import Machine
from stych_cluster.parcels import PARCELS_AT_ONCE
from stych_cluster.tasks import set_machine

_THREADS: Final = PARCELS_AT_ONCE + 2
"""Parcels that are played, and beside them what is only told."""
_AGAIN_SECONDS: Final = 3.0
_ANSWER_SECONDS: Final = 10.0
_LOOPBACK: Final = "127.0.0.1"


async def serve_machine(
    machine: Machine, address: str, tls: Path | None, say: Callable[[str], None]
) -> None:
    """Play for whoever gives parcels to the scheduler, until SIGINT or SIGTERM.

    When the scheduler is gone, it is dialled again and again. Raises UserError when nothing answers
    at first.
    """
    set_up()
    set_machine(machine)
    info = machine.info()
    stopping, was_there = _stopping(), False
    while not stopping.is_set():
        worker = _dask_worker(address, tls, info)
        if await _joins(worker, stopping):
            say(f"{info.name} plays for {address}")
            was_there = True
            await _first(worker.finished(), stopping.wait())
        # First, so that nothing is reported of what ends by the next line, and nothing new comes.
        with suppress(Exception):
            await worker.close(timeout=1, executor_wait=False)
        await asyncio.to_thread(machine.close if stopping.is_set() else machine.end)
        if not (was_there or stopping.is_set()):
            raise no_scheduler(address, tls)
        if not stopping.is_set():
            say(f"{address} does not answer; waiting for it")
            await _first(asyncio.sleep(_AGAIN_SECONDS), stopping.wait())


async def serve_scheduler(
    host: str, port: int, tls: Path | None, say: Callable[[str], None]
) -> None:
    """Serve a scheduler until SIGINT or SIGTERM. Raises UserError."""
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
            dashboard_address=NO_PAGES,
        )
    # Dask wraps what the system said.
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
        # Dask lets nobody in who is called like one that it knows, or believes to be there still.
        name=f"{info.name}-{secrets.token_hex(3)}",
        nthreads=_THREADS,
        resources={PARCELS: PARCELS_AT_ONCE},
        # Memory is the bots' and their workers', which have limits of their own.
        memory_limit=0,
        security=security(tls),
        # Without TLS nobody but this machine is to reach it.
        host=None if tls else _LOOPBACK,
        startup_information={"stych": lambda _: values},
        dashboard_address=NO_PAGES,
    )


async def _joins(worker: Any, stopping: asyncio.Event) -> bool:
    """Whether the scheduler knows the worker now."""
    try:
        async with asyncio.timeout(_ANSWER_SECONDS):
            return await _first(worker.start(), stopping.wait()) and not stopping.is_set()
    except (OSError, TimeoutError, RuntimeError):
        return False


async def _first(*waits: Coroutine[Any, Any, Any]) -> bool:
    """Wait for one of these, and cancel the others; raises what it raises."""
    tasks = [asyncio.ensure_future(each) for each in waits]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for each in done:
            each.result()
    finally:
        for each in tasks:
            each.cancel()
    return True


def _stopping() -> asyncio.Event:
    """An event that SIGINT and SIGTERM set."""
    stopping, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)
    return stopping
