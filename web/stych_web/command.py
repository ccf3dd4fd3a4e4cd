"""The command `stych web`: tournaments in the browser."""

import socket
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from referee.errors import UserError
from referee.rpc.listening import listening_sockets
from referee.sandbox.probe import IsolationError, Mode, find_isolation
from tournaments.commands.console import data_folder, out, say
from tournaments.commands.isolation import IsolationOption
from tournaments.hosting.setting import is_local

if TYPE_CHECKING:
    from stych_web.site import WebSite
    from stych_web.submitting.pages import SubmitPages

_NEEDED: Final = ("starlette", "uvicorn", "multipart")
"""Modules that the extra `stych[web]` installs."""
_LOCAL_NAMES: Final = ("127.0.0.1", "localhost", "[::1]", "::1")
"""The names by which a browser on this machine may call the server."""


def web(
    what: Annotated[
        Path | None,
        typer.Argument(
            help="a tournament file, a data folder, or an export; default: the data folder",
            metavar="FILE",
        ),
    ] = None,
    host: Annotated[
        str, typer.Option(help="the address at which it listens; 0.0.0.0 is all of them")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="the port; 0 is a free one", min=0, max=65535)] = 8080,
    name: Annotated[
        list[str] | None,
        typer.Option(
            help="a name by which browsers call this machine, behind a proxy; may be repeated"
        ),
    ] = None,
    play: Annotated[
        bool | None,
        typer.Option(
            "--play/--no-play",
            help="let visitors play against bots, whose processes this machine starts; by default"
            " only at an address that others cannot reach, and without --name",
        ),
    ] = None,
    submit: Annotated[
        bool, typer.Option("--submit", help="take bots from authors: see stych token --author")
    ] = False,
    isolation: IsolationOption = Mode.AUTO,
) -> None:
    """Show tournaments in the browser: standings, matches card by card, bots.

    Standings are live while a tournament is played. Boards on which something is still to be played
    stay secret. Ctrl-C ends the server; a tournament that is played meanwhile goes on.

    With --submit authors upload bots, which are built and checked in a sandbox, stored, and play
    first matches. --submit is refused without a sandbox, and where tokens would go over an open
    network.
    """
    if missing := [module for module in _NEEDED if find_spec(module) is None]:
        raise UserError(f"`stych web` needs the package {missing[0]}: pip install 'stych[web]'")
    # Imported here and not above: these modules are slow to load, and may not be installed.
    from stych_web.app import create_app
    from stych_web.opening import opened
    from stych_web.playing.room import PlayRoom
    from stych_web.serving import serve
    from stych_web.site import WebSite

    # An IPv6 address needs brackets: else one of its colons is taken for the one before the port.
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    # Opened before the server listens: no browser connects to a server that then ends in an error.
    with opened(what, data_folder()) as content, ExitStack() as stack:
        site = WebSite(content)
        # An unsafe --submit is refused before anybody can connect.
        submitting = _submitting(site, address, name or [], isolation) if submit else None
        sockets = _listening(address)
        for listener in sockets:
            stack.callback(listener.close)
        shown_host = address.rpartition(":")[0]
        say(out, "Tournaments at", f"http://{shown_host}:{sockets[0].getsockname()[1]}/")
        # The process that started this one may wait for the line: it must not stay in a buffer.
        sys.stdout.flush()
        # --name stands for a proxy before the server: it lets others in, and tells their addresses.
        behind = bool(name)
        may_play = (is_local(address) and not behind) if play is None else play
        room = PlayRoom(content.data, isolation, behind_proxy=behind) if may_play else None
        names = _names(address, host, name or [])
        serve(create_app(site, names, room, submitting), sockets)


def _submitting(
    site: "WebSite", address: str, names: Sequence[str], isolation: Mode
) -> "SubmitPages":
    """Make the pages of authors. Raises UserError where --submit is not safe or not possible."""
    from stych_web.submitting.jobs import JobQueue
    from stych_web.submitting.logins import SubmitSettings
    from stych_web.submitting.pages import SubmitPages
    from stych_web.submitting.working import SubmissionWork

    if not is_local(address) and not names:
        raise UserError(
            f"--submit at {address} would send tokens over an open network: listen at 127.0.0.1,"
            " put a proxy with TLS before it, and say with --name what browsers call it"
        )
    if site.opened.is_copy:
        raise UserError("--submit stores bots in a data folder, and an export has none")
    try:
        work = SubmissionWork(site.opened.data, partial(find_isolation, isolation))
    except IsolationError as error:
        raise UserError(str(error)) from None
    settings = SubmitSettings(site.opened.data, behind_tls=bool(names))
    return SubmitPages(site, settings, JobQueue(work.do))


def _listening(address: str) -> list[socket.socket]:
    try:
        return listening_sockets(address)
    except OSError as error:
        hint = "" if address.endswith(":0") else "; --port 0 takes a free one"
        raise UserError(f"{address} cannot be listened on: {error.strerror}{hint}") from None


def _names(address: str, host: str, names: list[str]) -> list[str]:
    """The names by which browsers may call the server, "*" for any; see `KnownHosts`."""
    if is_local(address):
        # A browser on this machine may use any of the local names, and not only the one of --host.
        return [*_LOCAL_NAMES, host, *names]
    # At a public address everybody may read the pages: without --name any name will do.
    return [host, *_LOCAL_NAMES, *names] if names else ["*"]
