"""The functions that Dask calls on a machine when the runner of a cluster submits a task."""

from collections.abc import Mapping

from stych_cluster.machine import Machine, Wanted
from stych_cluster.parcels import Parcel, ParcelReport, Preparation, RunSetting

_here: list[Machine] = []
"""The machine of this process, in a list so that it can be set; empty in other processes."""


def set_machine(machine: Machine) -> None:
    """Let this machine do the tasks that come to this process."""
    _here[:] = [machine]


def prepare(setting: RunSetting, archives: Mapping[str, bytes]) -> Preparation:
    """Build and start the bots of a run on this machine."""
    return _here[0].prepare(setting, archives, _wanted())


def play(setting: RunSetting, parcel: Parcel) -> ParcelReport:
    """Play a parcel of a run on this machine."""
    return _here[0].play(setting, parcel, _wanted())


def withdraw(run: str, names: frozenset[str]) -> None:
    """Let these entrants forfeit in the run from now on."""
    _here[0].withdraw(run, names)


def finish(run: str, saved: tuple[int, ...]) -> None:
    """End a run that is complete; the runner has saved the parcels with these numbers."""
    _here[0].finish(run, saved)


def _wanted() -> Wanted:
    """A function that tells whether a runner still waits for the task of this thread.

    None does after it gave the task up, or after it was killed: then Dask gives up its tasks.
    """
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()
    tasks = worker.state.tasks

    def wanted() -> bool:
        task = tasks.get(key)
        return task is not None and task.state == "executing"

    return wanted
