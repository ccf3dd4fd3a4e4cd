"""The fixtures that wait for a machine, and the size of the next parcel."""

import math
from collections import deque
from collections.abc import Hashable, Iterable
from typing import Final

from stych_cluster.parcels import PARCELS_AT_ONCE
from tournaments.core.dealing import Deals
from tournaments.core.fixtures import Fixture

PARCEL_SECONDS: Final = 10.0
"""How long a machine should take for one parcel: much longer than it takes to send one, but short
enough that the rating table is never far behind and that little is lost with a machine."""


class ParcelQueue:
    """The fixtures that wait, grouped so that all matches on one deal are in one group.

    A group is given to one machine whole: a deal may be opened once no match on it is left, and
    only a machine that plays all of them can know that.
    """

    def __init__(self, deals: Deals) -> None:
        self._deals = deals
        self._groups: dict[Hashable, list[Fixture]] = {}
        """By `group_key`: the groups that no machine has had, in the order of play."""
        self._returned: deque[list[Fixture]] = deque()
        """Groups that were put back. They are taken before all others."""

    def __len__(self) -> int:
        """How many fixtures wait in all groups together."""
        return sum(map(len, self._groups.values())) + sum(map(len, self._returned))

    def names(self) -> frozenset[str]:
        """The entrants in the fixtures that wait."""
        groups = (*self._groups.values(), *self._returned)
        return frozenset(name for group in groups for each in group for name in each.seats)

    def extend(self, fixtures: Iterable[Fixture]) -> None:
        """Add fixtures at the end, or to a group with the same deal that no machine has had."""
        for fixture in fixtures:
            self._groups.setdefault(group_key(fixture, self._deals), []).append(fixture)

    def put_back(self, fixtures: Iterable[Fixture]) -> None:
        """Put fixtures back that a machine was given and did not play. They are taken first."""
        groups: dict[Hashable, list[Fixture]] = {}
        for fixture in fixtures:
            groups.setdefault(group_key(fixture, self._deals), []).append(fixture)
        # Reversed, since extendleft puts each one in front of the one before.
        self._returned.extendleft(reversed(groups.values()))

    def take(self, most: int) -> tuple[Fixture, ...]:
        """Take the next groups: at most `most` fixtures, but always one group if any waits."""
        taken: list[Fixture] = []
        while self and (not taken or len(taken) + self._next_size() <= most):
            taken += self._take_group()
        return tuple(taken)

    def _next_size(self) -> int:
        return len(self._returned[0] if self._returned else next(iter(self._groups.values())))

    def _take_group(self) -> list[Fixture]:
        if self._returned:
            return self._returned.popleft()
        return self._groups.pop(next(iter(self._groups)))


def group_key(fixture: Fixture, deals: Deals) -> Hashable:
    """A value that is equal for fixtures of one block, and for all that share a deal."""
    block = fixture.block
    # The lineups of a board may share its deal. With deals by board all matches on it share one.
    whole_board = bool(block.lineups) or deals == "board"
    return block.board, () if whole_board else block.entrants


def parcel_size(rate: float, all_rates: float, left: int, first: int) -> int:
    """How many fixtures the next parcel of a machine should have, 1 or more.

    `rate` is how many matches the machine plays in a second; it is 0 until a parcel of the machine
    was played, and until then its parcels have the size `first`. `all_rates` is the sum over all
    machines, and `left` how many fixtures wait. Parcels become smaller towards the end, so that all
    machines finish at about the same time.
    """
    if not rate:
        return first
    # A machine has PARCELS_AT_ONCE parcels, which together are its share of what is left.
    share = math.ceil(left * rate / max(all_rates, rate) / PARCELS_AT_ONCE)
    return max(1, min(math.ceil(rate * PARCEL_SECONDS), share))
