"""A build is shown when it takes a while: one changing line on a terminal, two lines elsewhere."""

import io
import re

import pytest
from rich.console import Console

from referee.testing.bot import STEPS
from tournaments.present.terminal import building, check
from tournaments.present.terminal.building import ShownBuild, watching


class Clock:
    now = 0.0


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(building, "monotonic", lambda: clock.now)
    return clock


def console(*, terminal: bool = False, width: int = 80) -> tuple[io.StringIO, Console]:
    out = io.StringIO()
    return out, Console(file=out, width=width, force_terminal=terminal, highlight=False)


@pytest.mark.parametrize("terminal", [False, True])
def test_nothing_is_said_of_a_quick_one(clock: Clock, terminal: bool) -> None:
    out, shown = console(terminal=terminal)
    with watching(shown)("thumb") as hear:
        hear("")
        clock.now = 1.0
        hear("Compiling")
    assert out.getvalue() == ""


def test_without_a_terminal_its_begin_and_its_end(clock: Clock) -> None:
    out, shown = console()
    with watching(shown)("[red]thumb") as hear:
        for second in range(100):
            clock.now = second
            hear(f"Compiling {second}")
    assert out.getvalue() == "Building [red]thumb ...\n[red]thumb is built (1:39).\n"


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_one_that_fails_or_is_stopped_is_not_said_to_be_built(
    clock: Clock, error: type[BaseException]
) -> None:
    out, shown = console()

    def build() -> None:
        with watching(shown)("thumb") as hear:
            clock.now = 7
            hear("")
            raise error

    with pytest.raises(error):
        build()
    assert out.getvalue() == "Building thumb ...\nthumb was not built (0:07).\n"


def test_on_a_terminal_a_line_with_the_tools_last_words(clock: Clock) -> None:
    out, shown = console(terminal=True)
    with watching(shown)("thumb") as hear:
        clock.now = 65
        hear("Compiling \x1b]0;x\x07[red]tonic[/red]")
    said = out.getvalue()
    assert "Building thumb 1:05  Compiling \ufffd]0;x\ufffd[red]tonic[/red]" in said
    assert "\x1b]0" not in said
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", said)
    assert plain.splitlines()[-1].endswith("thumb is built (1:05).")


def test_the_last_words_stay_when_there_are_none_and_are_cut_to_the_line(clock: Clock) -> None:
    _, shown = console(width=30)
    build = ShownBuild(shown, "thumb")
    build.note("Compiling a very long name of a crate")
    build.note("")
    clock.now = 3
    drawn = shown.render_lines(build.as_rich())
    assert ["".join(part.text for part in line) for line in drawn] == [
        "Building thumb 0:03  Compilin…"
    ]


@pytest.mark.parametrize("terminal", [False, True])
def test_a_check_shows_its_builds_too(clock: Clock, terminal: bool) -> None:
    out, shown = console(terminal=terminal)
    with check.watch(shown, 60) as progress:
        progress.begins(STEPS[0])
        with progress.building("thumb") as hear:
            clock.now = 5
            hear("Compiling [b]tonic")
    said = out.getvalue()
    if terminal:
        assert "Building thumb 0:05  Compiling [b]tonic" in said
    else:
        assert said.endswith("Building thumb ...\nthumb is built (0:05).\n")
