"""`stych join` as a person has it: a process, with its screen on a terminal or in a pipe."""

import os
import pty
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from select import select

from tests.e2e.command import LONG, STYCH, own_environment
from tests.e2e.forked import ForkedOn, begin_on

_PROMPT = re.compile(r"(^|\n|\r)(> |Leave the table .* y or n: ?|Enter sends .*: ?)$")
_SPACE = "\x08\x1b[2C"
"""The space of the prompt `> ` where a line is edited: the cursor is moved over it."""
_STEERING = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")

Answer = Callable[[str], str]
"""Gives the next answer from what was printed since the last one."""


@dataclass
class Screen:
    """The process, and all that it has printed."""

    process: ForkedOn | subprocess.Popen[bytes]
    reads: int
    writes: int
    said: list[str] = field(default_factory=list)
    """What was printed up to each prompt, and after the last."""
    raw: str = ""
    """All that was printed, with what steers a terminal."""

    def prompt(self) -> str | None:
        """What is printed until somebody is asked; None when the process has closed its screen."""
        return self.until(_PROMPT)

    def until(self, wanted: re.Pattern[str]) -> str | None:
        """What is printed until it matches; None when the process has closed its screen."""
        text = ""
        while not wanted.search(_plain(text)):
            ready, _, _ = select([self.reads], [], [], LONG)
            assert ready, f"nothing more came after {text[-500:]!r}"
            data = b""
            with suppress(OSError):  # the end of a terminal on Linux
                data = os.read(self.reads, 65536)
            if not data:
                self.said.append(_plain(text))
                return None
            text += data.decode()
            self.raw += data.decode()
        self.said.append(_plain(text))
        return self.said[-1]

    def write(self, line: str) -> None:
        os.write(self.writes, f"{line}\n".encode())

    def write_raw(self, keys: bytes) -> None:
        os.write(self.writes, keys)

    def to_the_end(self) -> str:
        """All that is still printed when nobody answers."""
        start = len(self.said)
        while self.prompt() is not None:
            pass
        return "".join(self.said[start:])

    def play(self, answer: Answer) -> str:
        """Answer every question to the end; returns what was printed after the last one."""
        while (asked := self.prompt()) is not None:
            self.write(answer(asked))
        return self.said[-1]

    @property
    def text(self) -> str:
        """All that was printed."""
        return "".join(self.said)

    def interrupt(self) -> None:
        """Ctrl-C, which reaches all processes of the terminal."""
        os.killpg(self.process.pid, signal.SIGINT)

    def end_input(self) -> None:
        os.close(self.writes)
        self.writes = -1

    def hang_up(self) -> None:
        """Close the terminal."""
        os.close(self.reads)
        self.reads = self.writes = -1

    def code(self) -> int:
        return self.process.wait(LONG)


def _plain(text: str) -> str:
    return re.sub("\r+\n", "\n", _STEERING.sub("", text.replace(_SPACE, " ")))


@contextmanager
def join(
    *arguments: object,
    folder: Path,
    terminal: bool = False,
    answers: Path | None = None,
    **environment: str,
) -> Iterator[Screen]:
    """`stych join` under way; its standard output and standard error go to the same screen.

    With `answers` its input is that file. The end of the block waits for the end of the process.
    """
    kept = own_environment()
    environment = {"COLUMNS": "80", "TERM": "xterm-256color", **environment}
    if terminal:
        reads, theirs = pty.openpty()
        writes, (stdin, stdout) = reads, (theirs, theirs)
    else:
        (stdin, writes), (reads, stdout) = os.pipe(), os.pipe()
    if answers:
        os.close(stdin)
        stdin = os.open(answers, os.O_RDONLY)
    line = [str(STYCH), "join", *map(str, arguments)]
    process = begin_on(line, folder, {**kept, **environment}, (stdin, stdout, stdout))
    for descriptor in {stdin, stdout}:
        os.close(descriptor)
    screen = Screen(process, reads, writes)
    try:
        yield screen
        screen.code()
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for descriptor in {screen.reads, screen.writes} - {-1}:
            with suppress(OSError):
                os.close(descriptor)


def at_random(seed: str) -> Answer:
    """Answers with any of the choices on the screen, and sets flags in digits or words."""
    random, numbers = Random(seed), [""]

    def answer(asked: str) -> str:
        if "Enter sends" in asked:
            return random.choice(["", "u", "y", "what?"])
        if "What do you say about the rows" in asked:
            return random.choice(["", "0120", "flags 2001", "A no big jump, C leave it", "d 2"])
        listed = re.findall(r"(?:^| )(\d+)\) ", asked[max(asked.rfind("\n\n"), 0) :], re.MULTILINE)
        if "is ambiguous" in asked:
            return f"#{random.choice(numbers)}"
        numbers[:] = listed
        return random.choice(numbers)

    return answer
