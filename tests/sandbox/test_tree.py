"""Who is below a process, and what it uses, is found however its threads and children live."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from referee.sandbox import tree

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc is of Linux")

# Four threads: one of them, not the main one, starts a child that starts one more.
FAMILY = '''
import subprocess, sys, threading, time
CHILD = """
import subprocess
with subprocess.Popen(["sleep", "60"]):
    print("ready", flush=True)
"""
def parent():
    subprocess.run([sys.executable, "-c", CHILD])
for run in (parent, lambda: time.sleep(60), lambda: time.sleep(60)):
    threading.Thread(target=run).start()
time.sleep(60)
'''
# The call that ends a thread, and no other: Python's own would wait for the others.
HEADLESS = """
import ctypes, os, threading, time
def hold():
    held = bytearray(64 << 20)
    for at in range(0, len(held), 4096):
        held[at] = 1
    time.sleep(0.3)
    print("ready", flush=True)
    time.sleep(60)
threading.Thread(target=hold).start()
number = {"x86_64": 60, "aarch64": 93}[os.uname().machine]
ctypes.CDLL(None).syscall(number, 0)
"""


@contextmanager
def running(code: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout
        assert run.stdout.readline() == "ready\n"
        try:
            yield run
        finally:
            # Not all that is below these tests, which may have helpers of their own.
            for pid in (*tree.descendants(run.pid), run.pid):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("listed", [True, False])
def test_children_of_all_threads_and_generations_are_found(
    listed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if listed and not tree._children_are_listed():
        pytest.skip("this kernel does not list children")
    monkeypatch.setattr(tree, "_children_are_listed", lambda: listed)
    with running(FAMILY) as family:
        assert len(tree.descendants(family.pid)) == 2
        assert family.pid in tree.descendants(os.getpid())


def test_a_look_reads_nothing_of_processes_that_are_not_below(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not tree._children_are_listed():
        pytest.skip("this kernel does not list children")
    with running(FAMILY) as family, running("print('ready', flush=True); input()"):
        looked = set[int]()
        stat = tree._stat

        def noted(pid: int) -> list[str]:
            looked.add(pid)
            return stat(pid)

        monkeypatch.setattr(tree, "_stat", noted)
        monkeypatch.setattr(tree, "_by_parent", None)
        below = tree.descendants(family.pid)
        assert looked == set(below)


@pytest.mark.skipif(
    os.uname().machine not in {"x86_64", "aarch64"}, reason="HEADLESS calls by number"
)
def test_a_program_whose_main_thread_has_ended_is_seen_and_can_be_killed() -> None:
    before = set(tree.descendants(os.getpid()))
    with running(HEADLESS) as headless:
        (thread,) = set(tree.descendants(os.getpid())) - before
        assert thread != headless.pid
        assert tree.memory([thread]) > 64 << 20
        assert tree.memory_counted_once([thread]) > 64 << 20
        assert tree.tasks([thread]) > 1
        os.kill(thread, signal.SIGKILL)
        assert headless.wait(10) == -signal.SIGKILL


def test_what_has_ended_is_not_below_though_nobody_waited_for_it() -> None:
    child = os.posix_spawn(sys.executable, [sys.executable, "-c", ""], os.environ)
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    assert child not in tree.descendants(os.getpid())
    os.waitpid(child, 0)
