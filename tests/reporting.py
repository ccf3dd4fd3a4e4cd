"""The short form of the tests; and how many were skipped, and why, told in the end."""

from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any

import pytest

from tests.machines.short import is_short

_SKIPPED = "Skipped: "
_TARGETS = ("builds", "statistics")
"""Markers of tests that a target of the same name runs, and `make test` does not."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--short`: tests that a machine can break: quick ones, and a few with real processes."""
    parser.addoption("--short", action="store_true", help="only what a machine can break")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the short form has not."""
    if config.getoption("--short"):
        config.hook.pytest_deselected(items=[item for item in items if not _is_short(item)])
        items[:] = [item for item in items if _is_short(item)]


def _is_short(item: pytest.Item) -> bool:
    return is_short(item.nodeid, slow=item.get_closest_marker("slow") is not None)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter,
) -> Generator[None, None, None]:
    """Say which tests `make` runs elsewhere, and how many were skipped and why, after all else."""
    yield
    for marker, number in left_out(terminalreporter.stats).items():
        said = f"{number} left out, which `make {marker}` runs: pytest -m {marker}"
        terminalreporter.write_line(said)
    reasons = skips(terminalreporter.stats.get("skipped", ()))
    if reasons:
        terminalreporter.write_line(f"{sum(reasons.values())} skipped:")
        for reason, number in reasons.most_common():
            terminalreporter.write_line(f"  {number:5}  {reason}")


def left_out(stats: Mapping[str, Sequence[Any]]) -> Counter[str]:
    """By marker: how many tests of other targets were asked for; empty if any test was taken."""
    if any(stats.get(each) for each in ("passed", "failed", "error", "skipped")):
        return Counter()
    asked: Sequence[pytest.Item] = stats.get("deselected", ())
    return Counter(name for each in asked for name in _TARGETS if each.get_closest_marker(name))


def skips(reports: Iterable[pytest.TestReport]) -> Counter[str]:
    """How many tests were skipped for each reason."""
    return Counter(_reason(report) for report in reports)


def _reason(report: pytest.TestReport) -> str:
    told = report.longrepr
    said = str(told[2]) if isinstance(told, tuple) else str(told)
    return " ".join(said.removeprefix(_SKIPPED).split())
