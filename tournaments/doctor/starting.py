"""Whether a bot in Python starts on the rung that this machine has: found out by starting one."""

import subprocess
import tempfile
from pathlib import Path
from typing import Final

from referee.rpc.process import clean_environment
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
        try:
            return _start(isolation, Confinement(place, home))
        except OSError as error:
            return error.strerror or str(error)
        except subprocess.TimeoutExpired:
            return f"it does not start within {_SECONDS:g} s"


def _start(isolation: Isolation, place: Confinement) -> str:
    kept = isolation.confine(_COMMAND, place, clean_environment(place.home, {}))
    try:
        done = subprocess.run(
            kept.argv,
            stdin=kept.stdin,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=kept.environment,
            timeout=_SECONDS,
            check=False,
        )
    finally:
        kept.release()
    if not done.returncode:
        return ""
    words = [line for line in done.stderr.decode(errors="replace").splitlines() if line.strip()]
    return words[-1].strip() if words else f"it ends with {done.returncode}"
