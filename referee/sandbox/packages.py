"""Finds the packages that have the missing programs, and the command that installs them."""

import os
import shutil
from collections.abc import Iterable
from typing import Final

_MANAGERS: Final = {"apt": "apt-get install", "dnf": "dnf install", "brew": "brew install"}
"""The package managers that are known, and the command by which each installs packages."""
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
    # Homebrew has no package for it; there luarocks installs it.
    "cjson": ("lua-cjson", "lua-cjson", ""),
    "perl": ("perl", "perl", "perl"),
    "JSON::PP": ("perl", "perl-JSON-PP", "perl"),
    "php": ("php-cli", "php-cli", "php"),
    "ruby": ("ruby", "ruby", "ruby"),
}
"""By the program, header or module that is missing: its package for each manager, in the order of
_MANAGERS; "" if a manager has none."""


def manager() -> str:
    """The first manager of _MANAGERS that this machine has; "" for none."""
    return next((name for name, line in _MANAGERS.items() if shutil.which(line.split()[0])), "")


def package(wanted: str, manager_: str) -> str:
    """The manager's package that has the program, header or module; "" when none is known."""
    if wanted not in _PACKAGES or manager_ not in _MANAGERS:
        return ""
    return _PACKAGES[wanted][[*_MANAGERS].index(manager_)]


def install_command(wanted: Iterable[str]) -> str:
    """This machine's command that installs all of `wanted`; "" if a package or manager is unknown.

    `wanted` must not be empty.
    """
    manager_ = manager()
    names = {each: package(each, manager_) for each in wanted}
    # A command that installs only some packages would look like all that has to be done.
    if not manager_ or not all(names.values()):
        return ""
    line = f"{_MANAGERS[manager_]} {' '.join(sorted({*names.values()}))}"
    # Homebrew refuses to run as root.
    return line if manager_ == "brew" else as_root(line)


def advice(wanted: Iterable[str]) -> str:
    """How to install all of `wanted`: this machine's command, or else that of each manager.

    Managers that lack one of the packages are left out. "" when one of `wanted` is not in
    _PACKAGES, or nothing is wanted.
    """
    wanted = list(wanted)
    if not wanted or not all(each in _PACKAGES for each in wanted):
        return ""
    if line := install_command(wanted):
        return line
    names = {name: sorted({package(each, name) for each in wanted}) for name in _MANAGERS}
    commands = (f"{_MANAGERS[name]} {' '.join(each)}" for name, each in names.items() if all(each))
    return ", or ".join(commands)


def as_root(line: str) -> str:
    """The command with sudo before it, unless this process runs as root."""
    return line if hasattr(os, "geteuid") and os.geteuid() == 0 else f"sudo {line}"
