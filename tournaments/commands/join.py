"""The command `stych join`: a person plays in the terminal, here or at a referee elsewhere."""

from collections.abc import Callable, Iterable, Sequence
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
from tournaments.commands.isolation import BotPrograms, IsolationOption, Verbose, isolation_finder
from tournaments.commands.seeds import IN_COMMAND, tell_seed, warn_of_seed
from tournaments.commands.written_options import is_written
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

_CODES = {ConversationEnd.FINISHED: 0, ConversationEnd.LEFT: 0, None: 130}
"""The exit codes; that of all other ends is 1. None stands for Ctrl-C or SIGTERM."""
_SENTENCES = {
    None: "\nYou have left the table.",
    ConversationEnd.LEFT: "You have left the table.",
    ConversationEnd.NO_INPUT: "stych: the input has ended, and you have left the table",
}


def join(  # noqa: PLR0913  options of a command
    context: typer.Context,
    game: Annotated[
        str | None, typer.Argument(help="the game's id, such as fox", metavar="GAME")
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            help="folders of bots, or NAME@N: one for each seat, or one for all",
            metavar="BOT...",
        ),
    ] = None,
    *,
    option: Annotated[
        list[str] | None, typer.Option(help="an option of the game: --option players=3")
    ] = None,
    seat: Annotated[int, typer.Option(help="your seat, from 0")] = 0,
    boards: Annotated[int, typer.Option(min=1, help="deals, a match each")] = 1,
    seed: Annotated[str, typer.Option(help="the same seed, the same cards; else by chance")] = "",
    minutes: Annotated[
        float, typer.Option(min=0, max=1440, help="everybody's clock for a match")
    ] = 240,
    silent: Annotated[
        bool, typer.Option("--silent", help="you never talk: The Game does not ask you to")
    ] = False,
    confirm: Annotated[
        bool, typer.Option("--confirm", help="take an action back before it is sent")
    ] = False,
    hint: Annotated[
        bool, typer.Option("--hint", help="show what the game's sample bot would do")
    ] = False,
    replay: Annotated[
        bool, typer.Option("--replay", help="show each match with all hands when all is over")
    ] = False,
    address: Annotated[
        str | None,
        typer.Option(envvar="STYCH_ADDRESS", help="of a referee elsewhere", metavar="HOST:PORT"),
    ] = None,
    token: Annotated[
        str | None, typer.Option(envvar="STYCH_TOKEN", help="that the referee gave you")
    ] = None,
    tls: Annotated[
        str | None,
        typer.Option(envvar="STYCH_TLS", help="on, or a file with authorities", metavar="TLS"),
    ] = None,
    reconnect: Annotated[
        float,
        typer.Option(min=0, envvar="STYCH_RECONNECT", help="seconds to dial a lost referee again"),
    ] = 30,
    isolation: IsolationOption = Mode.AUTO,
    verbose: Verbose = False,
) -> None:
    """Play yourself, against bots of this machine or at a referee's elsewhere.

    stych join fox BOT plays a match against that bot.

    stych join --address HOST:PORT joins what is played there.

    You see what a bot in your seat would be told, and nothing else.
    """
    manner = Manner(silent=silent, confirm=confirm)
    if game is None:
        if address is None:
            raise UserError(
                "name a game and bots, such as: stych join fox PATH/TO/BOT, or a referee with"
                " --address; received neither"
            )
        if hint or replay:
            raise UserError(
                "--hint and --replay are for games on this machine, where nothing is rated;"
                f" received {'--hint' if hint else '--replay'} and {address}"
            )
        endpoint = find_endpoint(address, token, tls)
        ending, _ = play(endpoint, list(GAMES), out, manner, reconnect=reconnect)
        _tell(ending)
        raise typer.Exit(_code(ending))
    # STYCH_ADDRESS may be left in the environment from a bot that was run by hand. It means nothing
    # here, so only the option is refused.
    if is_written(context, "address"):
        raise UserError(
            f"a game is played here, or a referee is dialled; received {game} and {address}"
        )
    options = parse_options(option or [])
    data, bots = data_folder(), bots or []
    seats, entrants = seated(game, options, bots, seat, data)
    _check_seed(seed)
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
    started = [*entrants.values(), *hint_bots.values()]
    isolate = isolation_finder(isolation, BotPrograms(programs(started)), verbose=verbose)
    hints = next((each.entry for each in hint_bots.values()), None)
    _play_here(series, started, isolate, replace(manner, known=seats), hints, replay=replay)


def _check_seed(seed: str) -> None:
    """Warn of a seed that can be found by trying. Raises UserError for one that cannot be used."""
    check_new_seed(seed, "this series")
    if seed and is_weak(seed):
        warn_of_seed("this series", IN_COMMAND)


def _play_here(
    series: PersonSeries,
    entrants: Iterable[Entrant],
    isolate: Callable[[], Isolation | None],
    manner: Manner,
    hints: BotEntry | None,
    *,
    replay: bool,
) -> None:
    """Play the series with a referee in a process of this machine, and end with typer.Exit.

    `hints` is the bot that gives hints. With `replay` the matches are shown with all hands at the
    end. Raises UserError, and RunError when the referee gives up.
    """
    try:
        series.records.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{series.records} cannot be made: {error.strerror}") from None
    try:
        if series.entries or hints:
            series = replace(series, isolation=isolate())
        with interruptible() as interrupted:
            build_bots(entrants, lambda: bool(interrupted), series.isolation, watching(out))
            if interrupted:
                raise KeyboardInterrupt
        with open_referee(series) as referee:
            for seat, name in enumerate(series.seats):
                say(out, f"seat {seat}: {name}")
            confining = Confining(series.isolation) if series.isolation else None
            bot = HintBot(hints, series.logs / HINTS, confining) if hints else None
            ending, played = play(referee.endpoint(), [series.game], out, manner, hints=bot)
            _tell(ending)
            files, lost = _tell_records(
                referee, series, left=ending is not ConversationEnd.FINISHED
            )
            if replay:
                _look_back(files, played)
            if referee.gave_up:
                raise RunError(referee.gave_up)
            if lost:
                raise typer.Exit(1)
    except KeyboardInterrupt:
        # Ctrl-C came while a bot was built, the referee started, or the last match was waited for.
        ending = None
        _tell(ending)
    raise typer.Exit(_code(ending))


def _tell_records(
    referee: LocalReferee, series: PersonSeries, *, left: bool
) -> tuple[list[Path], bool]:
    """Say where the records and the bots' output are, and the seed.

    Returns the files of the records, and whether a record could not be written.
    """
    files, lost = [], False
    for record in referee.records(left=left):
        if record.problem:
            lost = True
            say(err, f"stych: {record.path} cannot be written: {record.problem}")
        else:
            files.append(Path(record.path))
            say(out, f"To see the match: {again('replay', record.path)}")
    if referee.seed:
        tell_seed(referee.seed)
    if series.logs.exists():
        say(out, f"What the bots printed: {series.logs}")
    return files, lost


def _look_back(files: Iterable[Path], played: Sequence[Choices]) -> None:
    """Show each match with all hands, and with what the person chose in it."""
    for path in files:
        record = read_record(path.read_bytes())
        out.print()
        for part in look_back(record, played):
            out.print(part)


def _tell(ending: ConversationEnd | None) -> None:
    if sentence := _SENTENCES.get(ending):
        say(err, sentence)


def _code(ending: ConversationEnd | None) -> int:
    return _CODES.get(ending, 1)
