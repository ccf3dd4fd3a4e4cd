"""Finds the programs for bots in languages with an SDK, and whether this machine has them.

The programs are read from the commands of the bot.toml that `stych new` copies, and their oldest
versions from other files of the template and the SDK. The tables below add what these files do not
say: the programs that build tools call, and the libraries that they need.
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
"""By build tool: the libraries that bots are built with, each named by one of its header files."""
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
"""By program: where to get a version that is newer than the one of a system's packages."""
_VERSION_ARGUMENTS: Final = {"go": "version", "java": "-version", "javac": "-version", "lua": "-v"}
"""By program: the argument that asks for its version, where that is not --version."""
_SECONDS: Final = 20.0
"""Seconds in which a program has to tell its version; else the version counts as unknown."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program that bots in a language are built with or run by."""

    name: str
    path: str
    """The path of its file; "" when it is not on the PATH."""
    version: str
    """The version that the program tells, such as 1.22.3 or 25; "" when it is unknown."""
    oldest: str
    """The oldest version that will do; "" for any."""

    @property
    def too_old(self) -> bool:
        """Whether its version is older than `oldest`; False when one of the two is ""."""
        if not self.version or not self.oldest:
            return False
        return _numbers(self.version) < _numbers(self.oldest)

    @property
    def requirement(self) -> str:
        """The name, with the oldest version that will do if there is one, in words."""
        return f"{self.name} {self.oldest} or newer" if self.oldest else self.name


def needed_programs(language: str) -> tuple[str, ...]:
    """The programs that build and run a bot in the language, in the order in which they are needed.

    Python is not among them, since it runs this process.
    """
    # A dict instead of a set: it keeps the order.
    names: dict[str, None] = {}
    for command in _commands(language).values():
        for name in _programs_on_path(command):
            names |= dict.fromkeys((name, *_CALLED.get(name, ())))
    return tuple(name for name in names if name != PYTHON)


def _commands(language: str) -> dict[str, str]:
    """The commands in the template's bot.toml by key: `build`, if there is one, and `command`."""
    manifest = tomllib.loads((sources(language) / "template" / "bot.toml").read_text())
    return {key: str(manifest[key]) for key in ("build", "command") if key in manifest}


def examine(language: str) -> Finding:
    """Whether bots in the language, which is not Python, can be built and run here."""
    names = needed_programs(language)
    programs = [look(name, _oldest(language, name)) for name in names]
    headers = [header for name in names for header in _HEADERS.get(name, ())]
    missing_headers = [header for header in headers if not _has_header(header)]
    return finding(language, programs, missing_headers, _commands(language))


def finding(
    language: str, programs: list[Program], missing_libraries: list[str], commands: dict[str, str]
) -> Finding:
    """The finding on a language that needs these `programs`, which may be missing or too old.

    `commands` are the commands of its bots by key of bot.toml, for the facts.
    """
    missing = [each for each in programs if not each.path]
    old = [each for each in programs if each.too_old]
    not_installed = [each.requirement for each in missing] + missing_libraries
    lacks = [f"not installed: {', '.join(not_installed)}"] if not_installed else []
    lacks += [
        f"{each.name} {each.version} is too old: {each.oldest} or newer is needed" for each in old
    ]
    installed = [f"{each.name} {each.version}".strip() for each in programs if each.path]
    return Finding(
        language,
        FindingState.MISSING if lacks else FindingState.FINE,
        ", ".join(installed) or "none",
        "; ".join(lacks),
        _mend([each.name for each in missing] + missing_libraries, missing + old),
        {
            **commands,
            "programs": {
                each.name: {"path": each.path, "version": each.version, "oldest": each.oldest}
                for each in programs
            },
        },
    )


def python(isolation: Isolation | None) -> Finding:
    """Whether bots in Python can play here; with an `isolation`, a start on that level is tried."""
    version = platform.python_version()
    found, lacks, mend = f"{version} in {sys.executable}", "", ""
    if find_spec(_SDK) is None:
        lacks = f"the SDK {_SDK} cannot be imported, so no bot in Python can play"
        mend = f"{shlex.quote(sys.executable)} -m pip install --force-reinstall stych"
    else:
        found = f"{found}, with the SDK {_SDK}"
        if isolation and (why := why_not(isolation)):
            lacks = f"no bot starts: {why}"
            mend = "stych play ... --isolation off, for bots that you trust"
    programs = {PYTHON: {"path": sys.executable, "version": version, "oldest": ""}}
    facts = {**_commands(PYTHON), "programs": programs}
    return Finding(
        PYTHON, FindingState.BROKEN if lacks else FindingState.FINE, found, lacks, mend, facts
    )


def _programs_on_path(command: str) -> Iterator[str]:
    """The names of the programs that the command, or a shell that it starts, takes from the PATH.

    A shell itself is not among them, since every machine has one.
    """
    first, *arguments = shlex.split(command)
    if first not in _SHELLS:
        # A name with a slash is a file in the bot's folder.
        if os.sep not in first:
            yield first
        return
    for part in re.split(r"&&|;|\|", arguments[-1]):
        yield from _programs_on_path(part)


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
    """The version that the program tells; "" when it fails, tells none, or takes too long."""
    # Without GOTOOLCHAIN, Go would download the toolchain that a go.mod in a folder above asks for.
    # LC_ALL keeps programs from translating what they print.
    environment = {**os.environ, "GOTOOLCHAIN": "local", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            [path, _VERSION_ARGUMENTS.get(name, "--version")],
            # A rust-toolchain.toml in the current folder or above it would choose the version.
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
    text = done.stdout.decode(errors="replace")
    # With a dot if possible: other numbers may come first, as in "perl 5, version 36 (v5.36.0)".
    # But the first release of a version of Java has none: "javac 25".
    match = re.search(r"\d+(\.\d+)+", text) or re.search(r"\d+", text)
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


def _mend(not_installed: list[str], programs: list[Program]) -> str:
    """How to install what is missing, and where there is a newer version of one of `programs`.

    It is a command, an address, or both; "" when neither is known. A system's package may be too
    old as well, so `programs` has those that are missing, too. The address is that of the first of
    them that has an oldest version and is in `_NEWER`.
    """
    line = packages.install_command(not_installed) if not_installed else ""
    newer = next((each for each in programs if each.oldest and each.name in _NEWER), None)
    if not newer:
        return line
    address = _NEWER[newer.name]
    return f"{line} (for a newer {newer.name}: {address})" if line else address
