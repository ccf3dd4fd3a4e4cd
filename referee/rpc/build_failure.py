"""Why a build failed: its true cause among what the tools printed, and what to install for it."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from referee.sandbox import packages
from referee.text import one_line

_MOST_LINES: Final = 10
_LAST_LINES: Final = 3
"""Of _MOST_LINES those that are of the end, when all from the first error on are too many."""
_STEERING: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
"""What colours a terminal, moves in it, or gives it a title."""
_ERROR: Final = re.compile(
    r"\s*(?:CMake Error|error(?:\[\w+\])?:|fatal(?: error)?:|npm (?:error|ERR!)|\[ERROR\]|Error:"
    r"|go: |Traceback |\S+: (?:fatal )?error:|\S+: error TS\d+|\S+\.go:\d+:\d+: "
    r"|g?make(?:\[\d+\])?: \*\*\*)"
)
"""How the tools of our languages begin a line that tells of an error."""
_QUOTED: Final = re.compile(r"\s*\d*\s*\|")
"""How compilers begin a line of the sources that they quote."""
_MAKE: Final = re.compile(r"\s*g?make(?:\[\d+\])?: \*\*\*")
_BEFORE_MAKE: Final = 3
"""Lines shown before one of make, which says only that what it ran has failed."""


class _Cause(NamedTuple):
    """Something that often makes a build fail, and that its user can mend."""

    pattern: str
    """Found in one line; its group, if it has one, is the program or file that is missing."""
    words: str
    """What is wrong; "{}" stands for the group."""
    wanted: tuple[str, ...] = ()
    """What is to be installed, as `packages` knows it; "{}" stands for the group."""


_CAUSES: Final = (
    _Cause(r"CMake ([\d.]+) or higher is required", "CMake {} or newer is needed", ("cmake",)),
    _Cause(
        r'file for package "(\w+)" that is compatible|Could NOT find (\w+): Found unsuitable',
        "{} for C++ is too old",
    ),
    _Cause(
        r'configuration file provided by "gRPC"|Could NOT find gRPC\b',
        "gRPC for C++ is not installed",
        ("grpcpp/grpcpp.h", "grpc_cpp_plugin"),
    ),
    _Cause(
        r'Could NOT find Protobuf\b|configuration file provided by "[Pp]rotobuf"',
        "protobuf for C++ is not installed",
        ("google/protobuf/message.h", "protoc"),
    ),
    _Cause(
        r"No CMAKE_CXX_COMPILER could be found|Could not find compiler set in .* CXX",
        "there is no C++ compiler",
        ("c++",),
    ),
    _Cause(
        r'unable to find a build program .*"Unix Makefiles"', "make is not installed", ("make",)
    ),
    _Cause(r"linker `([\w+.-]+)` not found", "{} is not installed", ("{}",)),
    _Cause(r'failed to find tool "([\w+.-]+)"', "{} is not installed", ("{}",)),
    _Cause(r"fatal error: (\S+): No such file", "the header {} is not there", ("{}",)),
    _Cause(
        r"^\S+: (?:line )?(?:\d+: )?([\w+.-]+): (?:command )?not found$",
        "{} is not installed",
        ("{}",),
    ),
    _Cause(r"^g?make(?:\[\d+\])?: ([\w+.-]+): No such file", "{} is not installed", ("{}",)),
    _Cause(r"No compiler is provided in this environment", "there is no Java compiler", ("javac",)),
    _Cause(r"JAVA_HOME environment variable is not", "there is no JDK", ("javac",)),
    _Cause(
        r"release version (9|1[0-7]) not supported|invalid target release: (9|1[0-7])\b",
        "the JDK is older than Java {}",
        ("javac",),
    ),
    # Of versions that no package of ours has, or that newer JDKs have given up.
    _Cause(
        r"release version (\d+) not supported|invalid target release: (\d+)",
        "the JDK that is there does not compile for Java {}; another one is needed",
    ),
    _Cause(r"requires rustc ([\d.]+)", "Rust {} or newer is needed: https://rustup.rs"),
    _Cause(
        r"^error: failed to parse lock file|lock file version .* requires `-Z"
        r"|feature `edition2024`",
        "a newer Rust is needed: https://rustup.rs",
    ),
    _Cause(r"requires go >= ?([\d.]+)", "Go {} or newer is needed: https://go.dev/dl"),
    _Cause(
        r"(?i)could not resolve host|temporary failure in name resolution|EAI_AGAIN|ENOTFOUND"
        r"|no such host|UnknownHostException|dns error|network is unreachable|ENETUNREACH",
        "what it needs cannot be downloaded, as the network is not reached",
    ),
    _Cause(r"No space left on device|ENOSPC", "the disk is full"),
)


def explained(output: str) -> tuple[str, list[str]]:
    """What is wrong in a few words, "" if that is not known, and the lines that tell of it.

    The lines begin with the first error that the tools printed; where none can be told from the
    rest, they are the last ones. Empty lines are left out.
    """
    lines = lines_of(output)
    first = next((n for n, line in enumerate(lines) if _ERROR.match(line)), None)
    if first is None:
        first = next((n for n, line in enumerate(lines) if _said(line)), None)
    if first is None:
        return "", lines[-_MOST_LINES:]
    if _MAKE.match(lines[first]):
        first = max(0, first - _BEFORE_MAKE)
    # What was said before the first error did no harm: a tool that is not there may be one of two.
    told = lines[first:]
    return next(filter(None, map(_said, told)), ""), _cut(told)


def not_there(program: str) -> str:
    """How to install a program that was not found, to follow a sentence; "" if that is unknown."""
    return _to_install([program])


def lines_of(output: str) -> list[str]:
    """The lines of what tools printed, each fit to be shown; those with nothing in them left out.

    A tool that writes over its own line has written several.
    """
    plain = _STEERING.sub("", output)
    return [one_line(line.rstrip()) for line in plain.splitlines() if line.strip()]


def _said(line: str) -> str:
    """The cause that the line tells, with what to install; "" if it tells none that is known."""
    if _QUOTED.match(line):
        return ""
    for cause in _CAUSES:
        if found := re.search(cause.pattern, line):
            group = next(filter(None, found.groups()), "")
            return f"{cause.words.format(group)}{_to_install(_names(cause, group))}"
    return ""


def _names(cause: _Cause, group: str) -> Iterator[str]:
    return (each.format(group) for each in cause.wanted)


def _to_install(wanted: Iterator[str] | Sequence[str]) -> str:
    line = packages.advice(wanted)
    return f"; to install it: {line}" if line else ""


def _cut(lines: list[str]) -> list[str]:
    """The first and the last ones, when they are too many."""
    if len(lines) <= _MOST_LINES:
        return lines
    first = _MOST_LINES - _LAST_LINES - 1
    return [*lines[:first], "...", *lines[-_LAST_LINES:]]
