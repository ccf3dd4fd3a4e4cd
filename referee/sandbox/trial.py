"""Runs one command to its end, confined: this tells what a machine can start."""

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.sandbox.confinement import Confinement
from referee.sandbox.exits import describe_exit
from referee.sandbox.isolation import Isolation
from referee.sandbox.starting import NotStarted


@dataclass(frozen=True, slots=True)
class Trial:
    """How a confined command ended, and its last words."""

    code: int
    """The exit code, below 0 for a signal; of no meaning where it never ran."""
    said: str
    """The last line that it wrote to standard error; "" when there is none."""
    problem: NotStarted | None = None
    """Why it never ran; None when it did."""

    @property
    def why(self) -> str:
        """Why it did not end well, in words; "" when it did."""
        if self.problem:
            return self.said or self.problem.text
        return (self.said or f"it {describe_exit(self.code)}") if self.code else ""


def run(
    isolation: Isolation,
    command: Sequence[str],
    place: Confinement,
    environment: Mapping[str, str],
    seconds: float,
) -> Trial:
    """Run the command confined, to its end.

    Raises subprocess.TimeoutExpired when it still runs after `seconds`, and OSError.
    """
    try:
        confined = isolation.confine(command, place, environment)
    except OSError as error:
        # What cannot even be prepared counts as refused by the sandbox, as if its own step had
        # failed.
        return Trial(0, "", NotStarted.of("sandbox", error))
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
        # To be asked before the release, which closes the socket that the report lies in.
        problem = confined.not_started()
    finally:
        confined.release()
    return Trial(done.returncode, _last_line(done.stderr), problem)


def _last_line(stderr: bytes) -> str:
    lines = [line.strip() for line in stderr.decode(errors="replace").split("\n")]
    return next((line for line in reversed(lines) if line), "")
