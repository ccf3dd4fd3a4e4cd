"""What plays the matches of a tournament: processes of this machine, or the machines of a cluster.

The organiser knows no more of either than what stands here.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from referee.record import Record
from tournaments.core.fixtures import Fixture
from tournaments.core.voids import Void
from tournaments.hosting.notices import Notice
from tournaments.run.plan import Plan
from tournaments.run.planning import Planning

Keep: TypeAlias = Callable[[Sequence[Record]], None]
"""Saves records; what was handed to it is on the disk when it returns."""
Tell: TypeAlias = Callable[[Notice | Void], None]
More: TypeAlias = Callable[[], Iterable[Fixture]]
"""What follows when all that was known is played; empty at the end."""


class Runner(Protocol):
    """Plays the fixtures that it was made with, and those that follow."""

    def run(
        self,
        stopped: Callable[[], bool] = lambda: False,
        begin: Callable[[], None] | None = None,
        *,
        all_bots: bool = False,
    ) -> bool:
        """Play until nothing is left, or until `stopped` says so; whether everything was played.

        With `begin` local bots are started first, then it is called, then matches begin.
        """

    def try_bots(self, stopped: Callable[[], bool], *, all_bots: bool = False) -> bool:
        """Start the bots as `run` does, and no more; False when it was stopped."""


@dataclass(frozen=True, slots=True)
class RunOrder:
    """What a runner is to do, wherever it plays."""

    plan: Plan
    planning: Planning
    """What the plan was made from."""
    fixtures: Sequence[Fixture]
    """Those that are known to be missing, in the order of play."""
    keep: Keep
    more: More = lambda: ()
    withdrawn: frozenset[str] = frozenset()
    """Entrants that forfeit from the beginning."""
    tell: Tell = lambda _: None


class Runners(Protocol):
    """Makes the runners of a command, which all play in the same place."""

    def play_here(self, planning: Planning) -> bool:
        """Whether any bot plays on this machine, so that it is built and confined here."""

    def make(self, order: RunOrder, *, jobs: int) -> Runner:
        """The runner for an order; here it has so many worker processes."""
