"""Finds the programs that bots in each language are built with, and whether this machine has them.

They are read from the files that `stych new` copies: the programs from the commands of the
template's bot.toml, the oldest versions from other files of the template and the SDK.
"""

import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from referee.sandbox import packages
from referee.sandbox.isolation import Isolation
from tournaments.doctor.findings import Finding, FindingState
from tournaments.doctor.starting import why_not
from tournaments.resources.scaffold import sources

PYTHON: Final = "python"
_SDK: Final = "stych_bot"
"""The Python package that bots in Python import."""
_SHELLS: Final = {"sh", "bash"}
"""Programs whose last argument is a line of commands."""
_CALLED: Final = {
    "cargo": ("cc",),
    "mvn": ("javac",),
    "cmake": ("c++", "make", "protoc", "grpc_cpp_plugin"),
}
"""By program: the other programs that it calls."""
_HEADERS: Final = {"cmake": ("grpcpp/grpcpp.h", "google/protobuf/message.h")}
"""By program: the libraries that its builds need, each named by one of its header files."""
_INCLUDES: Final = ("/usr/include", "/usr/local/include", "/opt/homebrew/include")
"""Folders in which header files are looked for."""
_OLDEST: Final = {
    "go": ("template/go.mod", r"^go ([\d.]+)"),
    "cargo": ("stych/Cargo.toml", r'^rust-version = "([\d.]+)"'),
    "node": ("stych/package.json", r'"node": ">=([\d.]+)"'),
    "javac": ("stych/parent.xml", r"<maven.compiler.release>([\d.]+)<"),
    "cmake": ("stych/CMakeLists.txt", r"^cmake_minimum_required\(VERSION ([\d.]+)"),
    "protoc": ("stych/CMakeLists.txt", r"^find_package\(Protobuf ([\d.]+)"),
}
"""By program: the file that states the oldest usable version, and the pattern that finds it."""
_NEWER: Final = {
    "go": "https://go.dev/dl",
    "cargo": "https://rustup.rs",
    "node": "https://nodejs.org",
    "javac": "https://adoptium.net",
}
"""By program: where to get a newer version than a system's packages may have."""
_VERSION_ARGUMENTS: Final = {"go": "version", "java": "-version", "javac": "-version", "lua": "-v"}
"""By program: the argument that asks for its version, where that is not --version."""
_SECONDS: Final = 20.0
"""Seconds in which a program has to tell its version; a slower one is of no use."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program that bots in a language are built with or run by."""

    name: str
    path: str
    """The path of its file; "" when it is not on the PATH."""
    version: str
    """The version that the program tells, such as 1.22.3; "" when it tells none."""
    oldest: str
    """The oldest version that will do; "" for any."""

    @property
    def too_old(self) -> bool:
        """Whether its version is known, and older than `oldest`."""
        are_known = self.version and self.oldest
        return bool(are_known) and _numbers(self.version) < _numbers(self.oldest)

    @property
    def wanted(self) -> str:
        """The name, with the oldest version that will do if there is one, in words."""
        return f"{self.name} {self.oldest} or newer" if self.oldest else self.name


def programs(language: str) -> tuple[str, ...]:
    """The programs that build and run a bot in the language, in the order in which they are needed.

    Python is not among them, since it runs this process.
    """
    # A dict instead of a set: it keeps the order.
    names: dict[str, None] = {}
    for command in commands(language).values():
        for name in _programs(command):
            names |= dict.fromkeys((name, *_CALLED.get(name, ())))
    return tuple(name for name in names if name != PYTHON)


def commands(language: str) -> dict[str, str]:
    """The commands in the template's bot.toml by key: `build`, if there is one, and `command`."""
    manifest = tomllib.loads((sources(language) / "template" / "bot.toml").read_text())
    return {key: str(manifest[key]) for key in ("build", "command") if key in manifest}


def examine(language: str) -> Finding:
    """Whether bots in the language, which is not Python, can be built and run here."""
    found = [look(name, _oldest(language, name)) for name in programs(language)]
    headers = [each for name in programs(language) for each in _HEADERS.get(name, ())]
    no_headers = [name for name in headers if not _has_header(name)]
    return finding(language, found, no_headers, commands(language))


def finding(
    language: str, found: list[Program], no_libraries: list[str], commands_: dict[str, str]
) -> Finding:
    """The finding on a language: its programs `found`, on the PATH or not, and missing libraries.

    `commands_` are the commands of its bots, for the facts.
    """
    missing = [each for each in found if not each.path]
    old = [each for each in found if each.too_old]
    lacking = [each.wanted for each in missing] + no_libraries
    lacks = f"not installed: {', '.join(lacking)}" if lacking else ""
    if old:
        too_old = ", ".join(f"{each.name} is {each.version}, not {each.oldest}" for each in old)
        lacks = f"{lacks}; {too_old}" if lacks else too_old
    return Finding(
        language,
        FindingState.MISSING if lacks else FindingState.FINE,
        ", ".join(f"{each.name} {each.version}".strip() for each in found if each.path) or "none",
        lacks,
        _mend([each.name for each in missing] + no_libraries, missing + old),
        {
            **commands_,
            "programs": {
                each.name: {"path": each.path, "version": each.version, "oldest": each.oldest}
                for each in found
            },
        },
    )


def python(isolation: Isolation | None) -> Finding:
    """Whether bots in Python can play here. With an `isolation`, one is started on it to try."""
    version = platform.python_version()
    found = f"{version} in {sys.executable}"
    has_sdk = find_spec(_SDK) is not None
    if not has_sdk:
        lacks = f"the SDK {_SDK} cannot be imported, so no bot in Python can play"
        mend = f"{shlex.quote(sys.executable)} -m pip install --force-reinstall stych"
    else:
        found, mend = f"{found}, with the SDK {_SDK}", ""
        why = why_not(isolation) if isolation else ""
        lacks = f"no bot starts: {why}" if why else ""
        mend = "stych play ... --isolation off, for bots that you trust" if why else ""
    programs_ = {PYTHON: {"path": sys.executable, "version": version, "oldest": ""}}
    facts = {**commands(PYTHON), "programs": programs_}
    return Finding(
        PYTHON, FindingState.BROKEN if lacks else FindingState.FINE, found, lacks, mend, facts
    )


def _programs(command: str) -> Iterator[str]:
    """The names of the programs in a command that are on the PATH, also in a line for a shell."""
    first, *arguments = shlex.split(command)
    if first not in _SHELLS:
        # A name with a slash is a file in the bot's folder.
        if os.sep not in first:
            yield first
        return
    for part in re.split(r"&&|;|\|", arguments[-1]):
        yield from _programs(part)


def _oldest(language: str, program: str) -> str:
    """The oldest version of the program that will do; "" for any."""
    if program not in _OLDEST:
        return ""
    name, pattern = _OLDEST[program]
    match = re.search(pattern, (sources(language) / name).read_text(), re.MULTILINE)
    return match[1] if match else ""


def look(name: str, oldest: str) -> Program:
    """Look for a program on the PATH, and ask it for its version."""
    path = shutil.which(name) or ""
    return Program(name, path, _version(name, path) if path else "", oldest)


def _version(name: str, path: str) -> str:
    # Without GOTOOLCHAIN, Go would download the toolchain that a go.mod in a folder above asks for.
    # LC_ALL keeps programs from translating what they print.
    environment = {**os.environ, "GOTOOLCHAIN": "local", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            [path, _VERSION_ARGUMENTS.get(name, "--version")],
            cwd="/",
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    match = re.search(r"\d+(\.\d+)+", done.stdout.decode(errors="replace"))
    return match[0] if match and done.returncode == 0 else ""


def _numbers(version: str) -> tuple[int, ...]:
    """The version as numbers that can be compared, without zeros at the end: 20.0 is 20."""
    numbers = [int(each) for each in version.split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def _has_header(name: str) -> bool:
    return any(Path(folder, name).is_file() for folder in _INCLUDES) or any(
        Path("/usr/include").glob(f"*-linux-*/{name}")
    )


def _mend(lacking: list[str], programs_: list[Program]) -> str:
    """How to get the programs and libraries that are `lacking`, and programs that are too old.

    It is the command that installs packages, the address of newer versions, or both.
    """
    line = packages.install_command(lacking) if lacking else ""
    newer = [_NEWER[each.name] for each in programs_ if each.oldest and each.name in _NEWER]
    if not newer:
        return line
    return f"{line} (or, if that is too old: {newer[0]})" if line else newer[0]
