"""A bot's build command, run as before a tournament."""

import os
import subprocess
from pathlib import Path
from typing import Final

from referee.rpc.process import clean_environment, describe_exit

BUILD_SECONDS: Final = 600
"""A build that takes longer is stopped."""
_TOOLS = {
    "CARGO_HOME": ".cargo",
    "RUSTUP_HOME": ".rustup",
    "GOCACHE": ".cache/go-build",
    "GOMODCACHE": "go/pkg/mod",
    "npm_config_cache": ".npm",
}
"""Where build tools have themselves and what they downloaded: a variable, and the folder in the
user's home that is meant when it is not set. Without them every build would begin from nothing."""


def run_build(command: tuple[str, ...], folder: Path, home: Path) -> str:
    """Run the command in the bot's folder: what went wrong, with its last output, or ""."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=clean_environment(home, _tools()),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=BUILD_SECONDS,
            text=True,
            errors="replace",
            check=False,
        )
    except OSError as error:
        return f"its build command {command[0]!r} cannot be started: {error.strerror}"
    except subprocess.TimeoutExpired:
        return f"its build command took more than {BUILD_SECONDS} s"
    if not done.returncode:
        return ""
    last = done.stdout.splitlines()[-10:]
    return "\n".join([f"its build command {describe_exit(done.returncode)}", *last])


def _tools() -> dict[str, str]:
    own = Path.home()
    return {name: os.environ.get(name, str(own / below)) for name, below in _TOOLS.items()}
