"""Makes the runners of a command that plays on a cluster."""

from pathlib import Path

from referee.sandbox.probe import Mode
from stych_cluster.address import check_address
from stych_cluster.cluster_runner import ClusterRunner
from stych_cluster.dask_link import DaskLink
from tournaments.run.planning import Planning
from tournaments.run.port import RunOrder


class ClusterRunners:
    """Makes the runners of a command, which share one link to a scheduler."""

    def __init__(self, address: str, tls: Path | None, mode: Mode) -> None:
        """Dial the scheduler. Raises UserError when it does not answer, or must not be dialled."""
        check_address(address, tls)
        self._link = DaskLink(address, tls)
        self._mode = mode

    def plays_here(self, planning: Planning) -> bool:
        """Whether a language model takes part: its matches are played on this machine."""
        return any(each.model for each in planning.entrants)

    def make(self, order: RunOrder, *, jobs: int) -> ClusterRunner:
        """The runner for an order; it has up to `jobs` workers here, for language models."""
        return ClusterRunner(self._link, order, self._mode, jobs)

    def close(self) -> None:
        """End the link to the scheduler."""
        self._link.close()
