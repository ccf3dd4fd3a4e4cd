"""Runs one command to its end, confined, to find out whether this machine can start it."""

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.sandbox.confinement import Confinement
from referee.sandbox.exits import describe_exit
from referee.sandbox.isolation import Isolation
from referee.sandbox.starting import NotStarted


@dataclass(frozen=True, slots=True)
class Trial:
    """How a confined command ended, and the last line that it wrote."""

    code: int
    """The exit code, below 0 for a signal; without meaning if there is a `problem`."""
    last_line: str
    """The last line that was written to standard error and is not empty; "" if there is none."""
    problem: NotStarted | None = None
    """Why the command never ran; None if it did."""

    @property
    def why(self) -> str:
        """Why the command failed, in words; "" if it ran and ended with code 0."""
        if self.problem:
            return self.last_line or self.problem.text
        if self.code:
            return self.last_line or f"it {describe_exit(self.code)}"
        return ""


def run(
    isolation: Isolation,
    command: Sequence[str],
    place: Confinement,
    environment: Mapping[str, str],
    seconds: float,
) -> Trial:
    """Run the command confined, to its end.

    A command that cannot be started has a `problem`. Raises subprocess.TimeoutExpired when it still
    runs after `seconds`, and then kills it. Raises OSError when its supervisor cannot be started.
    """
    try:
        confined = isolation.confine(command, place, environment)
    except OSError as error:
        # As if the sandbox itself had refused the command.
        return Trial(0, "", NotStarted.from_error("sandbox", error))
    try:
        done = subprocess.run(
            confined.argv,
            stdin=confined.stdin,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=confined.environment,
            timeout=seconds,
            check=False,
        )
        # Before the release, which closes the socket with the report.
        problem = confined.not_started()
    finally:
        confined.release()
    return Trial(done.returncode, _last_line(done.stderr), problem)


def _last_line(stderr: bytes) -> str:
    lines = [line.strip() for line in stderr.decode(errors="replace").split("\n")]
    return next((line for line in reversed(lines) if line), "")
