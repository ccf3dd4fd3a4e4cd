"""Which connection is taken next: each address gets its turn, however many come from it."""

import random
from collections import defaultdict

from referee.rpc.proxy.connection import Connection, ConnectionStage
from referee.rpc.proxy.refusals import TOO_MANY


class Unauthenticated:
    """The connections without a token, `most` at most, by the address that they come from."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._by_origin: defaultdict[str, dict[int, Connection]] = defaultdict(dict)
        self._waiting: defaultdict[str, dict[int, Connection]] = defaultdict(dict)
        self._number = 0

    def add(self, connection: Connection) -> None:
        """Add a connection, unless it is one of them already.

        If they are too many, one from the address with the most of them is closed.
        """
        if connection.number in self._by_origin.get(connection.origin, ()):
            return
        self._by_origin[connection.origin][connection.number] = connection
        self._number += 1
        if self._number > self._most:
            largest = max(self._by_origin.values(), key=len)
            # By chance: whoever comes from the same address honestly is as likely to stay.
            random.choice(list(largest.values())).close(TOO_MANY)

    def wait(self, connection: Connection) -> None:
        """Note that a connection wants to be taken to the referee."""
        self._waiting[connection.origin][connection.number] = connection

    def next(self) -> Connection | None:
        """A connection that waits, its address drawn first; it waits no more.

        None when none waits.
        """
        if not self._waiting:
            return None
        # The address first: a flood from one address gets one turn among the addresses.
        origin = random.choice(list(self._waiting))
        number = random.choice(list(self._waiting[origin]))
        connection = self._waiting[origin][number]
        _remove(self._waiting, connection)
        return connection

    def make_room(self, most: int) -> None:
        """Have the referee hear fewer: if need be the address with most of them loses one."""
        asking = {
            origin: [each for each in there.values() if each.stage is ConnectionStage.ASKING]
            for origin, there in self._by_origin.items()
        }
        if sum(map(len, asking.values())) >= most:
            random.choice(max(asking.values(), key=len)).close(TOO_MANY)

    def remove(self, connection: Connection) -> None:
        """Remove a connection, which was closed or has shown a token."""
        if _remove(self._by_origin, connection):
            self._number -= 1
        _remove(self._waiting, connection)


def _remove(connections: defaultdict[str, dict[int, Connection]], connection: Connection) -> bool:
    there = connections.get(connection.origin)
    if not there or not there.pop(connection.number, None):
        return False
    if not there:
        del connections[connection.origin]
    return True
