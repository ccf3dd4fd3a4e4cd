"""The values that are offered for each kind of parameter: games, options, bots, files, matches.

`KINDS` has a function for each kind; a function yields candidates for a `ValueRequest`.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tournaments.commands.completing import paths
from tournaments.commands.completing.shells import Candidate


@dataclass(frozen=True, slots=True)
class ValueRequest:
    """A value that is to be completed, and what is known of the command line around it."""

    typed: str
    """The beginning of the value."""
    values: Mapping[str, list[str]]
    """The values on the command line before the cursor, by the names of their parameters."""
    table: Mapping[str, Any]
    """The contents of the file completing/table.json."""
    data: Path
    """The data folder."""

    @property
    def game(self) -> str:
        """The id of the game on the command line; "" if there is none."""
        return (self.values.get("game") or [""])[0]

    def of_game(self, key: str) -> Iterator[Any]:
        """The entries under `key` of the game in the table; of all games if none is named.

        The table has no entries for games of other packages.
        """
        games = self.table["games"]
        for game in [self.game] if self.game else games:
            yield from games.get(game, {}).get(key, ())


Kind = Callable[[ValueRequest], Iterable[Candidate]]
"""Gives the candidates for one kind of parameter; not all need begin with what is typed."""


def _games(request: ValueRequest) -> Iterator[Candidate]:
    # Imported here, as it loads slowly and only some kinds need it.
    from referee.games import installed

    listed = request.table["games"]
    yield from (Candidate(game, about["title"]) for game, about in listed.items())
    yield from (Candidate(entry.name) for entry in installed.entries() if entry.name not in listed)


def _options(request: ValueRequest) -> Iterator[Candidate]:
    if not request.game or request.game in request.table["games"]:
        yield from (Candidate(*each) for each in request.of_game("options"))
    else:
        # A game of another package is not in the table. It has to be loaded, which takes longer.
        from referee.games.registry import game_type
        from tournaments.core.options import option_texts

        for option in option_texts(game_type(request.game)):
            yield from (Candidate(f"{option.name}={value}") for value in option.examples)


def _games_or_any(request: ValueRequest) -> Iterator[Candidate]:
    yield from _games(request)
    yield Candidate("any", "a bot that plays all")


def _stored_bots(request: ValueRequest) -> Iterator[Candidate]:
    """The stored bots that are not withdrawn, as NAME@N, then as NAME@latest.

    If a game is named, only versions that play it.
    """
    newest: dict[str, str] = {}
    for name, number, games in _look_up(request, lambda peek: peek.bots()):
        # A newer version takes the place of an older one as the latest, also if it does not play
        # the game. Then the name with @latest is not offered.
        newest.pop(name, None)
        if request.game and request.game not in games:
            continue
        newest[name] = f"{name}@{number}"
        yield Candidate(newest[name], "stored")
    yield from (Candidate(f"{name}@latest", f"now {version}") for name, version in newest.items())


def _versions(request: ValueRequest) -> Iterator[Candidate]:
    return (each for each in _stored_bots(request) if not each.word.endswith("@latest"))


def _bots(request: ValueRequest) -> Iterator[Candidate]:
    yield from _stored_bots(request)
    yield from (Candidate(each, "comes with stych") for each in request.of_game("samples"))
    yield from _folders(request)


def _played_bots(request: ValueRequest) -> Iterator[Candidate]:
    """What is offered for a bot that has played: stored bots and folders of bots."""
    yield from _stored_bots(request)
    yield from _folders(request)


def _bots_and_models(request: ValueRequest) -> Iterator[Candidate]:
    yield from _bots(request)
    for file in paths.tournament_files(request.typed.partition(":")[0]):
        for name in paths.models_in(file):
            yield Candidate(f"{file}:{name}", "a language model")


def _folders(request: ValueRequest) -> Iterator[Candidate]:
    return map(Candidate, paths.bot_folders(request.typed, request.table["manifest"]))


def _folders_and_archives(request: ValueRequest) -> Iterator[Candidate]:
    bots = paths.bot_folders(request.typed, request.table["manifest"], or_archives=True)
    return map(Candidate, bots)


def _files(request: ValueRequest) -> Iterator[Candidate]:
    yield from (Candidate(each, "an example") for each in request.table["examples"])
    yield from map(Candidate, paths.tournament_files(request.typed))


def _played_files(request: ValueRequest) -> Iterator[Candidate]:
    """The last `stych play` and `stych duel` that the data folder has, then tournament files."""
    tournaments = _look_up(request, lambda peek: peek.tournaments())
    quick = [name for name in request.table["quick"] if name in tournaments]
    yield from (Candidate(name, f"the last stych {name}") for name in quick)
    yield from _files(request)


def _web_files(request: ValueRequest) -> Iterator[Candidate]:
    yield from (Candidate(each, "an example") for each in request.table["examples"])
    yield from map(Candidate, paths.tournament_files(request.typed, or_exports=True))


def _leagues(request: ValueRequest) -> Iterator[Candidate]:
    yield from (Candidate(each, "an example") for each in request.table["leagues"])
    yield from map(Candidate, paths.tournament_files(request.typed))


def _matches(request: ValueRequest) -> Iterator[Candidate]:
    return map(Candidate, _look_up(request, lambda peek: peek.matches(request.typed)))


def _look_up(request: ValueRequest, look: Callable[[Any], list[Any]]) -> list[Any]:
    """The rows that `look` reads from the data folder; none when it cannot be read."""
    from tournaments.storage.peek import Peek

    with suppress(sqlite3.Error, OSError, ValueError, KeyError, TypeError):
        return look(Peek(request.data / request.table["database"], request.table["schema"]))
    return []


def _languages(request: ValueRequest) -> Iterator[Candidate]:
    return map(Candidate, request.table["languages"])


def _formats(request: ValueRequest) -> Iterator[Candidate]:
    return map(Candidate, request.of_game("formats"))


def _pages(request: ValueRequest) -> Iterator[Candidate]:
    return (Candidate(*each) for each in request.table["pages"].items())


KINDS: Final[Mapping[str, Kind]] = {
    "GAME": _games,
    "--game": _games,
    "new --game": _games_or_any,
    "dial --games": _games,
    "--option": _options,
    "BOT...": _bots,
    "play BOT...": _bots_and_models,
    "OLD": _bots_and_models,
    "NEW": _bots_and_models,
    "new --bot": _bots,
    "ask BOT": _bots,
    "check BOT": _folders,
    "submit BOT": _folders_and_archives,
    "--withdraw": _versions,
    "LANGUAGE|tournament": _languages,
    "new --format": _formats,
    "FILE": _files,
    "table FILE": _played_files,
    "faults FILE": _played_files,
    "report FILE": _played_files,
    "records FILE": _played_files,
    "verify FILE": _played_files,
    "web FILE": _web_files,
    "LEAGUE": _leagues,
    "history BOT": _played_bots,
    "versus BOT": _played_bots,
    "versus OTHER": _played_bots,
    "versus --in": _played_files,
    "RECORD": _matches,
    "MATCH": _matches,
    "OTHER": _matches,
    "PAGE": _pages,
}
"""The kinds by the name of an argument in the help, such as BOT, or the option as it is written.

A key with a command before the name is for this command only, and goes before the name alone.
"""


def kind_of(path: str, parameter: Mapping[str, Any]) -> Kind | None:
    """The kind of a parameter of the command `path`; None when no values can be offered for it."""
    for word in parameter["names"]:
        if kind := KINDS.get(f"{path} {word}") or KINDS.get(word):
            return kind
    if choices := parameter["choices"]:
        return lambda _: map(Candidate, choices)
    return None
