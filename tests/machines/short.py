"""The short form of the tests: those that a machine can break."""

from typing import Final

SHORT: Final = (
    "tests/doctor",
    "tests/sandbox/test_find_isolation.py",
    "tests/sandbox/test_bots.py",
    "tests/e2e/test_isolation.py",
    "tests/rpc/test_processes.py",
    "tests/rpc/test_folders.py",
    "tests/tournaments/test_runner_processes.py",
    "tests/tournaments/test_descriptors.py",
)
"""Played on every machine: real processes in real isolation, and few of them."""
ELSEWHERE: Final = tuple(
    f"tests/{folder}"
    for folder in (
        *("bench", "compat", "completing", "conduct", "devtools", "fuzz", "games", "golden"),
        *("models", "records", "report", "screens", "web", "wire"),
    )
)
"""Rules, bytes and pages alone: no machine changes what they say."""


def is_short(path: str, *, slow: bool) -> bool:
    """Whether the short form of all tests has one of this file: `pytest --short`."""
    if path.startswith(SHORT):
        return True
    return not slow and not path.startswith(ELSEWHERE)
