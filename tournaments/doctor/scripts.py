"""Finds what bots that read lines are run by, and whether this machine has it.

`stych new` copies no SDK for them, so each needs its interpreter, and what reads JSON there.
"""

import subprocess
from typing import Final

from referee.rpc.manifest import read_manifest
from tournaments.doctor import languages
from tournaments.doctor.findings import Finding
from tournaments.resources.scaffold import example

_CALLED: Final = {"sh": "jq"}
"""What a program calls that all machines have."""
_OLDEST: Final = {"perl": "5.24", "ruby": "3.0"}
"""By program: the oldest one that the examples run by."""
_LIBRARIES: Final = {
    "lua": ("cjson", ("-e", 'require "cjson"')),
    "perl": ("JSON::PP", ("-MJSON::PP", "-e", "1")),
}
"""By program: a library that may be missing beside it, and arguments that fail without it."""
_SECONDS: Final = 20.0


def examine(language: str) -> Finding:
    """Whether bots in this language, whose bots read lines, can be run here."""
    command = read_manifest(example(language)).command
    name = _CALLED.get(command[0], command[0])
    found = languages.look(name, _OLDEST.get(name, ""))
    return languages.finding(
        language, [found], _missing_libraries(found), {"command": " ".join(command)}
    )


def _missing_libraries(program: languages.Program) -> list[str]:
    if program.name not in _LIBRARIES:
        return []
    library, arguments = _LIBRARIES[program.name]
    # Who lacks the program as well needs both, and should be told so at once.
    return [] if program.path and _succeeds(program.path, *arguments) else [library]


def _succeeds(*command: str) -> bool:
    try:
        done = subprocess.run(
            command,
            cwd="/",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
