"""Lines one after another, of which those that begin with `stych` are forks of this process.

It is called with a folder for what the commands say and end with, and with the lines.
"""

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

from tests.e2e import command_server
from tests.e2e.command import STYCH


def main(folder: Path, *lines: str) -> None:
    """Ends by CalledProcessError when a line of another kind fails."""
    command_server.load(command_server.LOADED)
    number = 0
    for line in lines:
        if not line.startswith("stych "):
            subprocess.run(["sh", "-c", line], check=True)
            continue
        pid = os.fork()
        if not pid:
            _command(line, folder, number)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        (folder / f"{number}.code").write_text(str(code))
        number += 1


def _command(line: str, folder: Path, number: int) -> NoReturn:
    argv = [str(STYCH), *shlex.split(line)[1:]]
    order: dict[str, Any] = {"argv": argv, "folder": str(Path.cwd()), "program": ""}
    order |= {"environment": dict(os.environ)}
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    said = [os.open(folder / f"{number}.{what}", flags) for what in ("out", "err")]
    command_server.become(order, [os.open(os.devnull, os.O_RDONLY), *said])
    command_server.run()
    sys.exit(0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
