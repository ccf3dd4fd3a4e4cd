"""Commands one after another in one process, which has begun with an environment of its own.

What is installed there is found by it alone. To import everything is most of what a command takes.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.e2e.command import Done

_CALLER = Path(__file__).with_name("caller.py")


class Console:
    """The process, for as long as a `with` block."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(_CALLER)],
            env={**environment, "COLUMNS": "200"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()

    def call(self, *arguments: object, folder: Path) -> Done:
        """The command, called in that folder, to its end."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps([str(folder), *map(str, arguments)]) + "\n")
        self._process.stdin.flush()
        return Done(**json.loads(self._process.stdout.readline()))
