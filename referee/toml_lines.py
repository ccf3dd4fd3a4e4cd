"""The lines on which the keys of a TOML text stand, so that what is wrong with one can be found."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from referee.keys import TOKEN

Place = tuple[str | int, ...]
"""The keys that lead to a value, with the numbers of entries in lists."""
_OPENS: Final = ("[", "{")
_CLOSES: Final = ("]", "}")


def line_of(place: Sequence[str | int], lines: Mapping[Place, int]) -> int | None:
    """The line of the value at this place, or of what it is in; None when no key leads there."""
    for length in range(len(place), 0, -1):
        if line := lines.get(tuple(place[:length])):
            return line
    return None


def key_lines(text: str) -> dict[Place, int]:
    """The lines of all keys and tables of a text that is valid TOML, counted from 1.

    What stands within an inline table or a list has no line of its own.
    """
    found: dict[Place, int] = {}
    table: Place = ()
    entries: dict[Place, int] = {}
    """How many entries each list of tables has so far."""
    for line, statement in _statements(text):
        if statement[0] != "[":
            _note(found, (*table, *_key(statement[: statement.index("=")])), line)
            continue
        is_list = statement[1] == "["
        table = _within(_key([each for each in statement if each not in "[]"]), entries, is_list)
        _note(found, table, line)
    return found


def _note(found: dict[Place, int], place: Place, line: int) -> None:
    """Note the line of the place, and of all that it is in where that has none yet."""
    for length in range(1, len(place) + 1):
        found.setdefault(place[:length], line)


def _within(key: Place, entries: dict[Place, int], is_list: bool) -> Place:
    """The place that a table's header names: it means the last entry of a list on the way."""
    place: Place = ()
    for number, part in enumerate(key, 1):
        place = (*place, part)
        if is_list and number == len(key):
            entries[place] = entries.get(place, 0) + 1
        if place in entries:
            place = (*place, entries[place] - 1)
    return place


def _key(tokens: Sequence[str]) -> Place:
    """The parts of a key, which may be quoted."""
    return tuple(_part(each) for each in tokens if each != ".")


def _part(token: str) -> str:
    return next(iter(tomllib.loads(f"{token} = 0"))) if token[0] in "\"'" else token


def _statements(text: str) -> Iterator[tuple[int, list[str]]]:
    """The tokens of each header and of each key with its value, and the line that it begins on."""
    line, depth, began, statement = 1, 0, 1, list[str]()
    is_header = False
    for token in TOKEN.finditer(text.replace("\r\n", "\n")):
        word = token[0]
        if word == "\n" and not (depth and not is_header):
            if statement:
                yield began, statement
            statement, depth = [], 0
        elif token.lastgroup not in ("comment", "space") and word != "\n":
            if not statement:
                began, is_header = line, word == "["
            depth += (word in _OPENS) - (word in _CLOSES)
            statement.append(word)
        line += word.count("\n")
    if statement:
        yield began, statement
