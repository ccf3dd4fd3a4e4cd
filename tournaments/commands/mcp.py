"""The command `stych mcp`: agents play, and build bots, over the Model Context Protocol."""

import asyncio
import os
import secrets
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final

import typer

from referee.errors import UserError
from referee.rpc.listening import listening_sockets
from referee.sandbox.probe import Mode
from referee.serving_agents import AGENTS
from tournaments.commands.agents.folder import AgentFolder
from tournaments.commands.console import data_folder, err, say
from tournaments.commands.isolation import IsolationOption
from tournaments.hosting.setting import check_dialled, is_local

_TOKEN: Final = "STYCH_MCP_TOKEN"  # noqa: S105  the name of a variable
_SHORTEST: Final = 20
"""The fewest characters of a token: a shorter one could be found by trying."""
_LOCAL_NAMES: Final = ("127.0.0.1", "localhost", "[::1]")
"""The names by which clients on this machine call the server."""


def mcp(
    context: typer.Context,
    folder: Annotated[
        Path, typer.Option(help="the folder of the files that tools read and write", metavar="DIR")
    ] = Path(),
    http: Annotated[
        str | None,
        typer.Option(
            help="serve over HTTP, at this port of 127.0.0.1 or at this address; 0: a free port",
            metavar="[HOST:]PORT",
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(help="with --http, a name of this machine for clients; may be repeated"),
    ] = None,
    mode: IsolationOption = Mode.AUTO,
) -> None:
    """Serve agents: tools to play, and tools to build bots, over the Model Context Protocol.

    It speaks to the client that starts it, at standard input and output. With --http any number of
    clients reach it, all with the same token: the one in STYCH_MCP_TOKEN, or else a new one that is
    printed.
    """
    if name and http is None:
        raise UserError(f"--name is for --http; received --name {name[0]} without it")
    if find_spec("mcp") is None:
        raise UserError("`stych mcp` needs the package mcp: pip install 'stych[mcp]'")
    agent_folder = _agent_folder(context, folder)
    # Set in this process too, as it builds the bots of tables itself.
    os.environ[AGENTS] = "1"
    # Removed from the environment, as no command and no bot that is started needs the token.
    token = os.environ.pop(_TOKEN, None)
    # Imported here, as the package mcp is slow to load, and may not be installed.
    from tournaments.commands.agents import serving

    if http is None:
        asyncio.run(serving.serve_stdio(agent_folder, mode))
        return
    address = _address(http)
    token = _checked_token(token) if token else None
    try:
        sockets = listening_sockets(address)
    except OSError as error:
        raise UserError(f"{address} cannot be listened on: {error.strerror}") from None
    host = address.rpartition(":")[0]
    port = sockets[0].getsockname()[1]
    say(err, f"stych mcp: http://{host}:{port}{serving.PATH}")
    if not is_local(address):
        unencrypted = "The token and all else goes over the network unencrypted"
        say(err, f"{unencrypted}: put a proxy with TLS in front")
    if token is None:
        token = secrets.token_urlsafe(32)
        say(err, "token:", token)
    # Only these names are accepted. Otherwise a web page could have its own name resolve to this
    # machine, and its scripts could call the server by that name.
    names = [*dict.fromkeys([*_LOCAL_NAMES, host, *(name or [])])]
    asyncio.run(serving.serve_http(agent_folder, mode, sockets, names, token))


def _agent_folder(context: typer.Context, folder: Path) -> AgentFolder:
    """The folder of the agents, which becomes the current folder, with their data folder.

    Raises UserError when `folder` is no folder, or may not be entered.
    """
    source = context.parent.get_parameter_source("data") if context.parent else None
    root = folder.resolve()
    # By default the data folder is in the folder of the agents. A path in --data or STYCH_DATA is
    # relative to the folder in which the command was called.
    is_default = source is None or source.name == "DEFAULT"
    data = (root if is_default else Path.cwd()) / data_folder()
    # Then relative paths that this process opens itself are in the folder. Commands get absolute
    # paths.
    try:
        os.chdir(root)
    except OSError as error:
        raise UserError(f"--folder must be a folder; {folder}: {error.strerror}") from None
    return AgentFolder(root, data)


def _address(text: str) -> str:
    """The address HOST:PORT for the text [HOST:]PORT. Raises UserError for any other text."""
    # Without a host only this machine can reach the server.
    address = text if ":" in text else f"127.0.0.1:{text}"
    host, _, port = address.rpartition(":")
    if port != "0":
        try:
            check_dialled(address)
        except UserError:
            port = ""
    if not (host and port):
        raise UserError(f"--http is [HOST:]PORT, such as 7425 or 127.0.0.1:7425; received {text!r}")
    return address


def _checked_token(token: str) -> str:
    """The token, if it fits into a header and is long enough.

    Raises UserError, without the token in its message, as that is a secret.
    """
    if not token.isascii() or not token.isprintable() or " " in token:
        raise UserError(f"{_TOKEN} must be printable ASCII without spaces; the one received is not")
    if len(token) < _SHORTEST:
        raise UserError(
            f"{_TOKEN} must have {_SHORTEST} characters or more, or it can be found by trying;"
            f" the one received has {len(token)}"
        )
    return token
