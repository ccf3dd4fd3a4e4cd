"""Finds the packages that have the missing programs, and the command that installs them."""

import os
import shutil
from collections.abc import Iterable
from typing import Final

_MANAGERS: Final = {"apt": "apt-get install", "dnf": "dnf install", "brew": "brew install"}
_PACKAGES: Final[dict[str, tuple[str, str, str]]] = {
    "go": ("golang-go", "golang", "go"),
    "cargo": ("cargo", "cargo", "rust"),
    "cc": ("gcc", "gcc", "gcc"),
    "c++": ("g++", "gcc-c++", "gcc"),
    "make": ("make", "make", "make"),
    "cmake": ("cmake", "cmake", "cmake"),
    "protoc": ("protobuf-compiler", "protobuf-compiler", "protobuf"),
    "grpc_cpp_plugin": ("protobuf-compiler-grpc", "grpc-plugins", "grpc"),
    "grpcpp/grpcpp.h": ("libgrpc++-dev", "grpc-devel", "grpc"),
    "google/protobuf/message.h": ("libprotobuf-dev", "protobuf-devel", "protobuf"),
    "node": ("nodejs", "nodejs", "node"),
    "npm": ("npm", "nodejs-npm", "node"),
    "java": ("openjdk-17-jdk-headless", "java-21-openjdk-devel", "openjdk"),
    "javac": ("openjdk-17-jdk-headless", "java-21-openjdk-devel", "openjdk"),
    "mvn": ("maven", "maven", "maven"),
    "jq": ("jq", "jq", "jq"),
    "lua": ("lua5.4", "lua", "lua"),
    # Homebrew has none: there it is luarocks that installs it.
    "cjson": ("lua-cjson", "lua-cjson", ""),
    "perl": ("perl", "perl", "perl"),
    "JSON::PP": ("perl", "perl-JSON-PP", "perl"),
    "php": ("php-cli", "php-cli", "php"),
    "ruby": ("ruby", "ruby", "ruby"),
}
"""By what is looked for: its package for each manager, in the order of _MANAGERS; "" if none."""


def manager() -> str:
    """The first package manager that is known here and on this machine; "" for none."""
    return next((name for name, line in _MANAGERS.items() if shutil.which(line.split()[0])), "")


def package(wanted: str, manager_: str) -> str:
    """The package that has it; "" when none is known."""
    if wanted not in _PACKAGES or manager_ not in _MANAGERS:
        return ""
    return _PACKAGES[wanted][[*_MANAGERS].index(manager_)]


def install(wanted: Iterable[str]) -> str:
    """The command that installs all of it; "" when there is no such command here."""
    own = manager()
    names = {each: package(each, own) for each in wanted}
    # A command that installs a part of it would look like all that is to be done.
    if not own or not all(names.values()):
        return ""
    line = f"{_MANAGERS[own]} {' '.join(sorted({*names.values()}))}"
    # Homebrew refuses to run as root.
    return line if own == "brew" else as_root(line)


def advice(wanted: Iterable[str]) -> str:
    """How to install all of it: the command, or where that is not known the packages' names.

    "" when no package is known for one of them, or nothing is wanted.
    """
    wanted = list(wanted)
    if not wanted or not all(each in _PACKAGES for each in wanted):
        return ""
    if line := install(wanted):
        return line
    names = {own: sorted({package(each, own) for each in wanted}) for own in _MANAGERS}
    return ", or ".join(f"{_MANAGERS[own]} {' '.join(found)}" for own, found in names.items())


def as_root(line: str) -> str:
    """The command with sudo before it, unless this process is root's."""
    return line if hasattr(os, "geteuid") and os.geteuid() == 0 else f"sudo {line}"
