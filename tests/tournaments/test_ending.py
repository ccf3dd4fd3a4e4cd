"""The quick end of a process: what Python does at its end is done, and nothing is taken apart."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

_PROGRAM = """
import atexit, sys, threading, time
from tournaments.system.ending import end_quickly

class TakenApart:
    def __del__(self):
        print("taken apart", flush=True)

kept = TakenApart()
atexit.register(print, "at the end")

def last():
    time.sleep(0.05)
    print("a thread")

threading.Thread(target=last).start()
sys.stderr.write("errors")
{}
"""


def _ended(how: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-c", _PROGRAM.format(how)]
    return subprocess.run(program, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("code", [0, 3])
def test_threads_end_and_all_is_written(code: int) -> None:
    slowly, quickly = (_ended(f"{how}({code})") for how in ("sys.exit", "end_quickly"))
    assert slowly.stdout == "a thread\nat the end\ntaken apart\n"
    assert quickly.stdout == "a thread\nat the end\n"
    assert quickly.returncode == slowly.returncode == code
    assert quickly.stderr == slowly.stderr == "errors"


def test_output_that_cannot_be_written_is_an_error() -> None:
    done = _ended("print('more'); sys.stdout.close(); end_quickly(0)")
    assert done.returncode != 0
    assert "closed file" in done.stderr


def test_without_standard_files_it_ends_too() -> None:
    done = _ended("sys.stdout.flush(); sys.stdout = sys.stderr = None; end_quickly(4)")
    assert done.returncode == 4
