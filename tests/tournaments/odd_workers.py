"""What workers do instead of their work, in a module that loads quickly."""

import os
from typing import Any, Final

from tournaments.system.held_words import StandardError

GRPC: Final = "E1124 23:48:09.423138    2792 {}.cc:157] {}"
THREAD: Final = "pthread_create failed: Resource temporarily unavailable"
SPOKEN: Final = GRPC.format("thd", "it failed\n")


def speaks(*_: Any) -> None:
    os.write(2, SPOKEN.encode())


def speaks_twice(_: object, __: object, ___: int, real: StandardError) -> None:
    os.write(2, b"while bots are tried")
    real.restore()
    real.restore()
    os.write(2, b"in a match")


def aborts(*_: Any) -> None:
    os.write(2, f"{GRPC.format('thd', THREAD)}\n".encode())
    os.abort()


def fails(*_: Any) -> None:
    raise KeyError("a fault of ours")
