"""Progress: a line now and then where there is no terminal, a bar where there is one."""

import io

import pytest
from rich.console import Console

from tests.records.matches import FakeBot, failing_after, make_record, uniform
from tournaments.present.terminal import progress as progress_module
from tournaments.present.terminal.progress import progress

RECORD = make_record(options={"target": 1})
FAULTY = make_record(1, 0, FakeBot(failing_after(0)), FakeBot(uniform))


def said(total: int, step: int, terminal: bool = False) -> str:
    out = io.StringIO()
    console = Console(file=out, width=100, force_terminal=terminal, highlight=False)
    with progress(console, "cup", lambda: total) as note:
        for done in range(0, total, step):
            note([RECORD] * min(step, total - done))
    return out.getvalue()


@pytest.mark.parametrize("total", [1, 2, 9, 10, 11, 99, 100, 1000])
@pytest.mark.parametrize("step", [1, 3, 1000])
def test_at_most_ten_lines_and_the_last_is_the_end(total: int, step: int) -> None:
    lines = said(total, step).splitlines()
    assert 1 <= len(lines) <= 10
    assert lines[-1] == f"cup: {total} of {total} matches"
    assert len(set(lines)) == len(lines)


def test_faults_are_counted() -> None:
    out = io.StringIO()
    with progress(Console(file=out, width=100), "cup", lambda: 3) as note:
        note([RECORD])
        note([FAULTY])
        note([FAULTY])
    assert out.getvalue().splitlines() == [
        "cup: 1 of 3 matches",
        "cup: 2 of 3 matches, 1 fault",
        "cup: 3 of 3 matches, 2 faults",
    ]


@pytest.mark.parametrize("terminal", [False, True])
def test_a_run_that_goes_on_counts_from_where_it_was(terminal: bool) -> None:
    out = io.StringIO()
    console = Console(file=out, width=100, force_terminal=terminal)
    with progress(console, "cup", lambda: 20, before=18) as note:
        note([RECORD])
        note([RECORD])
    assert ("20/20" if terminal else "cup: 20 of 20 matches\n") in out.getvalue()
    assert "1/20" not in out.getvalue()
    assert "cup: 2 of" not in out.getvalue()


def test_a_bar_on_a_terminal() -> None:
    text = said(10, 1, terminal=True)
    assert "10/10" in text
    assert "\x1b[" in text


def test_standings_as_they_stand_above_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    def standings() -> str:
        looked.append(1)
        return f"look {len(looked)}"

    clock = iter(range(0, 1000, 2))  # every glance at the clock takes two seconds
    monkeypatch.setattr(progress_module, "monotonic", lambda: float(next(clock)))
    out = io.StringIO()
    console = Console(file=out, width=100, force_terminal=True, highlight=False)
    with progress(console, "cup", lambda: 30, standings) as note:
        for _ in range(30):
            note([RECORD])
    assert 0 < len(looked) <= 2  # looking takes a twentieth of the time at most
    assert f"look {len(looked)}" in out.getvalue()
