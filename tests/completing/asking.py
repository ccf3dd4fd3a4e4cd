"""Completions as a shell asks for them, in this process or in one of the command."""

import json
from pathlib import Path
from typing import Any

from tests.e2e.command import Done, run
from tournaments.commands.completing.answer import TABLE, candidates
from tournaments.commands.completing.shells import Question


def table() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(TABLE.read_text(encoding="utf-8"))
    return made


def offered(line: str) -> list[str]:
    """The candidates for the last word of a line that was typed behind `stych`."""
    *before, typed = line.split(" ")
    return [each.word for each in candidates(Question(before, typed), table())]


def ask(shell: str, line: str, folder: Path, **environment: str) -> Done:
    """The answer to a shell in which the line was typed; bash has it in pieces."""
    words = ["stych", *line.replace("=", " = ").replace("@", " @ ").split(" ")]
    if shell == "bash":
        words = [word for word in words[:-1] if word] + words[-1:]
        asked = {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    else:
        asked = {"_TYPER_COMPLETE_ARGS": f"stych {line}", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    return run(folder=folder, _STYCH_COMPLETE=f"complete_{shell}", **asked, **environment)
