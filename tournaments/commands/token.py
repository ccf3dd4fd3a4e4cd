"""The command `stych token`: the personal tokens of remote bots."""

import re
import shlex
from typing import Annotated, Final

import typer
from pydantic import TypeAdapter, ValidationError

from referee.errors import UserError
from referee.rpc.manifest import Name
from referee.text import shown
from tournaments.commands.console import data_folder, err, out, say
from tournaments.hosting import tokens
from tournaments.hosting.setting import ADDRESS, check_dialled, is_local
from tournaments.storage.store import Store

_PLAIN: Final = re.compile(r"[\w@%+=:,./\[\]-]+", re.ASCII)


def token(
    name: Annotated[
        str | None, typer.Argument(help="the entrant's name in the tournament file", metavar="NAME")
    ] = None,
    address: Annotated[
        str, typer.Option(help="where the bot will dial in", metavar="HOST:PORT")
    ] = ADDRESS,
    tls: Annotated[
        str | None,
        typer.Option(
            help="the host uses TLS: on, or the file with the authorities that the bot is to trust",
            metavar="TLS",
        ),
    ] = None,
    revoke: Annotated[bool, typer.Option("--revoke", help="make the token void")] = False,
    as_list: Annotated[bool, typer.Option("--list", help="show who has a token")] = False,
) -> None:
    """Issue the token with which a remote entrant dials in to `stych host`.

    It is shown this once, with all that the bot's environment needs: only its hash is kept. A new
    token of a name makes the one before void.
    """
    if as_list == (name is not None) or (as_list and revoke):
        raise UserError("stych token takes either NAME, perhaps with --revoke, or --list")
    with Store(data_folder()) as store:
        if name is None:
            _show(tokens.issued(store.database))
        elif revoke:
            if not tokens.revoke(store.database, name):
                raise UserError(f"{name!r} has no token; `stych token --list` shows who has one")
            say(out, f"The token of {name} is void. It opens no stream any more.")
        else:
            # Under a name that no tournament file may have nobody could ever dial in.
            _checked(name)
            # Before the token is issued, which makes the one before void.
            check_dialled(address)
            if tls and not tls.isprintable():
                raise UserError(f"--tls must be on, or the name of a file; received {shown(tls)}")
            say(out, f"STYCH_ADDRESS={_quoted(address)}")
            say(out, f"STYCH_TOKEN={tokens.issue(store.database, name)}")
            if tls:
                say(out, f"STYCH_TLS={_quoted(tls)}")
            elif not is_local(address):
                say(
                    err,
                    "stych: if the host uses TLS (--tls-cert), the bot needs STYCH_TLS=on as well,"
                    " or a file with the authorities that it is to trust: --tls adds that line",
                )


def _quoted(value: str) -> str:
    """The value as a shell takes it in an assignment, where brackets of IPv6 mean nothing."""
    return value if _PLAIN.fullmatch(value) else shlex.quote(value)


def _show(issued: dict[str, str]) -> None:
    for name, when in issued.items():
        say(out, f"{name}  issued {when}")
    if not issued:
        say(out, "Nobody has a token.")


def _checked(name: str) -> None:
    try:
        TypeAdapter(Name).validate_python(name)
    except ValidationError as error:
        wish = error.errors()[0]["msg"].removeprefix("Value error, ")
        raise UserError(f"the name of an entrant {wish}; received {name!r}") from None
