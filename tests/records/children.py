"""Python programs in processes of their own, with this repository on their path."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATH = os.pathsep.join(str(ROOT / each) for each in (".", "proto", "bots/python"))


def child(
    program: str, *arguments: object, seconds: float = 120
) -> subprocess.CompletedProcess[str]:
    """The program run to its end; the generous limit is only there so that nothing hangs."""
    return subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": PATH},
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
