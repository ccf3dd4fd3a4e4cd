"""The command `stych token`: personal tokens of remote bots, and of authors on the web."""

import re
import shlex
from collections.abc import Sequence
from typing import Annotated, Final

import typer
from pydantic import TypeAdapter, ValidationError

from referee.errors import UserError
from referee.rpc.manifest import Name
from referee.text import quoted
from tournaments.commands.console import data_folder, err, out, say
from tournaments.hosting import authors, tokens
from tournaments.hosting.setting import ADDRESS, check_dialled, is_local
from tournaments.storage.database import Database
from tournaments.storage.store import Store

_PLAIN: Final = re.compile(r"[\w@%+=:,./\[\]-]+", re.ASCII)
"""Values that need no quotes in an assignment of a shell."""


def token(
    name: Annotated[
        str | None,
        typer.Argument(
            help="the entrant's name in the tournament file, or an author's", metavar="NAME"
        ),
    ] = None,
    address: Annotated[
        str, typer.Option(help="where the entrant will dial in", metavar="HOST:PORT")
    ] = ADDRESS,
    tls: Annotated[
        str | None,
        typer.Option(
            help="if the host uses TLS: on, or a file with the authorities that the bot trusts",
            metavar="TLS",
        ),
    ] = None,
    author: Annotated[
        bool, typer.Option("--author", help="for somebody who submits bots to `stych web --submit`")
    ] = False,
    operator: Annotated[
        bool, typer.Option("--operator", help="for an author who may withdraw the bots of all")
    ] = False,
    revoke: Annotated[bool, typer.Option("--revoke", help="make the token void")] = False,
    as_list: Annotated[bool, typer.Option("--list", help="show who has a token")] = False,
) -> None:
    """Issue the token with which a remote entrant dials in to `stych host`.

    It is shown only once, with all variables that the bot needs: only its hash is kept. A new token
    of a name makes the one before void.

    With --author or --operator it is the token of a person, who submits bots over the web. An
    entrant and an author of the same name have nothing to do with each other.
    """
    if author and operator:
        raise UserError("--author and --operator do not go together; received both")
    if as_list == (name is not None) or (as_list and revoke):
        raise UserError("stych token takes either NAME, perhaps with --revoke, or --list")
    with Store(data_folder()) as store:
        if name is None:
            _list_tokens(tokens.issued(store.database), authors.authors(store.database))
        elif author or operator:
            role = authors.Role.OPERATOR if operator else authors.Role.AUTHOR
            _author_token(store.database, name, role, revoke=revoke)
        elif revoke:
            if not tokens.revoke(store.database, name):
                raise UserError(f"{name!r} has no token; `stych token --list` shows who has one")
            say(out, f"The token of {name} is void. It opens no stream any more.")
        else:
            # A name that is refused here cannot be in a tournament file, so nobody could dial in.
            _check_name(name)
            # All checks come before the token is issued, which makes the one before void.
            check_dialled(address)
            if tls and not tls.isprintable():
                raise UserError(f"--tls must be on, or the name of a file; received {quoted(tls)}")
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
    """The value, quoted for an assignment of a shell if needed.

    shlex alone would quote the brackets of an IPv6 address, which mean nothing in an assignment.
    """
    return value if _PLAIN.fullmatch(value) else shlex.quote(value)


def _author_token(database: Database, name: str, role: authors.Role, *, revoke: bool) -> None:
    """Issue or revoke the token of an author or an operator.

    Raises UserError for a name that nobody may have, and when there is nothing to revoke.
    """
    if not revoke:
        _check_name(name, "an author")
        # The token alone is on standard output, so that a script can hand it on.
        say(out, authors.issue_to_author(database, name, role))
        say(err, f"stych: that is the token of the {role} {name}, for `stych web --submit`")
    elif authors.revoke_author(database, name):
        say(out, f"The token of {name} is void. What {name} submitted stays.")
    else:
        raise UserError(f"{name!r} is no author; `stych token --list` shows who has a token")


def _list_tokens(issued: dict[str, str], people: Sequence[authors.Author]) -> None:
    for name, when in issued.items():
        say(out, f"{name}  issued {when}")
    for each in people:
        say(out, f"{each.name}  {each.role}, issued {each.issued}")
    if not (issued or people):
        say(out, "Nobody has a token.")


def _check_name(name: str, who: str = "an entrant") -> None:
    """Raise UserError for a name that a tournament file may not have."""
    try:
        TypeAdapter(Name).validate_python(name)
    except ValidationError as error:
        wish = error.errors()[0]["msg"].removeprefix("Value error, ")
        raise UserError(f"the name of {who} {wish}; received {name!r}") from None
