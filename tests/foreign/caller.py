"""A program that calls commands, a line each, and tells what came of them; see console.py."""

import io
import json
import os
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from typing import Final

from tests.e2e import forked_bots, spares

_RUNS: Final = 6
"""How many commands may have a worker that was forked; those after them start theirs."""


def main() -> None:
    """Call each command that is read. Only answers go to standard output, not what bots print."""
    spares.prepare(["run"], _RUNS)
    forked_bots.prepare()
    from tournaments import cli

    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        folder, *arguments = json.loads(line)
        sys.argv = ["stych", *arguments]
        out, err, code = io.StringIO(), io.StringIO(), None
        with chdir(folder), redirect_stdout(out), redirect_stderr(err):
            try:
                cli.main()
            except SystemExit as end:
                code = end.code
        told = {"code": code, "out": out.getvalue(), "err": err.getvalue()}
        answers.write(json.dumps(told) + "\n")
        answers.flush()
