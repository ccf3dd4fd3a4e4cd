"""Commands one after another in one process, which has begun with an environment of its own.

It alone finds the packages that this environment adds. One process saves time, as most of a
command's time is spent on imports.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.e2e.command import LONG, Done
from tests.e2e.forked import ForkedOn, may_fork
from tests.root import ROOT

_PROGRAM: Final = "from tests.foreign.caller import main; main()"
_STDERR: Final = 2


class Console:
    """The process, for as long as a `with` block. It is forked, as a command is."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        assert may_fork(environment)
        (asked, asks), (answered, answers) = os.pipe(), os.pipe()
        files, own = (asked, answers, _STDERR), {**environment, "COLUMNS": "200"}
        self._process = ForkedOn(["stych"], ROOT, own, files, _PROGRAM)
        os.close(asked)
        os.close(answers)
        self._asks, self._answers = os.fdopen(asks, "w"), os.fdopen(answered)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._asks.close()
        self._answers.close()
        self._process.wait(LONG)

    def call(self, *arguments: object, folder: Path) -> Done:
        """The command, called in that folder, to its end."""
        self._asks.write(json.dumps([str(folder), *map(str, arguments)]) + "\n")
        self._asks.flush()
        return Done(**json.loads(self._answers.readline()))
