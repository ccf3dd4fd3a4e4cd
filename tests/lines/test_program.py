"""The bot's program: whatever it does, the bridge goes on or says what it did; it never hangs."""

import math
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from stych_lines import program as program_module
from stych_lines.program import LineProgram, OutOfStepError, ProgramEndedError
from tests.e2e.processes import gone, until

pytestmark = pytest.mark.slow

ASKED = b'{"legal":["a","b"]}\n'
LONG = b"x" * (1 << 20) + b"\n"
HOURS = 3600.0


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for programs that go on for hours."""
    monkeypatch.setattr(program_module, "_EXIT_SECONDS", 0.1)
    monkeypatch.setattr(program_module, "_GOODBYE_SECONDS", 0.05)


@contextmanager
def running(script: str, slack: float = math.inf) -> Iterator[LineProgram]:
    with LineProgram(["sh", "-c", script], os.environ, slack) as made:
        yield made


FLOOD = "exec yes"
LENGTHS = "while read -r line; do printf '%s\\n' \"${#line}\"; done"
"""A program that answers each line with the number of its characters."""


def test_a_line_for_a_line() -> None:
    with running(LENGTHS) as program:
        assert [program.ask(ASKED, HOURS) for _ in range(3)] == [b"19"] * 3


def test_a_line_that_is_longer_than_a_pipe_holds() -> None:
    with running(LENGTHS) as program:
        assert program.ask(LONG, HOURS) == str(len(LONG) - 1).encode()


def test_an_answer_in_pieces() -> None:
    with running("read line; printf ta; sleep 0.1; printf 'ke\\r\\n'; read line") as program:
        assert program.ask(ASKED, HOURS) == b"take\r"


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("read l; printf 'a\\nb\\n'; read l", "wrote more than one line; after the first: 'b'"),
        ("read l; printf 'a\\nb'; read l", "wrote more than one line; after the first: 'b'"),
        ("read l; exec >&-; read l", "has closed its standard output, and goes on"),
        ("read l; printf a; exec >&-; read l", "in the middle of a line: 'a', and goes on"),
        ("read l; head -c 10000000 /dev/zero; read l", "without the end of a line"),
        (FLOOD, "wrote before it was asked: 'y"),
        # What it floods its standard error with goes where the bridge's own goes.
        ("read l; seq 99999 >&2; printf '\\n\\n'; read l", "wrote more than one line"),
    ],
)
def test_it_is_out_of_step(script: str, why: str) -> None:
    with running(script) as program:
        if script == FLOOD:
            until(lambda: program._readable.poll(0) != [])
        with pytest.raises(OutOfStepError) as told:
            program.ask(ASKED, HOURS)
        assert why in str(told.value)


def test_what_is_written_between_two_questions() -> None:
    with running("read l; echo 0; sleep 0.05; echo 1; read l") as program:
        assert program.ask(ASKED, HOURS) == b"0"
        until(lambda: program._readable.poll(0) != [])
        with pytest.raises(OutOfStepError, match="wrote before it was asked: '1'"):
            program.ask(ASKED, HOURS)


def test_an_answer_before_the_question_was_read() -> None:
    script = "head -c 9 > /dev/null; echo 1; exec sleep 100"
    why = "answered '1' before it had read the whole"
    with running(script) as program, pytest.raises(OutOfStepError, match=why):
        program.ask(LONG, HOURS)


def test_a_closed_standard_input() -> None:
    why = "has closed its standard input, and goes on"
    with running("exec <&-; exec sleep 100") as program:
        until(lambda: psutil.Process(program._process.pid).name() == "sleep")
        with pytest.raises(OutOfStepError, match=why):
            program.ask(LONG, HOURS)


def test_one_that_never_answers() -> None:
    why = "has not answered, and nobody waits"
    never = running("exec sleep 100", slack=0.0)
    with never as program, pytest.raises(OutOfStepError, match=why):
        program.ask(ASKED, 0.1)


def test_how_long_it_may_think_is_the_referees_to_say() -> None:
    """The referee forgives slips, and waits several times as long where processor time counts."""
    with running("read l; sleep 0.2; echo 1; read l") as program:
        assert program.ask(ASKED, -100.0) == b"1"


@pytest.mark.parametrize("seconds", [2.0**32, math.inf])
def test_a_clock_that_no_system_call_takes(seconds: float) -> None:
    with running(LENGTHS) as program:
        assert program.ask(ASKED, seconds) == b"19"


@pytest.mark.parametrize(
    ("script", "code", "why"),
    [
        ("read l; exit 7", 7, "has ended with exit code 7"),
        ("exit 0", 0, "has ended with exit code 0"),
        ("read l; printf a; exit 1", 1, "has ended with exit code 1 in the middle of a line: 'a'"),
        ("read l; kill -SEGV $$", -signal.SIGSEGV, "was ended by signal 11"),
    ],
)
def test_one_that_ends(script: str, code: int, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_module, "_EXIT_SECONDS", HOURS)
    with running(script) as program:
        with pytest.raises(ProgramEndedError) as told:
            program.ask(ASKED, HOURS)
        assert (told.value.code, str(told.value)) == (code, why)


def test_the_end_of_its_input_ends_it_before_anything_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_module, "_GOODBYE_SECONDS", HOURS)
    with running(f"while read -r line; do :; done; echo over > {tmp_path}/said"):
        pass
    assert (tmp_path / "said").read_text() == "over\n"


@pytest.mark.parametrize("script", ["exec sleep 100", "sleep 100 & sleep 100 & wait"])
def test_nothing_of_it_is_left(script: str) -> None:
    with running(script) as program:
        own = psutil.Process(program._process.pid)
        until(lambda: "sleep" in {each.name() for each in [own, *own.children()]})
        below = own.children()
    gone([own, *below])


def test_one_that_has_left_its_process_group_is_ended() -> None:
    code = "import os, time; os.setpgid(0, os.getpgid(os.getppid())); time.sleep(600)"
    program = LineProgram([sys.executable, "-c", code], {})
    own = psutil.Process(program._process.pid)
    with program:
        until(lambda: os.getpgid(own.pid) == os.getpgid(0))
    gone([own])


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(FileNotFoundError):
        LineProgram(["./no-such-program"], {})
