"""Finds out whether bots in Python start on an isolation level, by importing their SDK on it."""

import subprocess
from pathlib import Path
from typing import Final

from referee.rpc.process import clean_environment
from referee.sandbox import trial
from referee.sandbox.confinement import Confinement
from referee.sandbox.isolation import Isolation
from referee.sandbox.temporary_folders import temporary_folder

_COMMAND: Final = ("python", "-c", "import stych_bot")
"""Imports all that a bot needs, gRPC too, and ends by itself."""
_SECONDS: Final = 60.0
"""Longer than the 30 s that a bot has to start, so that a slow machine is not taken for broken."""


def why_not(isolation: Isolation) -> str:
    """Why no bot in Python starts in this isolation, in words; "" if one would."""
    try:
        with temporary_folder() as folder:
            return _trial_in(Path(folder), isolation).why
    except OSError as error:
        return error.strerror or str(error)
    except subprocess.TimeoutExpired:
        return f"it does not start within {_SECONDS:g} s"


def _trial_in(folder: Path, isolation: Isolation) -> trial.Trial:
    place, home = folder / "bot", folder / "home"
    place.mkdir()
    home.mkdir()
    # The bot may run as another user, who must be able to read its folder.
    for path in (folder, place):
        path.chmod(0o755)
    environment = clean_environment(home, {})
    return trial.run(isolation, _COMMAND, Confinement(place, home), environment, _SECONDS)
