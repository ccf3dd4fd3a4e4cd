"""Turns a plain Dask worker into a machine: `dask worker --preload stych_cluster.preload`.

For launchers that start Dask's own command (docs/cluster.md). The environment variables STYCH_DATA,
STYCH_JOBS and STYCH_ISOLATION take the place of the options of `stych worker`.
"""

import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from referee.errors import StychError, UserError
from referee.sandbox.probe import Mode
from referee.sandbox.processors import available
from referee.text import quoted
from stych_cluster.commands import MOST_JOBS
from stych_cluster.machine import Machine, MachineSettings
from stych_cluster.tasks import set_machine
from tournaments.commands.console import DATA, err, say
from tournaments.storage.address import folder_at, is_address


async def dask_setup(worker: Any) -> None:
    """Set up the machine. Dask calls this before the scheduler hears of the worker.

    A StychError, such as one for a wrong variable, ends the process with a sentence and exit code
    2.
    """
    try:
        machine = Machine(settings_of(os.environ))
        info = (await asyncio.to_thread(machine.info)).as_values()
    except StychError as error:
        # If an Exception left this function, Dask would only log it, and let the worker join.
        say(err, f"stych: {error}")
        sys.exit(2)
    worker.stych_machine = machine
    set_machine(machine)
    worker.startup_information["stych"] = lambda _: info


async def dask_teardown(worker: Any) -> None:
    """End all runs with their bots. Dask calls this when the worker ends."""
    await asyncio.to_thread(worker.stych_machine.close)


def settings_of(environment: Mapping[str, str]) -> MachineSettings:
    """The settings of this machine by its environment variables, which all have defaults.

    Raises UserError for a wrong value.
    """
    data = environment.get("STYCH_DATA", str(DATA))
    folder = folder_at(data, None) if is_address(data) else Path(data)
    jobs = environment.get("STYCH_JOBS", str(available()))
    if jobs not in map(str, range(1, MOST_JOBS + 1)):
        raise UserError(f"STYCH_JOBS is a number from 1 to {MOST_JOBS}; received {quoted(jobs)}")
    mode = environment.get("STYCH_ISOLATION", Mode.AUTO)
    if mode not in [*Mode]:
        raise UserError(f"STYCH_ISOLATION is one of {', '.join(Mode)}; received {quoted(mode)}")
    return MachineSettings((folder / "cluster").resolve(), int(jobs), Mode(mode))
