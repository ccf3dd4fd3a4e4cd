"""What is skipped is counted by reason, and builds that were left out are told."""

from types import SimpleNamespace

import pytest

from tests.reporting import builds_left_out, skips


def report(reason: str) -> pytest.TestReport:
    place = ("tests/a.py", 3, f"Skipped: {reason}")
    return pytest.TestReport("a", ("a", 3, "a"), {}, "skipped", place, "setup")


def test_each_reason_with_its_number() -> None:
    counts = skips([report("no bwrap"), report("no\nnpm"), report("no bwrap")])
    assert counts == {"no bwrap": 2, "no npm": 1}


def test_builds_are_told_of_where_nothing_ran() -> None:
    left_out = [
        SimpleNamespace(get_closest_marker=lambda name, own=own: own if own == name else None)
        for own in ("builds", "long", "builds")
    ]
    assert builds_left_out({"deselected": left_out}) == 2
    assert builds_left_out({"deselected": left_out, "passed": [report("")]}) == 0
    assert builds_left_out({}) == 0
