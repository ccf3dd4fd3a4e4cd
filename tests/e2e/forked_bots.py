"""Bots that are forked from a process which has loaded what they need.

To load the SDK takes most of the time of a short match. The process that forks is a child of the
process that wants the bots. It makes each bot a child of that process too, as a started bot would
be. Bots that could tell the difference are started, and so are all that are confined.
"""

import ast
import asyncio
import atexit
import ctypes
import gc
import io
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any, Final, NoReturn

from tests.root import ROOT
from tournaments.system.ending import end_quickly

_COMMAND: Final = ("python", "bot.py")
_HARMLESS: Final = frozenset(
    ("collections.abc", "policy", "random", "referee.wire", "stych.v1", "stych_bot", "sys", "time")
)
"""What a bot may import that is forked: nothing by which it could look at its own process."""
_STUBS: Final = (ROOT / "bots" / "stubs" / "bot.py").read_text()
"""The program of stub bots. It reads its environment variables and calls gRPC, and looks at nothing
else."""
_READ_ONCE: Final = ("LD_", "MALLOC_", "PYTHON")
"""How variables begin that a process reads when it begins."""
_UNBUFFERED: Final = "PYTHONUNBUFFERED"
_SIZE: Final = 1 << 16
_CLONE: Final = {"x86_64": 56, "aarch64": 220}
"""The number of the system call `clone`, by machine."""
_MAY: Final = sys.platform == "linux" and os.uname().machine in _CLONE
_CLONE_PARENT: Final = 0x8000
_START: Final = asyncio.create_subprocess_exec
_AT_FIRST: Final = dict(os.environ)
_ORDERING: Final = Lock()


def prepare() -> None:
    """Bots that this process starts are forked from now on.

    To be called in a process that has one thread and has loaded the SDK.
    """
    if not _MAY:
        return
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if os.fork():
        theirs.close()
        _patch(lambda: ours)
        return
    ours.close()
    _serve(theirs)


def prepare_tests() -> None:
    """The same for a process that must not fork: what forks is started with the first bot."""
    if _MAY:
        _patch(_started)


@cache
def _started() -> socket.socket:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        file = theirs.fileno()
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.forked_bots", str(file)],
            cwd=ROOT,
            env=_AT_FIRST,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[file],
            start_new_session=True,
        )
    # Called from the last to the first: the process ends when its socket is closed.
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours


def _patch(orders: Callable[[], socket.socket]) -> None:
    async def start(*words: str, **how: Any) -> Any:
        if words != _COMMAND or not _cannot_tell(Path(how["cwd"]), how["env"]):
            return await _START(*words, **how)
        files = (how["stdout"], how["stderr"])
        return _ForkedBot(_ordered(orders(), how["cwd"], how["env"], files))

    setattr(asyncio, "create_subprocess_exec", start)  # noqa: B010  mypy lets no function be assigned


def _cannot_tell(folder: Path, environment: Mapping[str, str]) -> bool:
    """Whether the bot would not notice that it was forked."""
    if any(key.startswith(_READ_ONCE) and key != _UNBUFFERED for key in environment):
        return False
    try:
        text = (folder / "bot.py").read_text()
        tree = ast.parse(text)
    except (OSError, ValueError, SyntaxError):
        return False
    used: set[str] = set()
    for each in ast.walk(tree):
        if isinstance(each, ast.Import):
            used.update(name.name for name in each.names)
        elif isinstance(each, ast.ImportFrom):
            used.add(each.module or "")
    return "stych_bot" in used <= _HARMLESS or text == _STUBS


def _ordered(
    orders: socket.socket, folder: Path, environment: Mapping[str, str], files: Sequence[int]
) -> int:
    order = {"folder": os.fspath(folder), "environment": dict(environment)}
    with _ORDERING:
        socket.send_fds(orders, [json.dumps(order).encode()], files)
        return int(orders.recv(_SIZE))


class _ForkedBot:
    """What a caller uses of asyncio's processes."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[int] = self._loop.create_future()
        self._watched = os.pidfd_open(pid)
        self._loop.add_reader(self._watched, self._end)

    def _end(self) -> None:
        self._loop.remove_reader(self._watched)
        os.close(self._watched)
        try:
            code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        except ChildProcessError:
            # Another one has waited for all children; asyncio says the same.
            code = 255
        if not self._ended.done():
            self._ended.set_result(code)

    async def wait(self) -> int:
        """Its exit code, when it has ended."""
        return await asyncio.shield(self._ended)


def _serve(orders: socket.socket) -> NoReturn:
    """Fork bots until nobody wants any more."""
    while True:
        words, files, _, _ = socket.recv_fds(orders, _SIZE, 2)
        if not words:
            os._exit(0)
        if not _fork_sibling():
            # Before its number is known: who knows it may kill the group of that number.
            os.setsid()
            orders.send(b"%d" % os.getpid())
            _play(json.loads(words), files)
        for file in files:
            os.close(file)


def _fork_sibling() -> int:
    """As os.fork, but the new process is a child of the parent of this process.

    If no process can be made, this one ends, so whoever wanted the bot gets no answer.
    """
    python, call = ctypes.pythonapi, ctypes.PyDLL(None).syscall
    call.restype = ctypes.c_long
    python.PyOS_BeforeFork()
    pid: int = call(_CLONE[os.uname().machine], _CLONE_PARENT | signal.SIGCHLD, 0, 0, 0, 0)
    (python.PyOS_AfterFork_Parent if pid else python.PyOS_AfterFork_Child)()
    if pid < 0:
        os._exit(1)
    return pid


def _play(order: dict[str, Any], files: Sequence[int]) -> NoReturn:
    """Be what a new process of the bot is, as far as it can tell, to its end."""
    code = 1
    try:
        _become(order["folder"], order["environment"], files)
        runpy.run_path("bot.py", run_name="__main__")
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            sys.stderr.write(f"{end.code}\n")
    except BaseException:
        traceback.print_exc()
    end_quickly(code)


def _become(folder: str, environment: Mapping[str, str], files: Sequence[int]) -> None:
    for number, file in enumerate((os.open(os.devnull, os.O_RDONLY), *files)):
        os.dup2(file, number)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    atexit._clear()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = ["bot.py"]
    sys.path[0] = folder
    sys.stdout = _unbuffered(1, "strict")
    sys.stderr = _unbuffered(2, "backslashreplace")
    gc.enable()
    _show(environment)


def _unbuffered(file: int, errors: str) -> io.TextIOWrapper:
    raw = open(file, "wb", buffering=0, closefd=False)  # noqa: SIM115  as long as the process
    return io.TextIOWrapper(raw, "utf-8", errors, write_through=True)


def _show(environment: Mapping[str, str]) -> None:
    """Have the command line and the variables of a bot: who looks for bots finds it by those."""
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    line, line_end, variables, variables_end = map(int, fields[45:49])
    _overwrite(line, line_end, _COMMAND)
    # The process itself uses copies by now, which os.environ has made.
    _overwrite(variables, variables_end, [f"{key}={own}" for key, own in environment.items()])
    Path("/proc/self/comm").write_text(_COMMAND[0])


def _overwrite(begin: int, end: int, words: Sequence[str]) -> None:
    text = "\0".join(words).encode()
    ctypes.memset(begin, 0, end - begin)
    ctypes.memmove(begin, text, min(len(text), end - begin - 1))


if __name__ == "__main__":
    gc.disable()
    import_module("stych_bot")
    gc.freeze()
    _serve(socket.socket(fileno=int(sys.argv[1])))
