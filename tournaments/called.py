"""Where `stych` begins when a server runs a command: `python -m tournaments.called`.

The first argument is the number of seconds that the command may take to stop; the others are the
command. Standard input is a pipe from the server; what comes through it is ignored. When it ends,
the command gets SIGTERM, and all that is left of it after these seconds is killed. So nothing of it
is left when the server was killed.
"""

import os
import signal
import sys
import threading
import time

from tournaments.entry import main


def run() -> None:
    """Run the command line of this process, which must have a session of its own."""
    grace = float(sys.argv[1])
    sys.argv = ["stych", *sys.argv[2:]]
    pipe = os.dup(0)
    # With the null device as input the command asks nobody, and no process that it starts has the
    # pipe.
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    threading.Thread(target=_stop_with_server, args=(pipe, grace), daemon=True).start()
    main()


def _stop_with_server(pipe: int, grace: float) -> None:
    # An empty read is the end: the server has the other end open as long as it lives.
    while os.read(pipe, 1024):
        pass
    # The command handles this signal: it saves what is whole, and ends what it started.
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(grace)
    # The process leads its own session, so all processes of the group were started by it.
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    run()
