"""The page of a tournament, in a process beside the one that plays it."""

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

Web = Annotated[
    str | None,
    typer.Option(
        "--web",
        help="show it in the browser meanwhile, at this port of 127.0.0.1 or this address",
        metavar="[HOST:]PORT",
    ),
]

_CALLED: Final = "tournaments.called"
_SECONDS: Final = 5.0
"""How long the page may take to end, before it is killed."""
_POLITE: Final = 10
"""How much less of the processors it gets than the bots, where these are busy."""


@contextmanager
def page_beside(address: str | None, file: Path) -> Iterator[None]:
    """Serve the page of the tournament file in here, if there is an address for it.

    Raises UserError for an address that is none, and where the page cannot be served; the process
    has said why.
    """
    if address is None:
        yield
        return
    host, port = _parted(address)
    if find_spec("uvicorn") is None:
        raise UserError("--web needs the package uvicorn: pip install 'stych[web]'")
    words = ["--data", str(data_folder()), "web", str(file), "--host", host, "--port", port]
    # Tables of visitors would take processors from the bots that play.
    words.append("--no-play")
    command = [sys.executable, "-P", "-m", _CALLED, str(_SECONDS), *words]
    # It ends when its standard input does: also when this process is killed.
    # In a session of its own, since Ctrl-C is for the tournament: the page is ended when that is
    # over.
    page = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        # Where the machine does not allow it the page is as quick as a bot.
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, page.pid, _POLITE)
        said = page.stdout.readline() if page.stdout else ""
        if not said:
            raise UserError(f"the page cannot be served at {address}")
        say(out, said.rstrip())
        yield
    finally:
        _end(page)


def _end(page: "subprocess.Popen[str]") -> None:
    if page.stdin:
        page.stdin.close()
    try:
        page.wait(_SECONDS + 1)
    except subprocess.TimeoutExpired:
        page.kill()
        page.wait()
    if page.stdout:
        page.stdout.close()


def _parted(address: str) -> tuple[str, str]:
    host, _, port = address.rpartition(":")
    if not (port.isascii() and port.isdigit() and int(port) < 65536):
        raise UserError(f"--web wants a port, or HOST:PORT; received {address!r}")
    return host.removeprefix("[").removesuffix("]") or "127.0.0.1", port
