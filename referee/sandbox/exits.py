"""How a process ended, in words."""

import signal
from contextlib import suppress


def describe_exit(code: int) -> str:
    """The end of a sentence, such as "exited with code 1"; codes below 0 stand for signals."""
    if code >= 0:
        return f"exited with code {code}"
    # Real-time signals beyond the named ones have numbers only.
    with suppress(ValueError):
        return f"was killed by {signal.Signals(-code).name}"
    return f"was killed by signal {-code}"
