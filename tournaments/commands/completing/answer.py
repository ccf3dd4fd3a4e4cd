"""The answer to a shell that asks what may stand at the cursor."""

import io
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any, Final

from referee.text import one_line
from tournaments.commands.completing.kinds import Asked, kind_of
from tournaments.commands.completing.line import Line
from tournaments.commands.completing.shells import SAFE, SHELLS, Candidate, Question

TABLE: Final = Path(__file__).with_name("table.json")
"""All commands with their parameters, and what comes with the package (devtools/completion.py).

Written beforehand: the commands themselves take too long to load.
"""
VARIABLE: Final = "_STYCH_COMPLETE"
_ASKS: Final = "complete_"


def asking() -> str:
    """The shell that asks, if the command was called for that, and is one that is known here."""
    shell = os.environ.get(VARIABLE, "").removeprefix(_ASKS)
    return shell if os.environ.get(VARIABLE) == f"{_ASKS}{shell}" and shell in SHELLS else ""


def answer(shell: str) -> None:
    """Print what may stand at the cursor.

    Whatever is wrong, nothing is offered and nothing else is said: somebody is typing.
    """
    asked = Question((), "")
    found: list[Candidate] = []
    # Also what a stranger's game raises, and what it prints.
    with suppress(Exception), redirect_stdout(io.StringIO()):
        asked = SHELLS[shell].question(os.environ)
        found = list(candidates(asked, json.loads(TABLE.read_text("utf-8"))))
    # Titles of games may have letters that the locale's encoding lacks.
    known = sys.stdout.encoding or "ascii"
    with suppress(OSError):
        told = SHELLS[shell].answer(asked, found).encode(known, "replace").decode(known)
        sys.stdout.write(told + "\n")
        sys.stdout.flush()


def candidates(asked: Question, table: Mapping[str, Any]) -> Iterator[Candidate]:
    """What may stand at the cursor, in order, each word once."""
    line = Line(table["commands"])
    line.read(asked.before)
    seen = set()
    for each in () if line.unknown else _all(line, asked.incomplete, table):
        safe = SAFE.fullmatch(each.word)
        if each.word.startswith(asked.incomplete) and safe and each.word not in seen:
            seen.add(each.word)
            yield Candidate(each.word, one_line(each.meaning))


def _all(line: Line, typed: str, table: Mapping[str, Any]) -> Iterable[Candidate]:
    if line.waiting:
        return _values(line, line.waiting, typed, table)
    if line.begins_option(typed):
        name, equals, value = typed.partition("=")
        if not equals:
            return _options(line)
        option = line.option(name)
        found = _values(line, option, value, table) if option and not option["flag"] else ()
        return (Candidate(f"{name}={each.word}", each.meaning) for each in found)
    if commands := line.node["commands"]:
        return (Candidate(name, about["help"]) for name, about in commands.items())
    argument = line.argument()
    return _values(line, argument, typed, table) if argument else ()


def _options(line: Line) -> Iterator[Candidate]:
    for option in line.options():
        if not line.used.intersection(option["names"]):
            yield from (Candidate(name, option["help"]) for name in option["names"])


def _values(
    line: Line, parameter: Mapping[str, Any], typed: str, table: Mapping[str, Any]
) -> Iterable[Candidate]:
    kind = kind_of(line.path, parameter)
    given = line.values.get("data") or [os.environ.get(table["data"]["variable"], "")]
    data = Path(given[-1] or table["data"]["folder"]).expanduser()
    return kind(Asked(typed, line.values, table, data)) if kind else ()
