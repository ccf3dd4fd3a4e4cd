"""Groups of things that are linked, directly or through others: union-find.

It is written by hand, as networkx, which has it too, takes longer to load than most commands do.
"""

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


class Groups(Generic[T]):
    """Things, each in a group of its own until it is linked to another one."""

    def __init__(self, things: Iterable[T]) -> None:
        self._above = {thing: thing for thing in things}

    def __contains__(self, thing: T) -> bool:
        """Whether it is one of the things."""
        return thing in self._above

    def link(self, one: T, other: T) -> None:
        """Make one group of the groups of both. Raises KeyError for what is none of the things."""
        self._above[self.head(other)] = self.head(one)

    def head(self, thing: T) -> T:
        """The thing that stands for the group of this one; which one it is may change by `link`.

        Raises KeyError for what is none of the things.
        """
        above = self._above
        while above[thing] != thing:
            # Half of the way is cut off each time, or long chains would be walked again and again.
            above[thing] = above[above[thing]]
            thing = above[thing]
        return thing

    def groups(self) -> list[list[T]]:
        """All groups, in the order of the things that they begin with."""
        found: dict[T, list[T]] = {}
        for thing in self._above:
            found.setdefault(self.head(thing), []).append(thing)
        return list(found.values())
