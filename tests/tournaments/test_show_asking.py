"""Progress of `stych ask`: some lines where there is no terminal, a bar where there is one."""

import io
from itertools import count

import pytest
from rich.console import Console

from tournaments.present.terminal.asking import asking


def said(total: int, seconds: float, *, terminal: bool = False, asked: int | None = None) -> str:
    """What is shown when each decision takes so many seconds."""
    out, now = io.StringIO(), count(0, seconds)
    console = Console(file=out, width=100, force_terminal=terminal, highlight=False)
    with asking(console, "search", total, lambda: next(now)) as note:
        for _ in range(total if asked is None else asked):
            note()
    return out.getvalue()


@pytest.mark.parametrize("total", [1, 2, 9, 10, 11, 99, 100, 1000])
def test_at_most_nine_lines_before_the_end(total: int) -> None:
    lines = said(total, 10.0).splitlines()
    assert len(lines) == min(total, 10) - 1
    assert len(set(lines)) == len(lines)
    assert all(line.endswith(f" of {total} decisions") for line in lines)


def test_a_line_says_how_far_it_is() -> None:
    assert said(1000, 10.0, asked=100) == "Asking search: 100 of 1000 decisions\n"


def test_what_is_quick_has_no_lines() -> None:
    assert said(1000, 0.0) == ""


def test_on_a_terminal_a_bar_is_shown_and_removed() -> None:
    shown = said(8, 1.0, terminal=True, asked=3)
    assert "Asking search" in shown
    assert "3/8" in shown
    # The cursor goes up over the bar and the line is erased.
    assert shown.rstrip("\n").endswith("\x1b[1A\x1b[2K")
