"""The short form of the tests: those that a machine can break, and few others."""

from typing import Final

SHORT: Final = (
    "tests/doctor",
    "tests/sandbox/test_ladder.py",
    "tests/sandbox/test_bots.py",
    "tests/e2e/test_isolation.py",
    "tests/e2e/test_stopping.py",
    "tests/rpc/test_processes.py",
    "tests/tournaments/test_runner_processes.py",
    "tests/chaos/test_disks.py",
)
