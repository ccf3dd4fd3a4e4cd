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
from referee.rpc.listening import bound
from referee.sandbox.probe import IsolationError, Mode, find_isolation
from tournaments.commands.console import data_folder, out, say
from tournaments.commands.isolation import Isolate
from tournaments.hosting.setting import is_local

if TYPE_CHECKING:
    from stych_web.site import WebSite
    from stych_web.submitting.pages import SubmitPages

_NEEDED: Final = ("starlette", "uvicorn", "multipart")
_HERE: Final = ("127.0.0.1", "localhost", "[::1]", "::1")


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
        typer.Option(help="a name by which browsers call this machine, behind a proxy; again"),
    ] = None,
    play: Annotated[
        bool | None,
        typer.Option(
            "--play/--no-play",
            help="let visitors play against bots, whose processes this machine starts; by default"
            " only at an address that others cannot reach",
        ),
    ] = None,
    submit: Annotated[
        bool, typer.Option("--submit", help="take bots from authors: see stych token --author")
    ] = False,
    isolation: Isolate = Mode.AUTO,
) -> None:
    """Show tournaments in the browser: standings, matches card by card, bots.

    Standings are live while a tournament is played. Boards on which something is still to be played
    stay secret. Ctrl-C ends it; nothing that is played is touched.

    With --submit authors upload bots, which are built and checked in a sandbox, stored, and play
    first matches. Without a sandbox, and where tokens would go over an open network, it is refused.
    """
    if missing := [each for each in _NEEDED if find_spec(each) is None]:
        raise UserError(f"`stych web` needs the package {missing[0]}: pip install 'stych[web]'")
    # Imported here: it is slow to load, and may not be installed.
    from stych_web.app import create_app
    from stych_web.opening import opened
    from stych_web.playing.room import PlayRoom
    from stych_web.serving import serve
    from stych_web.site import WebSite

    # Colons of an address of IPv6 would be taken for the one before the port.
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    # What is to be shown is looked at first: nobody dials in to hear that there is nothing.
    with opened(what, data_folder()) as found, ExitStack() as stack:
        site = WebSite(found)
        # What is not safe is refused before anybody can dial in.
        submitting = _submitting(site, address, name or [], isolation) if submit else None
        sockets = _listening(address)
        for each in sockets:
            stack.callback(each.close)
        shown = address.rpartition(":")[0]
        say(out, "Tournaments at", f"http://{shown}:{sockets[0].getsockname()[1]}/")
        # Whoever started this process may wait for the line.
        sys.stdout.flush()
        is_played = is_local(address) if play is None else play
        # As for authors: with a name there is a proxy before it.
        behind = bool(name)
        room = PlayRoom(found.data, isolation, behind_proxy=behind) if is_played else None
        names = _names(address, host, name or [])
        serve(create_app(site, names, room, submitting), sockets)


def _submitting(
    site: "WebSite", address: str, names: Sequence[str], isolation: Mode
) -> "SubmitPages":
    """The pages of authors. Raises UserError where it is not safe to have them."""
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
        return bound(address)
    except OSError as error:
        other = "" if address.endswith(":0") else "; --port 0 takes a free one"
        raise UserError(f"{address} cannot be listened on: {error.strerror}{other}") from None


def _names(address: str, host: str, names: list[str]) -> list[str]:
    """The names by which browsers may call it: without these a page elsewhere could read it."""
    if is_local(address):
        # Whatever it was told to listen at, a browser here may call it by any of these.
        return [*_HERE, host, *names]
    # A public page has nothing that not everybody may read.
    return [host, *_HERE, *names] if names else ["*"]
