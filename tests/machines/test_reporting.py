"""What is skipped is counted by reason, and what other targets run is told."""

from types import SimpleNamespace

import pytest

from tests.reporting import left_out, skips


def report(reason: str) -> pytest.TestReport:
    place = ("tests/a.py", 3, f"Skipped: {reason}")
    return pytest.TestReport("a", ("a", 3, "a"), {}, "skipped", place, "setup")


def test_each_reason_with_its_number() -> None:
    counts = skips([report("no bwrap"), report("no\nnpm"), report("no bwrap")])
    assert counts == {"no bwrap": 2, "no npm": 1}


def test_other_targets_are_told_of_where_nothing_ran() -> None:
    deselected = [
        SimpleNamespace(get_closest_marker=lambda name, own=own: own if own == name else None)
        for own in ("builds", "long", "builds", "statistics")
    ]
    assert left_out({"deselected": deselected}) == {"builds": 2, "statistics": 1}
    assert not left_out({"deselected": deselected, "passed": [report("")]})
    assert not left_out({})
