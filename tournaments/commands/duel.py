"""The command `stych duel`: two versions of a bot play until a test or `--boards` ends it."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from referee.sandbox.probe import Mode
from referee.serving_agents import for_agents
from tournaments.commands.console import data_folder, err, say
from tournaments.commands.costs import tell_costs
from tournaments.commands.held_matches import HeldMatches
from tournaments.commands.isolation import IsolationOption, Verbose, isolation_finder
from tournaments.commands.play import Jobs, play_missing
from tournaments.commands.seeds import IN_COMMAND, Seed, tell_seed, warn_of_seeds
from tournaments.commands.table import print_table
from tournaments.config import quick
from tournaments.config.defining import ChangedError
from tournaments.config.tournament_file import Tournament
from tournaments.ratings.sequential import ScoredBy
from tournaments.run.organiser import Organiser
from tournaments.storage.store import Store


def duel(  # noqa: PLR0913  options of a command
    game: Annotated[str, typer.Argument(help="the game's id, such as fox", metavar="GAME")],
    old: Annotated[
        str,
        typer.Argument(
            help="the old version: a folder, NAME@N, sample/NAME, or FILE.toml:NAME", metavar="OLD"
        ),
    ],
    new: Annotated[str, typer.Argument(help="the new version, likewise", metavar="NEW")],
    *,
    by: Annotated[
        ScoredBy,
        typer.Option(help="what the test compares: places in the matches, or the game's points"),
    ] = ScoredBy.PLACES,
    better_by: Annotated[
        float | None,
        typer.Option(
            help="the gain that matters: how far the share of the points is above 0.5, 0.001 to"
            " 0.4, by default 0.02; --by points needs it, in points of the game a match"
        ),
    ] = None,
    error: Annotated[
        float, typer.Option(help="the probability of each wrong decision, 0.0001 to 0.4")
    ] = 0.05,
    boards: Annotated[int, typer.Option(min=1, help="end undecided after this many deals")] = 5_000,
    seed: Seed = None,
    option: Annotated[
        list[str] | None, typer.Option(help="an option of the game: --option target=35")
    ] = None,
    jobs: Jobs = 1,
    mode: IsolationOption = Mode.AUTO,
    verbose: Verbose = False,
) -> None:
    """Find out whether a new version of a bot is better than the old one.

    After every board a sequential test looks whether one of two can be ruled out: that the new
    version is no better, or that it is better by the gain that matters. A duel that was stopped
    goes on by the same command and keeps its seed; an undecided one goes on with more --boards. Any
    other duel is a new one, and replaces the last. With its --seed a duel that is over is only
    shown again.
    """
    tournament = quick.duel(
        game,
        old,
        new,
        boards=boards,
        seed=seed,
        options=option or [],
        better_by=better_by,
        error=error,
        by=by,
    )
    with Store(data_folder()) as store:
        organiser = _organiser(store, tournament)
        warn_of_seeds([organiser], IN_COMMAND)
        tell_costs([organiser], " into the model's file")
        held = HeldMatches()
        isolate = isolation_finder(mode, organiser, verbose=verbose)
        done = held.play([partial(play_missing, organiser, jobs, isolate)])
        if organiser.is_saved:
            print_table(store, tournament.name)
    held.check(stopped=not done)
    if not done:
        say(err, "Stopped. The same command goes on with the duel.")
        raise typer.Exit(130)
    # Agents are not told here, as an undecided duel may go on with more boards. The table has the
    # seed for them when nothing more can be played with it.
    if not for_agents():
        tell_seed(organiser.seed)


def _organiser(store: Store, tournament: Tournament) -> Organiser:
    """The organiser of the last duel, if that goes on or is shown again; else of a new duel.

    Raises UserError as `Organiser` does.
    """
    try:
        organiser = Organiser(store, tournament, Path())
    except ChangedError:
        return Organiser(store, tournament, Path(), anew=True)
    # The last duel is over, and no seed is given: the same command now means another duel.
    if not organiser.missing and tournament.seed is None:
        return Organiser(store, tournament, Path(), anew=True)
    return organiser
