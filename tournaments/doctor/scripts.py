"""Finds the programs that run bots that read lines, and whether this machine has them.

`stych new` copies no SDK for these bots. So they need an interpreter, and in some languages a
library or another program that reads JSON.
"""

import subprocess
from typing import Final

from referee.rpc.manifest import read_manifest
from tournaments.doctor import languages
from tournaments.doctor.findings import Finding
from tournaments.resources.scaffold import line_example

_CALLED: Final = {"sh": "jq"}
"""By interpreter that every machine has: the program that its bots call, which may be missing."""
_OLDEST: Final = {"perl": "5.24", "ruby": "3.0"}
"""By program: the oldest version that runs the examples."""
_LIBRARIES: Final = {
    "lua": ("cjson", ("-e", 'require "cjson"')),
    "perl": ("JSON::PP", ("-MJSON::PP", "-e", "1")),
}
"""By program: a library that may be missing, and arguments with which the program then fails."""
_SECONDS: Final = 20.0
"""Seconds in which a program has to find the library; else the library counts as missing."""


def examine(language: str) -> Finding:
    """Whether bots in this language, which read lines, can be run here."""
    command = read_manifest(line_example(language)).command
    name = _CALLED.get(command[0], command[0])
    program = languages.look(name, _OLDEST.get(name, ""))
    return languages.finding(
        language, [program], _missing_libraries(program), {"command": " ".join(command)}
    )


def _missing_libraries(program: languages.Program) -> list[str]:
    if program.name not in _LIBRARIES:
        return []
    library, arguments = _LIBRARIES[program.name]
    # Without the program the library cannot be looked for. It counts as missing, so that the user
    # is told at once to install both.
    return [] if program.path and _succeeds(program.path, *arguments) else [library]


def _succeeds(*command: str) -> bool:
    try:
        done = subprocess.run(
            command,
            # Not the current folder, in which Lua would look for the library first.
            cwd="/",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
