"""Where hostile programs are started: on each isolation level, as root and as a user."""

import atexit
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.sandbox.levels import IsolationLevel
from tests.root import ROOT
from tests.sandbox.forked_driver import SECONDS, ForkedDriver

DRIVER = "tests.sandbox.driver"
_FORKING = "tests.sandbox.forking_driver"
PROGRAMS = Path(__file__).with_name("programs")
USER = 65530
_SYSTEM_PYTHON = "/usr/bin/python3"


@dataclass(frozen=True)
class Post:
    """An isolation level, and who starts bots on it."""

    level: IsolationLevel
    who: str

    def __str__(self) -> str:
        return f"{self.level}-{self.who}"


POSTS = [Post(level, who) for level in IsolationLevel for who in ("root", "user")]
ISOLATED = [post for post in POSTS if post.level is not IsolationLevel.LIMITS]
POST_NAMED = {str(post): post for post in POSTS}


def posts(which: list[Post]) -> pytest.MarkDecorator:
    """The test once for each post; it has to call `stage`, which skips it where there is none."""
    return pytest.mark.parametrize("post", which, ids=str)


@dataclass
class Stage:
    """A folder with all that a hostile program looks for."""

    base: Path
    post: Post

    def run(self, program: str, *arguments: object, **more: Any) -> dict[str, Any]:
        """The program to its end, as the driver tells it."""
        with self.started(program, *arguments, **more) as driver:
            return driver.told()

    @contextmanager
    def started(self, program: str, *arguments: object, **more: Any) -> Iterator[ForkedDriver]:
        """The driver, running the program.

        With `until` in `more` it waits until the program says that word, and then for the test.
        """
        told = {
            "level": self.post.level,
            "base": str(self.base),
            "program": program,
            "arguments": list(map(str, arguments)),
            **more,
        }
        with ForkedDriver(_forks(self.post.who), told) as driver:
            yield driver


@contextmanager
def stage(post: Post) -> Iterator[Stage]:
    """A stage for this post; skips the test where there is none.

    In CI the test fails where bubblewrap is missing.
    """
    _require(post)
    # Not below a folder of pytest's, which only its owner may enter.
    base = Path(tempfile.mkdtemp(prefix="stage-", dir="/tmp"))
    try:
        base.chmod(0o755)
        _furnish(base)
        if post.who == "user" and os.geteuid() == 0:
            for path in (base, *base.rglob("*")):
                os.chown(path, USER, USER)
        yield Stage(base, post)
    finally:
        shutil.rmtree(base, ignore_errors=True)


def _furnish(base: Path) -> None:
    for name, mode in (("folder", 0o755), ("home", 0o700), ("rival", 0o755), ("rival-home", 0o700)):
        (base / name).mkdir()
        (base / name).chmod(mode)
    for program in PROGRAMS.glob("*.py"):
        shutil.copy(program, base / "folder")
    (base / "folder" / "bot.toml").write_text("")
    (base / "rival" / "policy.py").write_text("secret")
    (base / "tmp.txt").write_text("of the machine")
    (base / "tmp.txt").chmod(0o666)
    (base / "stych.sqlite").write_text("results")
    (base / "stych.sqlite").chmod(0o600)
    for path in base.glob("folder/*"):
        path.chmod(0o644)


def _require(post: Post) -> None:
    lacks = _lacks(post)
    if not lacks:
        return
    needed = (
        os.environ.get("CI") and post.level is IsolationLevel.BUBBLEWRAP and "as root" not in lacks
    )
    if needed:
        pytest.fail(f"{lacks}; CI must have the highest isolation level")
    pytest.skip(lacks)


@cache
def _lacks(post: Post) -> str:
    """Why there is no such post on this machine; "" when there is."""
    if post.who == "root" and os.geteuid():
        return "the tests do not run as root"
    if post.who == "user" and not os.geteuid() and not _python():
        return (
            f"as root, a user's part needs a Python 3.11 that everybody may run ({_SYSTEM_PYTHON})"
        )
    process = in_place_of(post, DRIVER, json.dumps({"level": post.level}))
    out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, err
    told = json.loads(out)
    return "" if told["level"] == post.level else str(told["lacks"])


@cache
def _python() -> str:
    """A Python that another user can run; the one that runs the tests may lie in root's home.

    "" if it is missing or older than 3.11.
    """
    code = "import sys; sys.exit(sys.version_info < (3, 11))"
    with suppress(OSError):
        if subprocess.run([_SYSTEM_PYTHON, "-c", code], check=False).returncode == 0:
            return _SYSTEM_PYTHON
    return ""


@cache
def _forks(who: str) -> socket.socket:
    """The socket to the process that forks drivers as root or a user, and ends with this one."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        handle = theirs.fileno()
        post = Post(IsolationLevel.LIMITS, who)
        process = in_place_of(post, _FORKING, str(handle), handles=(handle,))
    # The last is called first: the process ends when the socket is closed.
    atexit.register(process.communicate)
    atexit.register(ours.close)
    return ours


def in_place_of(
    post: Post, module: str, *arguments: str, python: str = "", handles: tuple[int, ...] = ()
) -> subprocess.Popen[str]:
    """A Python module as a process of root or of a user, whichever the post says.

    Without `python` it is run by the Python of the tests, or as root by one that all may run. Where
    the tests do not run as root, or there is no such Python, `python` is ignored.
    """
    as_root = os.geteuid() == 0
    python = python or _python() if as_root and _python() else sys.executable
    before = []
    if as_root and post.who == "user":
        before = dropped()
    return subprocess.Popen(
        [*before, python, "-m", module, *arguments],
        cwd=ROOT,
        env={
            "PATH": os.environ.get("PATH", os.defpath),
            "PYTHONPATH": str(ROOT),
            "PYTHONDONTWRITEBYTECODE": "1",
            "LANG": "C.UTF-8",
            "CANARY": "sings",
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pass_fds=handles,
        text=True,
    )


def dropped() -> list[str]:
    """The words before a command of root's that make it a user's, who may do nothing special."""
    before = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"]
    # setpriv still has root's rights when it looks for the command; a shell has not.
    shell = ("/bin/sh", "-c", 'exec "$0" "$@"')
    return [*before, "--inh-caps=-all", "--bounding-set=-all", "--", *shell]


def running(mark: str) -> list[int]:
    """The processes with the mark as an argument, of whoever and wherever they are."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (path / "cmdline").read_bytes().split(b"\0"):
                found.append(int(path.name))
    return found


@contextmanager
def listening(address: str) -> Iterator[None]:
    """A Unix socket that takes calls."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(address)
        server.listen(8)
        yield


@contextmanager
def open_place(*folders: str) -> Iterator[Path]:
    """A new folder that everybody may enter, unlike pytest's, with these folders in it."""
    place = Path(tempfile.mkdtemp(prefix="open-", dir="/tmp"))
    place.chmod(0o755)
    try:
        for name in folders:
            (place / name).mkdir(parents=True)
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)
