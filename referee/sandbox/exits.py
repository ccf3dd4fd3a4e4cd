"""How a process ended, in words."""

import signal
from contextlib import suppress


def describe_exit(code: int) -> str:
    """The code in words, to follow a subject; below 0 it is a signal, as `subprocess` gives it."""
    if code >= 0:
        return f"exited with code {code}"
    # Real-time signals beyond the named ones have numbers only.
    with suppress(ValueError):
        return f"was killed by {signal.Signals(-code).name}"
    return f"was killed by signal {-code}"
