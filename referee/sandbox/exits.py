"""How a process ended, in words."""

import signal
from contextlib import suppress


def describe_exit(code: int) -> str:
    """An exit code in words."""
    if code >= 0:
        return f"exited with code {code}"
    with suppress(ValueError):
        return f"was killed by {signal.Signals(-code).name}"
    return f"was killed by signal {-code}"
