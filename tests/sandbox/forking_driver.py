"""A process that has loaded what drivers need, and is each driver as a fork of itself.

To load all that is as much as most hostile programs do. It is called with the number of a socket
and gets orders over it: JSON, as the argument of a driver, with the driver's standard files. It
answers with the driver's process id, and ends when the other end is closed.
"""

import json
import os
import socket
import sys
import traceback
from contextlib import suppress
from typing import Any, Final, NoReturn

from tests.sandbox import driver

SIZE: Final = 1 << 16
"""Bytes of an order at most."""


def main(orders: socket.socket) -> None:
    while True:
        words, files, _, _ = socket.recv_fds(orders, SIZE, 3)
        if not words:
            return
        # Not sooner: nobody else gets the number of a driver before who wanted it knows it.
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        pid = os.fork()
        if not pid:
            orders.close()
            _drive(json.loads(words), files)
        orders.send(b"%d" % pid)
        for file in files:
            os.close(file)


def _drive(told: dict[str, Any], files: list[int]) -> NoReturn:
    """Be what a new process of the driver is."""
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    try:
        driver.drive(told)
    except BaseException:
        # Also what it says when it gives up; who wanted it misses the last line on its output.
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    # Its threads answer calls for ever.
    os._exit(0)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
