"""The measured use of a processor is that of the bot's processes, however busy the machine is."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack

import psutil
import pytest

from referee.sandbox import tree
from referee.testing.bot.usage import CpuUse, processor

SPINS = "print(flush=True)\nwhile True: pass"
RESTS = "import time\nprint(flush=True)\nwhile True: time.sleep(0.05)"


@pytest.fixture
def busy_processor() -> Iterator[int]:
    """A processor that six processes spin on."""
    if not (hasattr(os, "sched_setaffinity") and tree.waits([os.getpid()])):
        pytest.skip("this system has no affinity, or does not tell for how long a thread waited")
    number = min(os.sched_getaffinity(0))
    with ExitStack() as stack:
        for _ in range(6):
            start(SPINS, number, stack)
        yield number


def start(code: str, processor: int, stack: ExitStack) -> psutil.Process:
    command = [sys.executable, "-S", "-c", code]
    process = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE))
    stack.callback(process.kill)
    assert process.stdout
    assert process.stdout.readline()
    os.sched_setaffinity(process.pid, {processor})
    return psutil.Process(process.pid)


@pytest.mark.slow
@pytest.mark.parametrize(("code", "least", "most"), [(SPINS, 0.5, 1.0), (RESTS, 0.0, 0.1)])
def test_who_rests_and_who_does_not_is_told_on_a_busy_processor(
    busy_processor: int, code: str, least: float, most: float
) -> None:
    with ExitStack() as stack:
        process = start(code, busy_processor, stack)
        before = CpuUse.of([process])
        time.sleep(1.0)
        # Until it has been on the processor for a while: a wait counts when it has ended.
        while process.cpu_times().user < least / 2:
            time.sleep(0.1)
        assert least <= CpuUse.of([process]).share(before) <= most


def test_a_wait_that_began_before_does_not_make_the_share_more_than_one() -> None:
    before = CpuUse(1.0, {1: 0.0}, moment=0.0)
    assert CpuUse(1.2, {1: 5.0}, moment=1.0).share(before) == 1.0
    assert CpuUse(1.0, {1: 5.0}, moment=1.0).share(before) == 0.0
    assert CpuUse(1.2, {}, moment=1.0).share(before) == pytest.approx(0.2)


def test_the_time_of_children_that_have_ended_counts() -> None:
    works = "import time\nwhile time.process_time() < 0.3: pass"
    code = (
        "import subprocess, sys, time\n"
        f"subprocess.run([sys.executable, '-S', '-c', {works!r}])\n"
        "print(flush=True)\ntime.sleep(60)"
    )
    with ExitStack() as stack:
        process = start(code, min(os.sched_getaffinity(0)), stack)
        # The kernel rounds user and system time down to hundredths, each for itself.
        assert processor([process]) >= 0.27
