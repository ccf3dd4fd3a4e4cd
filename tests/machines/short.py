"""The short form of the tests: those whose results depend on the machine, and quick ones."""

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
"""Tests that the short form has even if they are slow: they start real processes in isolation."""
UNAFFECTED: Final = tuple(
    f"tests/{folder}"
    for folder in (
        *("bench", "compat", "completing", "conduct", "devtools", "fuzz", "games", "golden"),
        *("models", "records", "report", "screens", "web", "wire"),
    )
)
"""Tests that the short form leaves out: of rules, bytes and pages, alike on every machine."""


def is_short(path: str, *, slow: bool) -> bool:
    """Whether the short form, `pytest --short`, has this test; `path` is its file or its id."""
    if path.startswith(SHORT):
        return True
    return not slow and not path.startswith(UNAFFECTED)
