"""What is skipped is counted by reason."""

import pytest

from tests.reporting import skips


def report(reason: str) -> pytest.TestReport:
    place = ("tests/a.py", 3, f"Skipped: {reason}")
    return pytest.TestReport("a", ("a", 3, "a"), {}, "skipped", place, "setup")


def test_each_reason_with_its_number() -> None:
    counts = skips([report("no bwrap"), report("no\nnpm"), report("no bwrap")])
    assert counts == {"no bwrap": 2, "no npm": 1}
