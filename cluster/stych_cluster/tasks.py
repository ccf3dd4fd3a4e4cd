"""The functions that Dask calls on a machine when the runner of a cluster submits a task."""

from collections.abc import Mapping

from stych_cluster.machine import Machine, Wanted
from stych_cluster.parcels import Parcel, ParcelReport, Preparation, RunSetting

_machines: list[Machine] = []
"""The machine of this process, in a list so that it can be set; empty in a runner's process."""


def set_machine(machine: Machine) -> None:
    """Let `machine` do the tasks that come to this process."""
    _machines[:] = [machine]


def prepare(setting: RunSetting, archives: Mapping[str, bytes]) -> Preparation:
    """Build and start the bots of a run on this machine; see `Machine.prepare`."""
    return _machines[0].prepare(setting, archives, _wanted())


def play(setting: RunSetting, parcel: Parcel) -> ParcelReport:
    """Play a parcel of a run on this machine."""
    return _machines[0].play(setting, parcel, _wanted())


def withdraw(run_id: str, names: frozenset[str]) -> None:
    """Let these entrants forfeit from now on in the run."""
    _machines[0].withdraw(run_id, names)


def finish(run_id: str, saved: tuple[int, ...]) -> None:
    """End a run of which this machine gets no more parcels.

    The runner has saved the parcels with the numbers `saved`.
    """
    _machines[0].finish(run_id, saved)


def _wanted() -> Wanted:
    """A function that tells whether a runner still waits for the task of this thread.

    The answer is False after the runner gave the task up. It is also False after the runner was
    killed, since the scheduler then gives up the tasks of that client.
    """
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()
    tasks = worker.state.tasks

    def wanted() -> bool:
        task = tasks.get(key)
        return task is not None and task.state == "executing"

    return wanted
