"""The commands `stych run` and `stych play`, and the playing of tournaments for other commands."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from referee.errors import UserError
from referee.sandbox.isolation import Isolation
from referee.sandbox.probe import Mode
from tournaments.commands.arguments import File
from tournaments.commands.changed_data import check_as_saved
from tournaments.commands.cluster_option import Cluster, Tls, runners_at
from tournaments.commands.console import again, data_folder, err, interruptible, out, say
from tournaments.commands.costs import tell_costs
from tournaments.commands.held_matches import HeldMatches
from tournaments.commands.isolation import IsolationOption, Verbose, isolation_finder
from tournaments.commands.progressing import progress_of, with_speed_hint
from tournaments.commands.seeds import IN_COMMAND, IN_FILE, Seed, tell_seed, warn_of_seeds
from tournaments.commands.table import print_heads, print_table, print_tables
from tournaments.commands.web_option import Web, page_beside
from tournaments.commands.written_options import options_written
from tournaments.config import competition, quick
from tournaments.config.competition import Competition
from tournaments.hosting.setting import Hosting
from tournaments.present.terminal.building import watching
from tournaments.present.terminal.lobby import after_lobby
from tournaments.run.organiser import Organiser
from tournaments.run.port import Runners
from tournaments.storage.store import Store
from tournaments.system.compiled import COMPILED

ExitZero = Annotated[
    bool, typer.Option("--exit-zero", help="exit code 0 and not 3 when an entrant was withdrawn")
]
Jobs = Annotated[int, typer.Option(min=1, max=256, help="worker processes, each with its own bots")]


def run(  # noqa: PLR0913, PLR0917  options of a command
    context: typer.Context,
    file: File,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    tls: Tls = None,
    web: Web = None,
    exit_zero: ExitZero = False,
    mode: IsolationOption = Mode.AUTO,
    verbose: Verbose = False,
) -> None:
    """Play a tournament, or go on with it, and show its table.

    Matches that were played before are kept: a tournament that was stopped, by Ctrl-C or by a
    crash, goes on where it was. With more boards or more entrants in the file it is continued.
    With --cluster other machines play: see `stych worker` and `stych docs cluster`.

    Exit codes: 0, all is played; 3, all is played, but an entrant was withdrawn for its faults; 2,
    the command line or the file is wrong, or a bot cannot be started; 1, the tournament, or a part
    of it, cannot go on; 130, it was stopped.
    """
    contents = competition.read(file)
    if remote := sorted({name for each in contents.tournaments for name in each.remote}):
        raise UserError(
            f"{file}: {remote[0]} is remote, so that somebody must wait for it to dial in:"
            f" {again('host', file)}"
        )
    with (
        runners_at(cluster, tls, mode) as runners,
        Store(data_folder()) as store,
        page_beside(web, file),
    ):
        check_as_saved(store, contents.names.tournaments, file)
        # Made for all divisions before anything is played, so that an error in a later division is
        # told now and not after hours.
        organisers = organisers_of(store, contents, runners)
        warn_of_seeds(organisers, IN_FILE)
        tell_costs(organisers)
        isolate = isolation_finder(mode, *organisers, verbose=verbose)
        done = try_bots(organisers, isolate)
        held = HeldMatches()
        done = done and held.play(partial(play_missing, each, jobs, isolate) for each in organisers)
        withdrawn = print_tables(store, contents.names, begun_only=bool(held.reasons) or not done)
        print_heads(store, contents.names)
    held.check(stopped=not done)
    if not done:
        say(err, "Stopped. It goes on with:", again("run", file, *options_written(context)))
        raise typer.Exit(130)
    say(
        out,
        "All matches are played. With more boards or entrants in the file the same command plays"
        " on; for this table:",
        again("table", file),
    )
    tell_withdrawn(withdrawn, file, exit_zero=exit_zero)


def organisers_of(
    store: Store, contents: Competition, runners: Runners | None = None
) -> list[Organiser]:
    """An organiser for each tournament of a file; a bot of several of them is built once.

    `runners` play the matches, by default on this machine. Raises UserError for a bot, an option or
    a change of the file that is not possible.
    """
    built: set[Path] = set()
    return [
        Organiser(store, each, contents.folder, built=built, runners=runners)
        for each in contents.tournaments
    ]


def tell_withdrawn(names: Sequence[str], file: Path, *, exit_zero: bool) -> None:
    """Say which entrants were withdrawn; if any, end the command with exit code 3.

    With `exit_zero` the exit code is 0.
    """
    if names:
        who = f"{', '.join(names)} {'was' if len(names) == 1 else 'were'}"
        say(err, f"stych: {who} withdrawn for faults:", again("faults", file))
        raise typer.Exit(0 if exit_zero else 3)


def play(
    game: Annotated[str, typer.Argument(help="the game's id, such as fox", metavar="GAME")],
    bots: Annotated[
        list[str],
        typer.Argument(
            help="folders of bots, NAME@N, sample/NAME, or models: FILE.toml:NAME", metavar="BOT..."
        ),
    ],
    boards: Annotated[int, typer.Option(min=1, help="deals, each played in all seatings")] = 10,
    seed: Seed = None,
    option: Annotated[
        list[str] | None, typer.Option(help="an option of the game: --option target=35")
    ] = None,
    jobs: Jobs = 1,
    mode: IsolationOption = Mode.AUTO,
    verbose: Verbose = False,
) -> None:
    """Play a quick series between bots and show a small table.

    The matches are kept under the name `play` until the next series, so that they can be replayed.
    """
    tournament = quick.series(game, bots, boards=boards, seed=seed, options=option or [])
    with Store(data_folder()) as store:
        # Each call is a new series. The last one is removed when the bots of this one have started.
        organiser = Organiser(store, tournament, Path(), anew=True)
        warn_of_seeds([organiser], IN_COMMAND)
        tell_costs([organiser], " into the model's file")
        held = HeldMatches()
        isolate = isolation_finder(mode, organiser, verbose=verbose)
        done = held.play([partial(play_missing, organiser, jobs, isolate)])
        ids = sorted(store.played(tournament.name)) if organiser.is_saved else []
        if organiser.is_saved:
            print_table(store, tournament.name)
    if ids:
        say(out, "To see a match:", again("replay", ids[0]))
        tell_seed(organiser.seed)
    if not done:
        say(
            err,
            f"Stopped. {'It does not go on' if ids else 'Nothing was played'}:"
            " the same command begins a new series.",
        )
    held.check(stopped=not done, goes_on=False)
    if not done:
        raise typer.Exit(130)


def try_bots(
    organisers: Sequence[Organiser],
    isolate: Callable[[], Isolation | None],
    hosting: Hosting | None = None,
) -> bool:
    """Start the bots of several tournaments, so that none begins before all of them can be played.

    False when it was stopped; a second Ctrl-C, or one during a build, ends the command with exit
    code 130. Nothing is done, and True returned, when only one tournament or none has missing
    matches, as playing it begins with starting its bots. Raises what `Organiser.build_bots` and
    `Organiser.try_bots` raise.
    """
    unfinished = [each for each in organisers if each.missing]
    if len(unfinished) < 2:
        return True
    try:
        with interruptible() as interrupted:
            return all(
                _build_and_try(each, lambda: bool(interrupted), isolate, hosting)
                for each in unfinished
            )
    except KeyboardInterrupt:
        say(err, "stych: stopped at once; nothing was begun")
        raise typer.Exit(130) from None


def _build_and_try(
    organiser: Organiser,
    stopped: Callable[[], bool],
    isolate: Callable[[], Isolation | None],
    hosting: Hosting | None,
) -> bool:
    organiser.build_bots(stopped, isolate, watching(out))
    return organiser.try_bots(stopped, isolate, hosting)


def play_missing(
    organiser: Organiser,
    jobs: int,
    isolate: Callable[[], Isolation | None],
    hosting: Hosting | None = None,
) -> bool:
    """Play the missing matches and show the progress; False when it was stopped before the end.

    A second Ctrl-C, or one during a build, ends the command with exit code 130. Raises what
    `Organiser.run` raises.
    """
    if not organiser.missing:
        return True
    try:
        display = after_lobby(out, progress_of(organiser), hosted=hosting is not None)
        with interruptible() as interrupted:
            # Built before the bar of matches appears, as a build has a display of its own.
            organiser.build_bots(lambda: bool(interrupted), isolate, watching(out))
            with display as (note, tell):
                note_records = note if COMPILED or hosting else with_speed_hint(note, organiser)
                return organiser.run(
                    jobs, note_records, lambda: bool(interrupted), hosting, tell, isolate
                )
    except KeyboardInterrupt:
        say(err, "stych: stopped at once; what was reported as played is kept")
        raise typer.Exit(130) from None
