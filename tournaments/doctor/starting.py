"""Whether a bot in Python starts on this machine's isolation level: found out by starting one."""

import subprocess
import tempfile
from pathlib import Path
from typing import Final

from referee.rpc.process import clean_environment
from referee.sandbox import trial
from referee.sandbox.confinement import Confinement
from referee.sandbox.isolation import Isolation

_COMMAND: Final = ("python", "-c", "import stych_bot")
_SECONDS: Final = 60.0


def why_not(isolation: Isolation) -> str:
    """Why none starts, in words; "" when it does."""
    with tempfile.TemporaryDirectory(prefix="stych-") as folder:
        place, home = Path(folder, "bot"), Path(folder, "home")
        place.mkdir()
        home.mkdir()
        for each in (Path(folder), place):
            each.chmod(0o755)
        environment = clean_environment(home, {})
        try:
            return trial.run(
                isolation, _COMMAND, Confinement(place, home), environment, _SECONDS
            ).why
        except OSError as error:
            return error.strerror or str(error)
        except subprocess.TimeoutExpired:
            return f"it does not start within {_SECONDS:g} s"
