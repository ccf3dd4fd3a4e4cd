"""A process that has loaded what commands need, and starts each command as a fork of itself.

To load all that is most of what a short command costs. It is called with the number of a socket. It
gets orders over the socket, and ends when the other end is closed. An order is JSON (the command's
`argv`, `folder` and `environment`, `modules` that it needs besides, and the `program` that is run
instead, if any) with four files: standard input, output and error, and a pipe. Into the pipe it
writes the command's process id, and later its exit code as subprocess has them.
"""

import gc
import json
import os
import selectors
import signal
import socket
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from multiprocessing import resource_tracker
from pathlib import Path
from types import ModuleType
from typing import Any, Final

SIZE: Final = 1 << 17
"""Bytes of an order at most."""
# Nothing that looks at the environment or at standard files while it is loaded. To load gRPC starts
# none of its threads, which a fork would not have.
LOADED: Final = (
    "jinja2",
    "referee.sandbox.remedies",
    "rich._emoji_codes",
    "rich.live",
    "rich.progress",
    "rich.table",
    "sqlalchemy.dialects.sqlite",
    "stych_bot",
    "tests.e2e.prepared",
    "tests.e2e.spares",
    "tournaments.config.competition",
    "tournaments.config.stored",
    "tournaments.formats.duel",
    "tournaments.person.local_referee",
    "tournaments.person.playing",
    "tournaments.present.terminal.faults",
    "tournaments.present.terminal.pairs",
    "tournaments.present.terminal.progress",
    "tournaments.present.terminal.table",
    "tournaments.ratings.overall",
    "tournaments.run.organiser",
    "tournaments.run.worker",
    "tournaments.storage.store",
    "tournaments.submissions.submitting",
    "tournaments.verify.glance",
    "tournaments.verify.tournament",
    "typer.main",
)
_FOR: Final = {"mcp": ("mcp.server.mcpserver", "uvicorn")}
"""By command: what it alone needs and is slow to load. It is loaded when first called."""


def _serve(orders: socket.socket) -> tuple[dict[str, Any], list[int]] | None:
    """Fork a command for each order, until the other end is closed; then return None.

    In each of the commands, return its order and its standard files.
    """
    pipes: dict[int, int] = {}
    woken, wakes = os.pipe()
    os.set_blocking(woken, False)
    os.set_blocking(wakes, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakes)
    with selectors.DefaultSelector() as selector:
        selector.register(orders, selectors.EVENT_READ)
        selector.register(woken, selectors.EVENT_READ)
        while True:
            ready = {key.fd for key, _ in selector.select()}
            if woken in ready:
                os.read(woken, 1024)
                _reap(pipes)
            if orders.fileno() not in ready:
                continue
            words, files, _, _ = socket.recv_fds(orders, SIZE, 4)
            if not words:
                return None
            order = json.loads(words)
            load(order["modules"])
            for word in order["argv"]:
                load(_FOR.get(word, ()))
            pid = os.fork()
            if not pid:
                signal.set_wakeup_fd(-1)
                for file in (*pipes.values(), woken, wakes, files.pop()):
                    os.close(file)
                return order, files
            pipes[pid] = files.pop()
            with suppress(BrokenPipeError):
                os.write(pipes[pid], b"%d\n" % pid)
            for file in files:
                os.close(file)


def load(modules: Iterable[str]) -> None:
    """Load those that are not there yet, for all commands from now on."""
    if missing := [each for each in modules if each not in sys.modules]:
        gc.disable()
        for module in missing:
            import_module(module)
        gc.freeze()
        gc.enable()


def _reap(pipes: dict[int, int]) -> None:
    """Tell each command's pipe, by process id, when the command has ended."""
    for pid in list(pipes):
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            pipe = pipes.pop(pid)
            with suppress(BrokenPipeError):  # nobody waits for it any more
                os.write(pipe, b"%d\n" % os.waitstatus_to_exitcode(status))
            os.close(pipe)


def become(order: dict[str, Any], files: list[int]) -> None:
    """Be what a new process of the command is, as far as it can tell."""
    os.setsid()
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(order["environment"])
    os.chdir(order["folder"])
    sys.argv = order["argv"]
    script = sys.argv[0]
    sys.path[0] = str(Path(script).parent)
    # multiprocessing reads `__file__` of the main module, and has workers load that file too.
    sys.modules["__main__"] = ModuleType("__main__")
    if not order["program"]:
        vars(sys.modules["__main__"])["__file__"] = script


def main() -> None:
    """Serve; in a command: run it."""
    load(LOADED)
    # One process for all commands; each that starts workers would have one of its own.
    resource_tracker.ensure_running()
    with socket.socket(fileno=int(sys.argv[1])) as orders:
        begun = _serve(orders)
    if begun:
        become(*begun)
        run(begun[0]["program"])


def run(program: str = "") -> None:
    """The program as `python -c` runs it; without one, the command."""
    if program:
        exec(compile(program, "<string>", "exec"), vars(sys.modules["__main__"]))
        return
    from tests.e2e import forked_bots, spares
    from tournaments.entry import main as command

    spares.prepare(sys.argv)
    if "bench" in sys.argv:
        # It starts bots of its own, as workers do.
        forked_bots.prepare()
    command()


if __name__ == "__main__":
    main()
