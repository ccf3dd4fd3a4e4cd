"""The command `stych`."""

import errno
import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
from rich.console import Console

from referee.record import Record, RecordError, read_record
from referee.version import STYCH
from tournaments import model, quick
from tournaments.errors import UserError
from tournaments.organiser import Organiser, make_table, stored
from tournaments.runner import WorkersDieError
from tournaments.show.games import show_game, show_games
from tournaments.show.progress import progress
from tournaments.show.replay import show_replay
from tournaments.show.table import Sheet, as_rich, as_text
from tournaments.show.text import printable
from tournaments.store import Store

app = typer.Typer(
    name="stych",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Tournaments for programs that play hidden-information card games.",
    epilog="A first tournament: stych play fox PATH/TO/BOT PATH/TO/ANOTHER",
)
out = Console(highlight=False)
err = Console(stderr=True, highlight=False, soft_wrap=True)

_data = Path("stych-data")
_NO_FILE = (errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG)


class Format(StrEnum):
    """What a table is printed as."""

    RICH = "rich"
    JSON = "json"
    CSV = "csv"
    MD = "md"


File = Annotated[Path, typer.Argument(help="a tournament file (TOML)", metavar="FILE")]
Jobs = Annotated[int, typer.Option(min=1, max=256, help="worker processes, each with its own bots")]


def _version(asked: bool) -> None:
    if asked:
        out.print(f"stych {STYCH}")
        raise typer.Exit


@app.callback()
def common(
    data: Annotated[
        Path,
        typer.Option(envvar="STYCH_DATA", help="the folder where results are kept", metavar="DIR"),
    ] = Path("stych-data"),
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="print the version")
    ] = False,
) -> None:
    """Options that stand before the command."""
    global _data  # noqa: PLW0603  the one place where the command line is kept
    _data = data


@app.command()
def run(file: File, jobs: Jobs = 1) -> None:
    """Play a tournament, or go on with it, and show its table.

    Matches that were played before are kept: a tournament that was stopped, by Ctrl-C or by a
    crash, goes on where it was. With more boards or more entrants in the file it is continued.
    """
    tournament = model.read(file)
    with Store(_data) as store:
        organiser = Organiser(store, tournament, file.parent)
        done = _play_missing(organiser, jobs)
        _print_table(store, tournament.name, Format.RICH)
    if not done:
        _say(err, f"Stopped. It goes on with: {_again('run', file, '--jobs', jobs)}")
        raise typer.Exit(130)
    _say(
        out,
        f"All matches are played. To play on, raise `boards` in {file} and run it again;"
        f" for this table: {_again('table', file)}",
    )


@app.command()
def table(
    file: File,
    form: Annotated[Format, typer.Option("--format", help="how to print it")] = Format.RICH,
) -> None:
    """Show the table of what was played so far."""
    tournament = model.read(file)
    with Store(_data) as store:
        _print_table(store, tournament.name, form)


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="the game's id, such as fox", metavar="GAME")],
    bots: Annotated[list[Path], typer.Argument(help="folders of bots", metavar="BOT...")],
    boards: Annotated[int, typer.Option(min=1, help="deals, each played in all seatings")] = 10,
    seed: Annotated[str, typer.Option(help="another seed, other cards")] = "play",
    option: Annotated[
        list[str] | None, typer.Option(help="an option of the game: --option target=35")
    ] = None,
    jobs: Jobs = 1,
) -> None:
    """Play a quick series between bots and show a small table.

    The matches are kept under the name `play` until the next call, so that they can be replayed.
    """
    tournament = quick.series(game, bots, boards=boards, seed=seed, options=option or [])
    with Store(_data) as store:
        done = _play_missing(Organiser(store, tournament, Path(), anew=True), jobs)
        _print_table(store, tournament.name, Format.RICH)
        ids = sorted(store.played(tournament.name))
    if ids:
        _say(out, f"To see a match: {_again('replay', ids[0])}")
    if not done:
        raise typer.Exit(130)


@app.command()
def games(
    game: Annotated[
        str | None, typer.Argument(help="a game's id, for its options", metavar="GAME")
    ] = None,
) -> None:
    """List the games, or the options of one."""
    out.print(show_game(game) if game else show_games())


@app.command()
def replay(
    record: Annotated[
        str, typer.Argument(help="a match's id, or its beginning, or a file", metavar="RECORD")
    ],
    seat: Annotated[int | None, typer.Option(help="only what this seat saw (from 0)")] = None,
) -> None:
    """Show a match, trick by trick, as the referee saw it or as one seat did."""
    for part in show_replay(_find_record(record), seat):
        out.print(part)


@app.command()
def records(
    file: File,
    to: Annotated[
        Path | None, typer.Option("--out", help="write each record to a file in this folder")
    ] = None,
    measured: Annotated[bool, typer.Option(help="with times and other measured things")] = False,
) -> None:
    """Print the records of a tournament, one line of JSON each, or write them to files."""
    tournament = model.read(file)
    with Store(_data) as store:
        stored(store, tournament.name)
        for record in store.records(tournament.name):
            text = record.to_json(measured=measured) + "\n"
            if to:
                _write(to / f"{record.id}.json", text)
            else:
                sys.stdout.write(text)


def _say(console: Console, text: str) -> None:
    """A sentence as it is: names in it may look like markup, or be no text at all."""
    console.print(printable(text), markup=False, soft_wrap=True)


def _again(*arguments: object) -> str:
    """The command with these arguments on the same data, as a shell takes it."""
    data = [] if _data == Path("stych-data") else ["--data", str(_data)]
    return shlex.join(["stych", *data, *map(str, arguments)])


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None


def _play_missing(organiser: Organiser, jobs: int) -> bool:
    missing = len(organiser.missing)
    if not missing:
        return True
    name = organiser.definition.name
    try:
        with _interruptible() as interrupted, progress(out, name, missing) as note:
            return organiser.run(jobs, note, lambda: bool(interrupted))
    except KeyboardInterrupt:
        _say(err, "stych: stopped at once; what was reported as played is kept")
        raise typer.Exit(130) from None


@contextmanager
def _interruptible() -> Iterator[list[int]]:
    """Gives a list that is no longer empty after Ctrl-C; a second one ends things the hard way."""
    signals: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        signals.append(number)
        if len(signals) > 1:
            raise KeyboardInterrupt

    before = {each: signal.signal(each, note) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield signals
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _print_table(store: Store, name: str, form: Format) -> None:
    definition = stored(store, name)
    faulty = list(store.records(name, faulty=True))
    sheet = Sheet(definition, *make_table(store, definition), faulty)
    if form is Format.RICH:
        out.print(as_rich(sheet))
    else:
        sys.stdout.write(as_text(sheet, form) + "\n")


def _find_record(text: str) -> Record:
    try:
        return read_record(Path(text).read_bytes())
    except RecordError as error:
        raise UserError(f"{text}: {error}") from None
    except OSError as error:
        if error.errno not in _NO_FILE:
            raise UserError(f"{text} cannot be read: {error.strerror}") from None
    with Store(_data) as store:
        found = store.find(text)
        if len(found) == 1:
            return store.record(found[0])
    which = "several matches" if found else "no match"
    raise UserError(f"{which} in {_data} with an id that begins with {text!r}, and no such file")


def main() -> None:
    """Run the command; what the user can put right ends it with one sentence and exit code 2."""
    try:
        app()
    except (UserError, model.TournamentFileError) as error:
        _say(err, f"stych: {error}")
        sys.exit(2)
    except WorkersDieError as error:
        _say(err, f"stych: {error}")
        sys.exit(1)
