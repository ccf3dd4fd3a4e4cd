"""The room of C++ as its tests find it: where things are, and how they are built."""

import fcntl
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bots.rooms import build_once, command
from tests.bots.toolchains import needs
from tests.root import ROOT

CPP = ROOT / "bots" / "cpp"
SDK, TEMPLATE = CPP / "stych", CPP / "template"
RANDOM, THUMB = CPP / "examples" / "random", CPP / "examples" / "fox_thumb"
BUILD = "sh -c 'cmake -S . -B build && cmake --build build'"
"""As in every bot.toml."""
FLAGS = ("-D", "STYCH_TESTS=ON")


@contextmanager
def alone_in(build: Path) -> Iterator[None]:
    """Hold the lock of this build folder; file(LOCK) of CMake takes the same one."""
    build.mkdir(exist_ok=True)
    with (build / "cmake.lock").open("w") as lock:
        fcntl.lockf(lock, fcntl.LOCK_EX)
        yield


def build() -> None:
    """Build the SDK, its tests, and the bots: one process of the tests does it."""
    needs("C++", "c++", "cmake", "protoc", "grpc_cpp_plugin", "clang-format-14", "openssl")
    build_once("cpp", "all", _build)


def _build() -> None:
    with alone_in(SDK / "build"):
        command("cmake", "-S", ".", "-B", "build", *FLAGS, folder=SDK)
        said = command("cmake", "--build", "build", "--parallel", 2, folder=SDK)
    assert not re.search(r":\d+: warning: ", said), said
    for bot in (RANDOM, THUMB):
        command("sh", "-c", "cmake -S . -B build && cmake --build build", folder=bot)
