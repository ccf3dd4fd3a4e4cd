"""Finds what bots in each language are built with, and whether this machine has it.

What a language needs is read from what `stych new` copies: programs from the commands of the
template's bot.toml, the oldest versions from the files of the template and of the SDK.
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
_SHELLS: Final = {"sh", "bash"}
_CALLED: Final = {
    "cargo": ("cc",),
    "mvn": ("javac",),
    "cmake": ("c++", "make", "protoc", "grpc_cpp_plugin"),
}
"""The programs that a program of a command calls in its turn."""
_HEADERS: Final = {"cmake": ("grpcpp/grpcpp.h", "google/protobuf/message.h")}
"""Libraries that a program asks for, each by one of its headers."""
_INCLUDES: Final = ("/usr/include", "/usr/local/include", "/opt/homebrew/include")
_OLDEST: Final = {
    "go": ("template/go.mod", r"^go ([\d.]+)"),
    "cargo": ("stych/Cargo.toml", r'^rust-version = "([\d.]+)"'),
    "node": ("stych/package.json", r'"node": ">=([\d.]+)"'),
    "javac": ("stych/parent.xml", r"<maven.compiler.release>([\d.]+)<"),
    "cmake": ("stych/CMakeLists.txt", r"^cmake_minimum_required\(VERSION ([\d.]+)"),
    "protoc": ("stych/CMakeLists.txt", r"^find_package\(Protobuf ([\d.]+)"),
}
"""By program: the file that states the oldest version, and the pattern that finds it there."""
_NEWER: Final = {
    "go": "https://go.dev/dl",
    "cargo": "https://rustup.rs",
    "node": "https://nodejs.org",
    "javac": "https://adoptium.net",
}
"""Where a program is newer than a system's packages may be."""
_ASK: Final = {"go": "version", "java": "-version", "javac": "-version", "lua": "-v"}
# A program that does not even tell its version in this time does not help anybody.
_SECONDS: Final = 20.0


@dataclass(frozen=True, slots=True)
class Program:
    """A program that bots in a language are built with or run by."""

    name: str
    path: str
    """Where it is; "" when it is not on the PATH."""
    version: str
    """The version that it tells; "" when it tells none."""
    oldest: str
    """The oldest version that will do; "" for any."""

    @property
    def too_old(self) -> bool:
        """Whether it is there, and not new enough."""
        known = self.version and self.oldest
        return bool(known) and _numbers(self.version) < _numbers(self.oldest)

    @property
    def wanted(self) -> str:
        """The name, and the oldest version if there is one, in words."""
        return f"{self.name} {self.oldest} or newer" if self.oldest else self.name


def programs(language: str) -> tuple[str, ...]:
    """The programs that build and run a bot in the language; none for Python, which runs us."""
    # A dict, as it keeps the order in which they are needed, each once.
    found: dict[str, None] = {}
    for command in commands(language).values():
        for word in _programs(command):
            found |= dict.fromkeys((word, *_CALLED.get(word, ())))
    return tuple(name for name in found if name != PYTHON)


def commands(language: str) -> dict[str, str]:
    """The commands in the template's bot.toml: `command`, and `build` if it has one."""
    told = tomllib.loads((sources(language) / "template" / "bot.toml").read_text())
    return {key: str(told[key]) for key in ("build", "command") if key in told}


def examine(language: str) -> Finding:
    """Whether bots in the language, which is not Python, can be built and run here."""
    found = [look(name, _oldest(language, name)) for name in programs(language)]
    headers = [each for name in programs(language) for each in _HEADERS.get(name, ())]
    no_headers = [name for name in headers if not _has_header(name)]
    return finding(language, found, no_headers, commands(language))


def finding(
    language: str, found: list[Program], no_libraries: list[str], commands_: dict[str, str]
) -> Finding:
    """What there is of a language's programs, and which of its libraries are missing."""
    missing = [each for each in found if not each.path]
    old = [each for each in found if each.too_old]
    lacking = [each.wanted for each in missing] + no_libraries
    lacks = f"not installed: {', '.join(lacking)}" if lacking else ""
    if old:
        told = ", ".join(f"{each.name} is {each.version}, not {each.oldest}" for each in old)
        lacks = f"{lacks}; {told}" if lacks else told
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
    """Whether bots in Python can play here; with an isolation one is started in it to see."""
    version = platform.python_version()
    found = f"{version} in {sys.executable}"
    has = find_spec(_SDK) is not None
    if not has:
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
    """The programs of a command that are looked for on the PATH; also those in a shell's line."""
    first, *others = shlex.split(command)
    if first not in _SHELLS:
        if os.sep not in first:
            yield first
        return
    for part in re.split(r"&&|;|\|", others[-1]):
        yield from _programs(part)


def _oldest(language: str, program: str) -> str:
    if program not in _OLDEST:
        return ""
    name, pattern = _OLDEST[program]
    said = re.search(pattern, (sources(language) / name).read_text(), re.MULTILINE)
    return said[1] if said else ""


def look(name: str, oldest: str) -> Program:
    """The program on the PATH, if it is there, and the version that it tells."""
    path = shutil.which(name) or ""
    return Program(name, path, _version(name, path) if path else "", oldest)


def _version(name: str, path: str) -> str:
    # Go would otherwise download the toolchain that a go.mod in a folder above asks for; LC_ALL is
    # for programs that translate what they say.
    told = {**os.environ, "GOTOOLCHAIN": "local", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            [path, _ASK.get(name, "--version")],
            cwd="/",
            env=told,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    said = re.search(r"\d+(\.\d+)+", done.stdout.decode(errors="replace"))
    return said[0] if said and done.returncode == 0 else ""


def _numbers(version: str) -> tuple[int, ...]:
    """The version as numbers that can be compared; 20 and 20.0 are the same."""
    numbers = [int(each) for each in version.split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def _has_header(name: str) -> bool:
    return any(Path(folder, name).is_file() for folder in _INCLUDES) or any(
        Path("/usr/include").glob(f"*-linux-*/{name}")
    )


def _mend(lacking: list[str], programs_: list[Program]) -> str:
    """The command that installs the packages, and where newer ones are if those may be too old."""
    line = packages.install(lacking) if lacking else ""
    newer = [_NEWER[each.name] for each in programs_ if each.oldest and each.name in _NEWER]
    if not newer:
        return line
    return f"{line} (or, if that is too old: {newer[0]})" if line else newer[0]
