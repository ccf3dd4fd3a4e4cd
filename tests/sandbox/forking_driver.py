"""A process that has loaded what drivers need, and forks a process for each driver.

Loading takes about as long as most hostile programs run. It is called with the number of a socket
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
        # Only now: until the test has opened a driver by its number, no other process may get the
        # number. With its next order the test has done so.
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
    """Do what a new process of the driver would do, and exit."""
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    try:
        driver.drive(told)
    except BaseException:
        # SystemExit too: the test shows this when it misses the last line on standard output.
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    # Its threads answer calls for ever.
    os._exit(0)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
