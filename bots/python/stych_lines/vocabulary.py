"""What the numbers of a game are called, for our own games and for those of installed packages."""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final

from referee.games.folders import own_folder
from referee.games.names import FieldNames
from referee.games.notation import Notation

_REMEMBERED: Final = 4096
"""How many texts of each kind are kept."""


class UninstalledGameError(Exception):
    """There is no game of that id here; the text is a sentence."""


_named: dict[str, str] = {}
"""Where games of packages are, by id, as the command line of the bridge says."""


def know_package(entry: str, folder: str) -> None:
    """Learn where the game of a package is: ID=MODULE:CLASS, and the folder of its package.

    In a sandbox nothing tells which packages are installed, and not all are to be seen.
    """
    game, _, place = entry.partition("=")
    _named[game] = place
    if folder not in sys.path:
        # Last: a folder of others must not hide what the bridge itself needs.
        sys.path.append(folder)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The notation of a game, and how the fields of its observations are written.

    The history is none of these fields: it is a list of events.
    """

    notation: Notation
    fields: Mapping[str, FieldNames]
    text: Callable[[int], str]
    """An action's text."""
    action: Callable[[int], str]
    """The same as JSON."""
    event: Callable[[int], str]
    """A public event in words, as JSON."""

    def named(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of an observation, with names in place of numbers that have some."""
        named = {
            name: field.written(values[name], values)
            for name, field in self.fields.items()
            if name in values
        }
        return {**values, **named}


@cache
def vocabulary(game: str, options: str) -> Vocabulary:
    """The vocabulary of the game; `options` are its options as JSON, if it is no game of ours.

    Raises UninstalledGameError.
    """
    folder = own_folder(game)
    if folder:
        own = import_module(f"{folder}.names")
        return _made(own.NOTATION, own.FIELDS)
    return _foreign(game, options)


def _made(notation: Notation, fields: Mapping[str, FieldNames]) -> Vocabulary:
    # Most texts are asked for again and again: a history has all that was told before.
    remembered = lru_cache(_REMEMBERED)
    return Vocabulary(
        notation,
        fields,
        remembered(notation.action_text),
        remembered(lambda action: json.dumps(notation.action_text(action))),
        remembered(lambda event: json.dumps(notation.event_text(event))),
    )


def _foreign(game: str, options: str) -> Vocabulary:
    """That of a game from a package. To load it takes as long as the package's imports take."""
    from referee.games import installed

    told = [installed.entry(game, _named[game])] if game in _named else installed.entries()
    entry = next((each for each in told if each.name == game), None)
    if entry is None:
        raise UninstalledGameError(f"no game {game!r} is installed here")
    kind = entry.load()
    # Loading what the package has of messages enters them where those of decisions are looked for.
    _part(kind, "wire")
    names = _part(kind, "names")
    # The methods of an object and not the class's notation: a game may override them.
    # An option may change what a number is called.
    made = kind(kind.options_type.model_validate(json.loads(options)))
    notation = Notation(made.action_text, made.parse_action, made.event_text, made.card_text)
    return _made(notation, names.FIELDS if names else {})


def _part(kind: type[Any], name: str) -> ModuleType | None:
    """The module of that name beside a game's rules; None where there is none."""
    folder = sys.modules[kind.__module__].__package__
    found = folder and find_spec(f"{folder}.{name}")
    return import_module(f"{folder}.{name}") if found else None
