"""In the end, how many tests were skipped and why: what a machine lacks is told, not hidden."""

from collections import Counter
from collections.abc import Generator, Iterable

import pytest

_SKIPPED = "Skipped: "


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter,
) -> Generator[None, None, None]:
    """One line with the count, and one for each reason, after all else that is told."""
    yield
    reasons = skips(terminalreporter.stats.get("skipped", ()))
    if reasons:
        terminalreporter.write_line(f"{sum(reasons.values())} skipped:")
        for reason, number in reasons.most_common():
            terminalreporter.write_line(f"  {number:5}  {reason}")


def skips(reports: Iterable[pytest.TestReport]) -> Counter[str]:
    """How many for each reason."""
    return Counter(_reason(report) for report in reports)


def _reason(report: pytest.TestReport) -> str:
    told = report.longrepr
    said = str(told[2]) if isinstance(told, tuple) else str(told)
    return " ".join(said.removeprefix(_SKIPPED).split())
