"""The command `stych host`: a tournament in which remote bots take part."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from referee.errors import UserError
from referee.sandbox.isolation import Isolation
from referee.sandbox.probe import Mode
from tournaments.commands.arguments import File
from tournaments.commands.changed_data import check_as_saved
from tournaments.commands.console import again, data_folder, err, out, say
from tournaments.commands.costs import tell_costs
from tournaments.commands.held_matches import HeldMatches
from tournaments.commands.isolation import IsolationOption, Verbose, isolation_finder
from tournaments.commands.play import (
    ExitZero,
    organisers_of,
    play_missing,
    tell_withdrawn,
    try_bots,
)
from tournaments.commands.seeds import IN_FILE, warn_of_seeds
from tournaments.commands.table import print_heads, print_tables
from tournaments.commands.web_option import Web, page_beside
from tournaments.commands.written_options import options_written
from tournaments.config import competition
from tournaments.config.tournament_file import Tournament
from tournaments.hosting.setting import (
    ADDRESS,
    Hosting,
    free_address,
    is_local,
    read_certificate,
)
from tournaments.run.organiser import Organiser
from tournaments.storage.store import Store


def host(  # noqa: PLR0913, PLR0917  options of a command
    context: typer.Context,
    file: File,
    listen: Annotated[
        str,
        typer.Option(help="where bots dial in; port 0 is a free one", metavar="HOST:PORT"),
    ] = ADDRESS,
    tls_cert: Annotated[
        Path | None,
        typer.Option(help="use TLS with this certificate chain, in PEM", metavar="FILE"),
    ] = None,
    tls_key: Annotated[
        Path | None, typer.Option(help="the key of that certificate, in PEM", metavar="FILE")
    ] = None,
    wait: Annotated[
        float | None,
        typer.Option(
            min=0,
            help="begin after this time without bots that are missing; by default wait for all",
            metavar="SECONDS",
        ),
    ] = None,
    web: Web = None,
    exit_zero: ExitZero = False,
    mode: IsolationOption = Mode.AUTO,
    verbose: Verbose = False,
    cluster: Annotated[str | None, typer.Option(hidden=True)] = None,
) -> None:
    """Play a tournament in which bots of other machines take part, and show its table.

    Remote bots dial in with their tokens (`stych token NAME`). Play begins when all are there, or
    after --wait. As with `stych run`, a tournament that was stopped goes on where it was; exit
    codes are the same.
    """
    if cluster is not None:
        raise UserError(
            "`stych host` takes no --cluster: remote bots dial in at one server, and one machine"
            " plays all of their tournament"
        )
    contents = competition.read(file)
    if not any(each.remote for each in contents.tournaments):
        raise UserError(f"{file} has no entrant with remote = true: `stych run` plays it")
    hosting = Hosting("", data_folder(), read_certificate(tls_cert, tls_key), wait)
    with Store(data_folder()) as store, page_beside(web, file):
        check_as_saved(store, contents.names.tournaments, file)
        organisers = organisers_of(store, contents)
        warn_of_seeds(organisers, IN_FILE)
        tell_costs(organisers)
        # When everything is played already, nobody has to dial in, and the port may be taken.
        if any(organiser.missing for organiser in organisers):
            hosting = replace(hosting, address=free_address(listen))
            _announce(hosting)
        divisions = list(zip(organisers, contents.tournaments, strict=True))
        isolate = isolation_finder(mode, *organisers, verbose=verbose)
        held = HeldMatches()
        done = try_bots(organisers, isolate, hosting)
        done = done and held.play(_plays(divisions, hosting, isolate))
        withdrawn = print_tables(store, contents.names, begun_only=bool(held.reasons) or not done)
        print_heads(store, contents.names)
    held.check(stopped=not done)
    if not done:
        # With the port that was taken for port 0, since bots dial in again at the port they know.
        options = options_written(context, listen=hosting.address)
        say(err, "Stopped. It goes on with:", again("host", file, *options))
        raise typer.Exit(130)
    say(out, "All matches are played. For this table:", again("table", file))
    tell_withdrawn(withdrawn, file, exit_zero=exit_zero)


def _plays(
    divisions: list[tuple[Organiser, Tournament]],
    hosting: Hosting,
    isolate: Callable[[], Isolation | None],
) -> Iterator[Callable[[], bool]]:
    """A function for each division with missing matches, in order, that plays these matches.

    It returns False when it was stopped. Bots that play in a later division are told to dial in
    again.
    """
    unfinished = [each for each in divisions if each[0].missing]
    for number, (organiser, division) in enumerate(unfinished, 1):
        later = frozenset[str]().union(*(each.remote for _, each in unfinished[number:]))
        lobby = replace(hosting, coming_again=later) if division.remote else None
        # One worker, as all remote bots dial in at the same server.
        yield partial(play_missing, organiser, 1, isolate, lobby)


def _announce(hosting: Hosting) -> None:
    security = "over TLS" if hosting.certificate else "without TLS"
    say(out, f"Bots dial in at {hosting.address} {security}, as soon as they are awaited.")
    if not (hosting.certificate or is_local(hosting.address)):
        say(
            err,
            "stych: without --tls-cert and --tls-key tokens and cards can be read on the way here",
        )
