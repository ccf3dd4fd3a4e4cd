"""The answer to a shell that asks what may stand at the cursor.

A completion script runs `stych` with the typed line in environment variables. `asking_shell` tells
whether this is such a run, and `answer` prints the candidates.
"""

import io
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any, Final

from referee.text import one_line
from tournaments.commands.completing.kinds import ValueRequest, kind_of
from tournaments.commands.completing.line import Line
from tournaments.commands.completing.shells import SAFE, SHELLS, Candidate, Question

TABLE: Final = Path(__file__).with_name("table.json")
"""The file with all commands, their parameters, and the games and files of the package.

devtools/completion.py writes it beforehand, as the commands themselves take too long to load.
"""
VARIABLE: Final = "_STYCH_COMPLETE"
"""The environment variable that a completion script sets, to `complete_` and the shell's name."""
_PREFIX: Final = "complete_"


def asking_shell() -> str:
    """The name of the shell that asks; "" when no shell asks, or one that is not in `SHELLS`."""
    shell = os.environ.get(VARIABLE, "").removeprefix(_PREFIX)
    return shell if os.environ.get(VARIABLE) == f"{_PREFIX}{shell}" and shell in SHELLS else ""


def answer(shell: str) -> None:
    """Print what may stand at the cursor, in the form that the shell expects.

    An error of any kind leads to no candidates, and is not told: the user is typing a line. `shell`
    is a key of `SHELLS`. Raises SystemExit when fish asks only whether there are candidates.
    """
    question = Question((), "")
    offered: list[Candidate] = []
    # Games of other packages may run here too: they may raise anything, and print.
    with suppress(Exception), redirect_stdout(io.StringIO()):
        question = SHELLS[shell].question(os.environ)
        offered = list(candidates(question, json.loads(TABLE.read_text("utf-8"))))
    # Titles of games may have letters that the locale's encoding lacks.
    encoding = sys.stdout.encoding or "ascii"
    with suppress(OSError):
        text = SHELLS[shell].answer(question, offered).encode(encoding, "replace").decode(encoding)
        sys.stdout.write(text + "\n")
        sys.stdout.flush()


def candidates(question: Question, table: Mapping[str, Any]) -> Iterator[Candidate]:
    """The words that fit what is typed at the cursor, each once; `table` is read from `TABLE`."""
    line = Line(table["commands"])
    line.read(question.before)
    seen = set()
    for each in () if line.unknown else _all(line, question.incomplete, table):
        safe = SAFE.fullmatch(each.word)
        if each.word.startswith(question.incomplete) and safe and each.word not in seen:
            seen.add(each.word)
            yield Candidate(each.word, one_line(each.meaning))


def _all(line: Line, typed: str, table: Mapping[str, Any]) -> Iterable[Candidate]:
    """All words that may stand at the cursor, also words that do not begin with `typed`."""
    if line.waiting:
        return _values(line, line.waiting, typed, table)
    if line.begins_option(typed):
        name, equals, value = typed.partition("=")
        if not equals:
            return _options(line)
        option = line.option(name)
        values = _values(line, option, value, table) if option and not option["flag"] else ()
        return (Candidate(f"{name}={each.word}", each.meaning) for each in values)
    if commands := line.node["commands"]:
        return (Candidate(name, about["help"]) for name, about in commands.items())
    argument = line.argument()
    return _values(line, argument, typed, table) if argument else ()


def _options(line: Line) -> Iterator[Candidate]:
    """The options of the command that may be given now, or once more, in all spellings."""
    for option in line.options():
        if not line.used.intersection(option["names"]):
            yield from (Candidate(name, option["help"]) for name in option["names"])


def _values(
    line: Line, parameter: Mapping[str, Any], typed: str, table: Mapping[str, Any]
) -> Iterable[Candidate]:
    kind = kind_of(line.path, parameter)
    # The option --data of the typed line, or else the environment variable, or else the default.
    folders = line.values.get("data") or [os.environ.get(table["data"]["variable"], "")]
    data = Path(folders[-1] or table["data"]["folder"]).expanduser()
    return kind(ValueRequest(typed, line.values, table, data)) if kind else ()
