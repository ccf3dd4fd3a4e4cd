"""The short form of the tests; and how many were skipped, and why, told in the end."""

from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any

import pytest

from tests.machines.short import is_short

_SKIPPED = "Skipped: "


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--short`: what does not take long, and what shows whether this machine can play."""
    parser.addoption("--short", action="store_true", help="only what a machine can break")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the short form has not."""
    if config.getoption("--short"):
        left_out = [item for item in items if not _is_short(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if _is_short(item)]


def _is_short(item: pytest.Item) -> bool:
    return is_short(item.nodeid, slow=item.get_closest_marker("slow") is not None)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter,
) -> Generator[None, None, None]:
    """One line with the count, and one for each reason, after all else that is told."""
    yield
    if left := builds_left_out(terminalreporter.stats):
        terminalreporter.write_line(f"{left} left out, which `make builds` runs: pytest -m builds")
    reasons = skips(terminalreporter.stats.get("skipped", ()))
    if reasons:
        terminalreporter.write_line(f"{sum(reasons.values())} skipped:")
        for reason, number in reasons.most_common():
            terminalreporter.write_line(f"  {number:5}  {reason}")


def builds_left_out(stats: Mapping[str, Sequence[Any]]) -> int:
    """How many tests of `make builds` were asked for, if nothing else was and none of them ran."""
    if any(stats.get(each) for each in ("passed", "failed", "error", "skipped")):
        return 0
    left_out: Sequence[pytest.Item] = stats.get("deselected", ())
    return sum(each.get_closest_marker("builds") is not None for each in left_out)


def skips(reports: Iterable[pytest.TestReport]) -> Counter[str]:
    """How many for each reason."""
    return Counter(_reason(report) for report in reports)


def _reason(report: pytest.TestReport) -> str:
    told = report.longrepr
    said = str(told[2]) if isinstance(told, tuple) else str(told)
    return " ".join(said.removeprefix(_SKIPPED).split())
