"""The interface of what plays matches: processes of this machine, or the machines of a cluster.

The organiser uses only this interface; by default it makes the runners of this machine.
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

Save: TypeAlias = Callable[[Sequence[Record]], None]
"""Saves records. When it returns, they are in the database. Only then may deals be opened."""
Tell: TypeAlias = Callable[[Notice | Void], None]
"""Takes a notice for the user, or a void."""
More: TypeAlias = Callable[[], Iterable[Fixture]]
"""Returns the fixtures that follow when all known ones were played; empty at the end."""


class Runner(Protocol):
    """Plays the fixtures of its order, and the fixtures that follow."""

    def run(
        self,
        stopped: Callable[[], bool] = lambda: False,
        begin: Callable[[], None] | None = None,
        *,
        all_bots: bool = False,
    ) -> bool:
        """Play until nothing is left, or `stopped` returns true; returns whether all was played.

        With `begin`, the local bots of the fixtures are started first, or all local bots with
        `all_bots`; then `begin` is called; then matches begin.
        """

    def try_bots(self, stopped: Callable[[], bool], *, all_bots: bool = False) -> bool:
        """Only start the bots, as `run` does with `begin`; False when it was stopped."""


@dataclass(frozen=True, slots=True)
class RunOrder:
    """What a runner is to do, on this machine or on a cluster."""

    plan: Plan
    planning: Planning
    """The values that the plan was made from."""
    fixtures: Sequence[Fixture]
    """The missing fixtures that are known, in the order of play."""
    save: Save
    more: More = lambda: ()
    withdrawn: frozenset[str] = frozenset()
    """Entrants that forfeit from the beginning."""
    tell: Tell = lambda _: None


class Runners(Protocol):
    """Makes the runners of a command: all of this machine, or all of one cluster."""

    def plays_here(self, planning: Planning) -> bool:
        """Whether any match is played on this machine, so that local bots are built here."""

    def make(self, order: RunOrder, *, jobs: int) -> Runner:
        """The runner for an order; on this machine it has up to `jobs` worker processes."""
