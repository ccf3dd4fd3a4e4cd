"""Finds the lines on which the keys of a TOML text stand, so that messages can name them."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from referee.keys import TOKEN

Place = tuple[str | int, ...]
"""The keys that lead to a value, and the index of the entry in each list on the way."""
_OPENS: Final = ("[", "{")
_CLOSES: Final = ("]", "}")


def line_of(place: Sequence[str | int], lines: Mapping[Place, int]) -> int | None:
    """The line of the value at `place`, or of a table around it; None if `lines` has neither."""
    for length in range(len(place), 0, -1):
        if line := lines.get(tuple(place[:length])):
            return line
    return None


def key_lines(text: str) -> dict[Place, int]:
    """By place: the line of each key and table of a text that is valid TOML, counted from 1.

    What stands within an inline table, or within a list in brackets, has no line of its own.
    """
    lines: dict[Place, int] = {}
    table: Place = ()
    entries: dict[Place, int] = {}
    """How many entries each list of tables has so far."""
    for line, statement in _statements(text):
        if statement[0] != "[":
            _note(lines, (*table, *_key(statement[: statement.index("=")])), line)
            continue
        is_list = statement[1] == "["
        table = _within(
            _key([each for each in statement if each not in ("[", "]")]), entries, is_list
        )
        _note(lines, table, line)
    return lines


def _note(lines: dict[Place, int], place: Place, line: int) -> None:
    """Note the line for the place and for the tables around it, except for those that have one.

    A table that was first named in [a.b] keeps that line.
    """
    for length in range(1, len(place) + 1):
        lines.setdefault(place[:length], line)


def _within(key: Place, entries: dict[Place, int], is_list: bool) -> Place:
    """The place of the table that a header with the `key` begins.

    A list of tables stands for its last entry; one that is named by [[key]] gets a new entry first.
    `entries` has the number of entries of each list so far, and is changed.
    """
    place: Place = ()
    for number, part in enumerate(key, 1):
        place = (*place, part)
        if is_list and number == len(key):
            entries[place] = entries.get(place, 0) + 1
        if place in entries:
            place = (*place, entries[place] - 1)
    return place


def _key(tokens: Sequence[str]) -> Place:
    """The parts of a key, without dots and quotes."""
    return tuple(_part(each) for each in tokens if each != ".")


def _part(token: str) -> str:
    return next(iter(tomllib.loads(f"{token} = 0"))) if token[0] in "\"'" else token


def _statements(text: str) -> Iterator[tuple[int, list[str]]]:
    """For each header and each key with its value: the line where it begins, and its tokens."""
    line, depth, first_line, statement = 1, 0, 1, list[str]()
    is_header = False
    for token in TOKEN.finditer(text.replace("\r\n", "\n")):
        word = token[0]
        # A value goes on after the line while a bracket is open; a header never does.
        if word == "\n" and (is_header or depth == 0):
            if statement:
                yield first_line, statement
            statement, depth = [], 0
        elif token.lastgroup not in ("comment", "space") and word != "\n":
            if not statement:
                first_line, is_header = line, word == "["
            if word in _OPENS:
                depth += 1
            elif word in _CLOSES:
                depth -= 1
            statement.append(word)
        line += word.count("\n")
    if statement:
        yield first_line, statement
