"""What may be given for each kind of parameter: games, options, bots, files, matches."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tournaments.commands.completing import paths
from tournaments.commands.completing.shells import Candidate


@dataclass(frozen=True, slots=True)
class Asked:
    """What is known when a value is to be completed."""

    typed: str
    values: Mapping[str, list[str]]
    """What was given before the cursor, by the names of parameters."""
    table: Mapping[str, Any]
    data: Path
    """The data folder."""

    @property
    def game(self) -> str:
        """The game that was named; "" if none was."""
        return (self.values.get("game") or [""])[0]

    def of_game(self, what: str) -> Iterator[Any]:
        """What comes with the package for the game; for a game that was not named, for any."""
        games = self.table["games"]
        for game in [self.game] if self.game else games:
            yield from games.get(game, {}).get(what, ())


Kind = Callable[[Asked], Iterable[Candidate]]


def _games(asked: Asked) -> Iterator[Candidate]:
    # Not imported before: it takes a while, and only some kinds need it.
    from referee.games import installed

    own = asked.table["games"]
    yield from (Candidate(game, about["title"]) for game, about in own.items())
    yield from (Candidate(entry.name) for entry in installed.entries() if entry.name not in own)


def _options(asked: Asked) -> Iterator[Candidate]:
    if not asked.game or asked.game in asked.table["games"]:
        yield from (Candidate(*each) for each in asked.of_game("options"))
    else:
        # A game of another package is asked itself, which takes longer.
        from referee.games.registry import game_type
        from tournaments.core.options import option_texts

        for option in option_texts(game_type(asked.game)):
            yield from (Candidate(f"{option.name}={each}") for each in option.examples)


def _games_or_any(asked: Asked) -> Iterator[Candidate]:
    yield from _games(asked)
    yield Candidate("any", "a bot that plays all")


def _stored(asked: Asked) -> Iterator[Candidate]:
    newest: dict[str, str] = {}
    for name, number, games in _peeked(asked, lambda peek: peek.bots()):
        if asked.game and asked.game not in games:
            continue
        newest[name] = f"{name}@{number}"
        yield Candidate(newest[name], "stored")
    yield from (Candidate(f"{name}@latest", f"now {now}") for name, now in newest.items())


def _versions(asked: Asked) -> Iterator[Candidate]:
    return (each for each in _stored(asked) if not each.word.endswith("@latest"))


def _bots(asked: Asked) -> Iterator[Candidate]:
    yield from _stored(asked)
    yield from (Candidate(each, "comes with stych") for each in asked.of_game("samples"))
    yield from _folders(asked)


def _bots_played(asked: Asked) -> Iterator[Candidate]:
    yield from _stored(asked)
    yield from _folders(asked)


def _players(asked: Asked) -> Iterator[Candidate]:
    yield from _bots(asked)
    for file in paths.tournament_files(asked.typed.partition(":")[0]):
        for name in paths.models_in(file):
            yield Candidate(f"{file}:{name}", "a language model")


def _folders(asked: Asked) -> Iterator[Candidate]:
    return map(Candidate, paths.bot_folders(asked.typed, asked.table["manifest"]))


def _folders_and_archives(asked: Asked) -> Iterator[Candidate]:
    found = paths.bot_folders(asked.typed, asked.table["manifest"], or_archives=True)
    return map(Candidate, found)


def _files(asked: Asked) -> Iterator[Candidate]:
    yield from (Candidate(each, "an example") for each in asked.table["examples"])
    yield from map(Candidate, paths.tournament_files(asked.typed))


def _played(asked: Asked) -> Iterator[Candidate]:
    kept = _peeked(asked, lambda peek: peek.tournaments())
    last = [name for name in asked.table["quick"] if name in kept]
    yield from (Candidate(name, f"the last stych {name}") for name in last)
    yield from _files(asked)


def _shown(asked: Asked) -> Iterator[Candidate]:
    yield from (Candidate(each, "an example") for each in asked.table["examples"])
    yield from map(Candidate, paths.tournament_files(asked.typed, or_exports=True))


def _leagues(asked: Asked) -> Iterator[Candidate]:
    yield from (Candidate(each, "an example") for each in asked.table["leagues"])
    yield from map(Candidate, paths.tournament_files(asked.typed))


def _matches(asked: Asked) -> Iterator[Candidate]:
    return map(Candidate, _peeked(asked, lambda peek: peek.matches(asked.typed)))


def _peeked(asked: Asked, look: Callable[[Any], list[Any]]) -> list[Any]:
    """What a look into the data folder finds; nothing where it cannot be read."""
    from tournaments.storage.peek import Peek

    with suppress(sqlite3.Error, OSError, ValueError, KeyError, TypeError):
        return look(Peek(asked.data / asked.table["database"], asked.table["schema"]))
    return []


def _languages(asked: Asked) -> Iterator[Candidate]:
    return map(Candidate, asked.table["languages"])


def _formats(asked: Asked) -> Iterator[Candidate]:
    return map(Candidate, asked.of_game("formats"))


def _pages(asked: Asked) -> Iterator[Candidate]:
    return (Candidate(*each) for each in asked.table["pages"].items())


KINDS: Final[Mapping[str, Kind]] = {
    "GAME": _games,
    "--game": _games,
    "new --game": _games_or_any,
    "dial --games": _games,
    "--option": _options,
    "BOT...": _bots,
    "play BOT...": _players,
    "OLD": _players,
    "NEW": _players,
    "new --bot": _bots,
    "ask BOT": _bots,
    "check BOT": _folders,
    "submit BOT": _folders_and_archives,
    "--withdraw": _versions,
    "LANGUAGE|tournament": _languages,
    "new --format": _formats,
    "FILE": _files,
    "table FILE": _played,
    "faults FILE": _played,
    "report FILE": _played,
    "records FILE": _played,
    "verify FILE": _played,
    "web FILE": _shown,
    "LEAGUE": _leagues,
    "history BOT": _bots_played,
    "versus BOT": _bots_played,
    "versus OTHER": _bots_played,
    "versus --in": _played,
    "RECORD": _matches,
    "MATCH": _matches,
    "OTHER": _matches,
    "PAGE": _pages,
}
"""By what an argument is called in the help, or an option is written; first with its command."""


def kind_of(path: str, parameter: Mapping[str, Any]) -> Kind | None:
    """What may be given for a parameter of the command; None where nothing can be offered."""
    for word in parameter["names"]:
        if kind := KINDS.get(f"{path} {word}") or KINDS.get(word):
            return kind
    if choices := parameter["choices"]:
        return lambda _: map(Candidate, choices)
    return None
