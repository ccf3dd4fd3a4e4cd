"""Where `stych` begins as a process of a server for agents: `python -m tournaments.called`.

The first argument is how many seconds a command that was told to stop may take. The standard input
is held by the server. When it ends, the command is stopped as by SIGTERM, so that nothing is left
of it when the server is killed.
"""

import os
import signal
import sys
import threading
import time

from tournaments.entry import main


def run() -> None:
    """Run the command line of this process, in a session of its own."""
    grace = float(sys.argv[1])
    sys.argv = ["stych", *sys.argv[2:]]
    held = os.dup(0)
    # No command finds a person to ask, and no process that it starts holds the pipe.
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    threading.Thread(target=_stop_with_server, args=(held, grace), daemon=True).start()
    main()


def _stop_with_server(held: int, grace: float) -> None:
    # A read that returns nothing is the end: the server holds the other end as long as it lives.
    while os.read(held, 1024):
        pass
    # The command knows this signal: it saves what is whole, and ends what it started.
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(grace)
    # The session is its own: all that is in the group was started by it.
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    run()
