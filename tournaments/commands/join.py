"""The command `stych join`: a person plays in the terminal, here or with a referee elsewhere."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from referee.errors import RunError, UserError
from referee.games.registry import GAMES
from referee.record import read_record
from referee.rpc.bot_entry import BotEntry
from referee.rpc.confining import Confining
from referee.sandbox.isolation import Isolation
from referee.sandbox.probe import Mode
from tournaments.commands.console import again, data_folder, err, interruptible, out, say
from tournaments.commands.isolation import (
    BotPrograms,
    IsolationOption,
    Verbose,
    isolation_finder,
)
from tournaments.commands.seeds import IN_COMMAND, tell_seed, warn_of_seed
from tournaments.commands.written_options import first_written
from tournaments.config.entrants import Entrant, programs
from tournaments.config.named import build_bots
from tournaments.config.quick import parse_options
from tournaments.core.seeds import check_new_seed, is_weak
from tournaments.person.conversation import ConversationEnd
from tournaments.person.endpoint import find_endpoint
from tournaments.person.hints import HINTS, HintBot
from tournaments.person.local_referee import LocalReferee, open_referee
from tournaments.person.looking_back import Choices, look_back
from tournaments.person.playing import Manner, play
from tournaments.person.series import CLOCK, JOINED, NAME, PersonSeries, hint_bot, seated
from tournaments.present.terminal.building import watching
from tournaments.run.plan import logs

_EXIT_CODES = {ConversationEnd.FINISHED: 0, ConversationEnd.LEFT: 0, None: 130}
"""The exit codes; that of all other ends is 1. None stands for Ctrl-C or SIGTERM."""
_SENTENCES = {
    # On a new line, as the terminal has printed ^C at the end of the last one.
    None: "\nYou have left the table.",
    ConversationEnd.LEFT: "You have left the table.",
    ConversationEnd.NO_INPUT: "stych: the input has ended, and you have left the table",
}
"""What is said of an end that the conversation itself has not told."""
# The parameters of the options that are refused without GAME, and of those refused with GAME.
_WITH_GAME = ("option", "seat", "boards", "seed", "minutes", "hint", "replay", "mode", "verbose")
_WITH_ADDRESS = ("address", "token", "tls", "reconnect")


def join(  # noqa: PLR0913  options of a command
    context: typer.Context,
    game: Annotated[
        str | None, typer.Argument(help="the game's id, such as fox", metavar="GAME")
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            help="folders, NAME@N or sample/NAME: a bot for each other seat, or one for all",
            metavar="BOT...",
        ),
    ] = None,
    *,
    option: Annotated[
        list[str] | None, typer.Option(help="an option of the game: --option players=3")
    ] = None,
    seat: Annotated[int, typer.Option(help="your seat, from 0")] = 0,
    boards: Annotated[int, typer.Option(min=1, help="the number of deals, a match on each")] = 1,
    seed: Annotated[
        str, typer.Option(help="the same seed deals the same cards; by default one is drawn")
    ] = "",
    minutes: Annotated[
        float, typer.Option(min=0, max=1440, help="each player's clock for a match")
    ] = 240,
    silent: Annotated[
        bool, typer.Option("--silent", help="you never talk: The Game does not ask you to")
    ] = False,
    confirm: Annotated[
        bool, typer.Option("--confirm", help="send a choice after a second Enter; u takes it back")
    ] = False,
    hint: Annotated[
        bool,
        typer.Option("--hint", help="show what the sample bot or the first BOT would do"),
    ] = False,
    replay: Annotated[
        bool, typer.Option("--replay", help="show each match with all hands when all is over")
    ] = False,
    address: Annotated[
        str | None,
        typer.Option(envvar="STYCH_ADDRESS", help="the address of a referee", metavar="HOST:PORT"),
    ] = None,
    token: Annotated[
        str | None, typer.Option(envvar="STYCH_TOKEN", help="your token, from the organiser")
    ] = None,
    tls: Annotated[
        str | None,
        typer.Option(envvar="STYCH_TLS", help="TLS: on, or a file with authorities", metavar="TLS"),
    ] = None,
    reconnect: Annotated[
        float,
        typer.Option(min=0, envvar="STYCH_RECONNECT", help="seconds to redial a lost connection"),
    ] = 30,
    mode: IsolationOption = Mode.AUTO,
    verbose: Verbose = False,
) -> None:
    """Play yourself, against bots of this machine or in the matches of a referee elsewhere.

    stych join fox BOT plays against that bot; --address, --token, --tls, --reconnect are refused.

    stych join --address HOST:PORT plays what the referee there has for you. Of the other options it
    takes --token, --tls, --reconnect, --silent and --confirm.

    You see what a bot in your seat would be told, and nothing else until all is over.
    """
    manner = Manner(silent=silent, confirm=confirm)
    if game is None:
        if address is None:
            raise UserError(
                "name a game and bots, such as: stych join fox PATH/TO/BOT, or a referee with"
                " --address; received neither"
            )
        if written := first_written(context, _WITH_GAME):
            raise UserError(
                f"a referee is dialled, or a game is played here; received {address} and {written}"
            )
        endpoint = find_endpoint(address, token, tls)
        ending, _ = play(endpoint, list(GAMES), out, manner, reconnect=reconnect)
        _tell_ending(ending)
        raise typer.Exit(_EXIT_CODES.get(ending, 1))
    # Only options are refused: STYCH_ADDRESS may be left from a bot that was run by hand.
    if written := first_written(context, _WITH_ADDRESS):
        raise UserError(
            f"a game is played here, or a referee is dialled; received {game} and {written}"
        )
    options = parse_options(option or [])
    data, bots = data_folder(), bots or []
    seats, entrants = seated(game, options, bots, seat, data)
    check_new_seed(seed, "this series")
    if seed and is_weak(seed):
        warn_of_seed("this series", IN_COMMAND)
    series = PersonSeries(
        game=game,
        options=options,
        entries={name: entrant.entry for name, entrant in entrants.items() if entrant.entry},
        seats=seats,
        boards=boards,
        seed=seed,
        conduct=CLOCK.model_copy(update={"bank_ms": int(minutes * 60_000)}),
        logs=logs(data, NAME),
        records=data / JOINED,
    )
    hint_bots = hint_bot(game, options, bots, data) if hint else {}
    all_bots = [*entrants.values(), *hint_bots.values()]
    isolate = isolation_finder(mode, BotPrograms(programs(all_bots)), verbose=verbose)
    hint_entry = next((each.entry for each in hint_bots.values()), None)
    _play_here(
        series, all_bots, isolate, replace(manner, player_names=seats), hint_entry, replay=replay
    )


def _play_here(
    series: PersonSeries,
    entrants: Iterable[Entrant],
    isolate: Callable[[], Isolation | None],
    manner: Manner,
    hint_entry: BotEntry | None,
    *,
    replay: bool,
) -> None:
    """Play the series with a referee in a process of this machine, and end with typer.Exit.

    `entrants` are all bots that are started, and `hint_entry` is the one that gives hints. With
    `replay` the matches are shown with all hands at the end. Raises UserError when a folder cannot
    be made or a bot cannot be built or started, and RunError when the referee gives up.
    """
    is_told = False
    try:
        series.records.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{series.records} cannot be made: {error.strerror}") from None
    try:
        if series.entries or hint_entry:
            series = replace(series, isolation=isolate())
        with interruptible() as interrupted:
            build_bots(entrants, lambda: bool(interrupted), series.isolation, watching(out))
            if interrupted:
                raise KeyboardInterrupt
        with open_referee(series) as referee:
            for seat, name in enumerate(series.seats):
                say(out, f"seat {seat}: {name}")
            confining = Confining(series.isolation) if series.isolation else None
            hints = HintBot(hint_entry, series.logs / HINTS, confining) if hint_entry else None
            ending, choices = play(referee.endpoint(), [series.game], out, manner, hints=hints)
            _tell_ending(ending)
            is_told = True
            files, all_written = _tell_records(referee, series, ending)
            if replay:
                # All is over: Ctrl-C only ends what is still shown.
                with suppress(KeyboardInterrupt):
                    _look_back(files, choices)
            if referee.gave_up:
                raise RunError(referee.gave_up)
            if not all_written:
                raise typer.Exit(1)
    except KeyboardInterrupt:
        # Ctrl-C came while a bot was built, the referee started, or the last record was awaited.
        ending = None
        if not is_told:
            _tell_ending(ending)
    raise typer.Exit(_EXIT_CODES.get(ending, 1))


def _tell_records(
    referee: LocalReferee, series: PersonSeries, ending: ConversationEnd | None
) -> tuple[list[Path], bool]:
    """Say where the records and the bots' output are, and the seed if nothing is left to play.

    Returns the files of the records that were written, and whether these are all records.
    """
    files, all_written = [], True
    for record in referee.records(left=ending is not ConversationEnd.FINISHED):
        if record.problem:
            all_written = False
            say(err, f"stych: {record.path} cannot be written: {record.problem}")
        else:
            files.append(Path(record.path))
            say(out, f"To see the match: {again('replay', record.path)}")
    if referee.seed:
        tell_seed(referee.seed)
    if series.logs.exists():
        say(out, f"What the bots printed: {series.logs}")
    return files, all_written


def _look_back(files: Iterable[Path], choices: Sequence[Choices]) -> None:
    """Show each match with all hands, and the actions in which the person did not follow a hint."""
    for path in files:
        record = read_record(path.read_bytes())
        out.print()
        for part in look_back(record, choices):
            out.print(part)


def _tell_ending(ending: ConversationEnd | None) -> None:
    if sentence := _SENTENCES.get(ending):
        say(err, sentence)
