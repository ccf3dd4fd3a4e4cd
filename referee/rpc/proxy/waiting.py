"""The unauthenticated connections: which of them is connected to the referee next.

Each origin (`Connection.origin`) has the same chance, however many connections come from it. If
there are too many connections, one from an origin with most of them is closed.
"""

import random
from collections import defaultdict

from referee.rpc.proxy.connection import Connection, ConnectionStage
from referee.rpc.proxy.refusals import TOO_MANY


class Unauthenticated:
    """The connections without a token, `most` at most, by their origins (`Connection.origin`)."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._by_origin: defaultdict[str, dict[int, Connection]] = defaultdict(dict)
        self._waiting: defaultdict[str, dict[int, Connection]] = defaultdict(dict)
        """Those that wait to be connected to the referee."""
        self._count = 0
        """The number of all connections in `_by_origin`."""

    def add(self, connection: Connection) -> None:
        """Add a connection, unless it is there already.

        If there are too many now, one from the origin with most connections is closed.
        """
        if connection.number in self._by_origin.get(connection.origin, ()):
            return
        self._by_origin[connection.origin][connection.number] = connection
        self._count += 1
        if self._count > self._most:
            largest = max(self._by_origin.values(), key=len)
            # At random, so that an honest client at a flooding address has a fair chance to stay.
            random.choice(list(largest.values())).close(TOO_MANY)

    def wait(self, connection: Connection) -> None:
        """Note that a connection, added before, waits to be connected to the referee."""
        self._waiting[connection.origin][connection.number] = connection

    def next(self) -> Connection | None:
        """Draw a waiting connection, which then no longer counts as waiting; None if none waits."""
        if not self._waiting:
            return None
        # The origin is drawn first: otherwise a flood from one address would get most turns.
        origin = random.choice(list(self._waiting))
        number = random.choice(list(self._waiting[origin]))
        connection = self._waiting[origin][number]
        _remove(self._waiting, connection)
        return connection

    def make_room(self, most: int) -> None:
        """Make room for one more connection to the referee, of which there may be `most`.

        If there are as many already, one is closed, from the origin with most of them.
        """
        asking = {
            origin: [each for each in added.values() if each.stage is ConnectionStage.ASKING]
            for origin, added in self._by_origin.items()
        }
        if sum(map(len, asking.values())) >= most:
            random.choice(max(asking.values(), key=len)).close(TOO_MANY)

    def remove(self, connection: Connection) -> None:
        """Remove a connection that was closed or has shown a token; it need not have been added."""
        if _remove(self._by_origin, connection):
            self._count -= 1
        _remove(self._waiting, connection)


def _remove(connections: defaultdict[str, dict[int, Connection]], connection: Connection) -> bool:
    """Remove the connection; False if it is not there. An origin with none left goes too."""
    of_origin = connections.get(connection.origin)
    if not of_origin or not of_origin.pop(connection.number, None):
        return False
    if not of_origin:
        del connections[connection.origin]
    return True
