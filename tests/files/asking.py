"""Calls commands in another process, with limits: reading a file may never end, or fill memory."""

import json
import sys
from contextlib import nullcontext
from pathlib import Path
from unittest import mock

from tests.e2e.children import child
from tests.e2e.command import Done, call

_PROGRAM = "from tests.files.asking import answer; answer()"
_MEMORY = 2 << 30
"""Bytes of address space: more than the commands need, and less than what has no end."""


def ask(folder: Path, *commands: tuple[object, ...]) -> list[Done]:
    """Call the commands one after the other, with their data in the folder."""
    line = [["--data", str(folder / "data"), *map(str, command)] for command in commands]
    done = child(_PROGRAM, json.dumps(line))
    assert done.returncode == 0, done.stderr
    return [Done(*each) for each in json.loads(done.stdout)]


def refused(folder: Path, *commands: tuple[object, ...]) -> list[str]:
    """The one sentence that each is refused with."""
    said = ask(folder, *commands)
    for done in said:
        assert (done.code, done.out) == (2, ""), done
        assert done.err.startswith("stych: "), done
        assert done.err.count("\n") == 1, done
    return [done.err.removeprefix("stych: ").removesuffix("\n") for done in said]


def answer() -> None:
    """In that process: call the commands of the argument, and print what came of them as JSON."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    # None of them comes to play, so nothing has to be ready to fork workers.
    with mock.patch("tests.e2e.command.forked_workers", nullcontext):
        found = [call(*each) for each in json.loads(sys.argv[1])]
    sys.stdout.write(json.dumps([(each.code, each.out, each.err) for each in found]))
