"""Where `stych` begins when a server runs a command: `python -m tournaments.called`.

The first argument is the number of seconds that the command may take to stop; the others are the
command. Standard input is a pipe from the server, whose contents are ignored. When the pipe ends,
the command gets SIGTERM. If it has not ended after these seconds, it is killed together with its
process group. So the command ends also when the server is killed.
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
    # With the null device as its input the command asks no questions, and no process that it starts
    # holds the pipe.
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    threading.Thread(target=_stop_with_server, args=(pipe, grace), daemon=True).start()
    main()


def _stop_with_server(pipe: int, grace: float) -> None:
    # An empty read is the end of the pipe: the server holds the other end as long as it lives.
    while os.read(pipe, 1024):
        pass
    # The command handles this signal: it saves what is whole, and ends what it started.
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(grace)
    # The process leads its own session, so all processes of the group were started by it.
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    run()
