"""Why a build failed: finds the cause in the output of its tools, and what is to be installed."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from referee.sandbox import packages
from referee.text import one_line

_MOST_LINES: Final = 10
"""How many lines of the output are shown at most."""
_LAST_LINES: Final = 3
"""How many of them are the output's last lines, if there are too many from the first error on."""
_ESCAPES: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
"""Escape sequences that set a terminal's colours, its title, or where the next text goes."""
_ERROR: Final = re.compile(
    r"\s*(?:CMake Error|error(?:\[\w+\])?:|fatal(?: error)?:|npm (?:error|ERR!)|\[ERROR\]|Error:"
    r"|go: |Traceback |\S+: (?:fatal )?error:|\S+: error TS\d+|\S+\.go:\d+:\d+: "
    r"|g?make(?:\[\d+\])?: \*\*\*)"
)
"""How a line begins that reports an error, in the output of the build tools of all languages for
which there is an SDK."""
_QUOTED: Final = re.compile(r"\s*\d*\s*\|")
"""How a line begins in which a compiler quotes the source. It is never searched for a cause."""
_MAKE: Final = re.compile(r"\s*g?make(?:\[\d+\])?: \*\*\*")
"""How an error line of make begins. Mostly it says only that a command that make ran has failed."""
_BEFORE_MAKE: Final = 3
"""How many lines are shown before an error line of make: mostly they are from the command that
failed."""


class _Cause(NamedTuple):
    """A frequent cause of failed builds that the user can mend."""

    pattern: str
    """A regular expression, searched for in each line. The first of its groups that matched, if it
    has any, is the name of a program, package or file, or a version."""
    words: str
    """What is wrong, in words; "{}" stands for the group."""
    wanted: tuple[str, ...] = ()
    """The programs or files that are to be installed, as `packages` names them; "{}" stands for the
    group."""


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
    # Any other version: one that no package in `packages` has, or that newer JDKs have dropped.
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


def cause_and_lines(output: str) -> tuple[str, list[str]]:
    """The cause in words, "" if none is known, and the lines of the output to be shown.

    The cause comes with advice on what to install, where that is known. The lines begin at the
    first error that the tools printed, or a few lines before an error of make. Without such a line
    they begin at the first one that tells a known cause; without that, they are the output's last
    lines. Blank lines are left out. At most _MOST_LINES are returned: of more than that, "..."
    stands for those in the middle.
    """
    lines = lines_of(output)
    first = next((n for n, line in enumerate(lines) if _ERROR.match(line)), None)
    if first is None:
        first = next((n for n, line in enumerate(lines) if _cause_in(line)), None)
    if first is None:
        return "", lines[-_MOST_LINES:]
    if _MAKE.match(lines[first]):
        first = max(0, first - _BEFORE_MAKE)
    # Lines before the first error are not searched: a tool that was not found there may be one of
    # several that would do, and the build went on without it.
    from_error = lines[first:]
    return next(filter(None, map(_cause_in, from_error)), ""), _cut(from_error)


def install_advice(program: str) -> str:
    """How to install a program that was not found, a clause that begins with "; "; or ""."""
    return _to_install([program])


def lines_of(output: str) -> list[str]:
    """The lines of a tool's output, without blank lines, each made fit to be shown.

    When a tool writes over its own line, each version counts as a line.
    """
    plain = _ESCAPES.sub("", output)
    return [one_line(line.rstrip()) for line in plain.splitlines() if line.strip()]


def _cause_in(line: str) -> str:
    """The cause that the line tells, with how to install what is missing; "" if none is known."""
    if _QUOTED.match(line):
        return ""
    for cause in _CAUSES:
        if match := re.search(cause.pattern, line):
            group = next(filter(None, match.groups()), "")
            return f"{cause.words.format(group)}{_to_install(_wanted(cause, group))}"
    return ""


def _wanted(cause: _Cause, group: str) -> Iterator[str]:
    return (each.format(group) for each in cause.wanted)


def _to_install(wanted: Iterator[str] | Sequence[str]) -> str:
    line = packages.advice(wanted)
    return f"; to install it: {line}" if line else ""


def _cut(lines: list[str]) -> list[str]:
    """The lines, or if they are more than _MOST_LINES, the first and the last of them."""
    if len(lines) <= _MOST_LINES:
        return lines
    first = _MOST_LINES - _LAST_LINES - 1
    return [*lines[:first], "...", *lines[-_LAST_LINES:]]
