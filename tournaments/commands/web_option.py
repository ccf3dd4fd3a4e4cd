"""The option --web: serves the page of a tournament while it is played, in a second process."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final

import typer

from referee.errors import UserError
from tournaments.commands.console import data_folder, out, say
from tournaments.hosting.setting import is_port

Web = Annotated[
    str | None,
    typer.Option(
        "--web",
        help="serve the page meanwhile, at this port of 127.0.0.1 or at this address",
        metavar="[HOST:]PORT",
    ),
]

# By name, as this file must not import the module: it is on a higher floor.
_CALLED: Final = "tournaments.called"
_GRACE_SECONDS: Final = 5.0
"""How many seconds the process of the page may take to end, before it is killed."""
_NICENESS: Final = 10
"""The nice value of that process: busy bots get the processors before it."""


@contextmanager
def page_beside(address: str | None, file: Path) -> Iterator[None]:
    """Serve the page of the tournament file while the block runs; do nothing without an address.

    `address` is PORT or HOST:PORT. Raises UserError when it is neither, when uvicorn is missing, or
    when the page cannot be served: the process of the page has printed why.
    """
    if address is None:
        yield
        return
    host, port = _host_and_port(address)
    if find_spec("uvicorn") is None:
        raise UserError("--web needs the package uvicorn: pip install 'stych[web]'")
    words = ["--data", str(data_folder()), "web", str(file), "--host", host, "--port", port]
    # Matches of visitors at tables of the page would take processors from the bots that play.
    words.append("--no-play")
    command = [sys.executable, "-P", "-m", _CALLED, str(_GRACE_SECONDS), *words]
    # The page ends when its standard input does, so also when this process is killed. It is in a
    # session of its own, as Ctrl-C is meant for the tournament: the page is ended after it.
    page = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        # If the machine does not allow this, the page competes with the bots.
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, page.pid, _NICENESS)
        announcement = page.stdout.readline() if page.stdout else ""
        if not announcement:
            raise UserError(f"the page cannot be served at {address}")
        say(out, announcement.rstrip())
        yield
    finally:
        _end(page)


def _end(page: "subprocess.Popen[str]") -> None:
    if page.stdin:
        page.stdin.close()
    try:
        # The process kills itself after `_GRACE_SECONDS`, which may take a moment.
        page.wait(_GRACE_SECONDS + 1)
    except subprocess.TimeoutExpired:
        page.kill()
        page.wait()
    if page.stdout:
        page.stdout.close()


def _host_and_port(address: str) -> tuple[str, str]:
    host, _, port = address.rpartition(":")
    if not is_port(port):
        raise UserError(f"--web wants a port, or HOST:PORT; received {address!r}")
    return host.removeprefix("[").removesuffix("]") or "127.0.0.1", port
