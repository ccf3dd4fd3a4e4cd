"""What a runner needs of its connection to a cluster: it lists the machines, and has them work."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from stych_cluster.about import MachineInfo


@dataclass(frozen=True, slots=True)
class SeenMachine:
    """A machine that the scheduler knows now."""

    name: str
    """The name that it was given, or Dask's name for it; several machines may share a name."""
    info: MachineInfo | None
    """Its description of itself; None when it is a plain Dask worker."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a task that was submitted."""

    task: int
    """The number that `submit` returned."""
    value: Any = None
    """What the function returned."""
    error: str = ""
    """Why the function did not return; "" if it did."""


class ClusterLink(Protocol):
    """A runner's connection to the machines of a cluster."""

    def machines(self) -> Mapping[str, SeenMachine]:
        """The machines that are there, by address. Raises RunError when the cluster is gone."""

    def submit(
        self, machine: str, work: Callable[..., Any], *arguments: Any, is_parcel: bool = False
    ) -> int:
        """Have the machine at this address call `work`; returns the number of the task.

        Raises RunError when the cluster is gone.
        """

    def answers(self, seconds: float) -> list[Answer]:
        """The outcomes of tasks that are over. Waits up to `seconds` for the first one.

        Raises RunError when the cluster is gone.
        """

    def forget(self, tasks: Iterable[int]) -> None:
        """Give up these tasks. Answers may come all the same.

        One that runs stops if its function looks whether it is still wanted, as a parcel's does.
        """
