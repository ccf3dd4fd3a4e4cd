"""Union-find: groups of things that are linked with each other, directly or through others.

networkx has union-find too, but its import alone takes 0.2 s, as long as `stych --help`.
"""

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


class Groups(Generic[T]):
    """A partition of things; at first each thing is a group by itself."""

    def __init__(self, things: Iterable[T]) -> None:
        self._parents = {thing: thing for thing in things}

    def __contains__(self, thing: T) -> bool:
        """Whether `thing` is one of the things that were given."""
        return thing in self._parents

    def link(self, one: T, other: T) -> None:
        """Merge the groups of two things. Raises KeyError for a thing that was not given."""
        self._parents[self.representative(other)] = self.representative(one)

    def representative(self, thing: T) -> T:
        """The representative of the thing's group; a call of `link` may change it.

        Raises KeyError for a thing that was not given.
        """
        parents = self._parents
        while parents[thing] != thing:
            # Path halving: without it, long chains would be walked again and again.
            parents[thing] = parents[parents[thing]]
            thing = parents[thing]
        return thing

    def groups(self) -> list[list[T]]:
        """All groups, in the order of their first things; things are in the order given."""
        groups: dict[T, list[T]] = {}
        for thing in self._parents:
            groups.setdefault(self.representative(thing), []).append(thing)
        return list(groups.values())
