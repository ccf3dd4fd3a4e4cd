"""The room of Rust as its tests find it: where things are, and how they are built."""

import re
import shutil
from pathlib import Path

from tests.bots import rooms
from tests.bots.toolchains import needs
from tests.root import ROOT

RUST = ROOT / "bots" / "rust"
SDK, TEMPLATE, TARGET = RUST / "stych", RUST / "template", RUST / "target"
RANDOM, THUMB = RUST / "examples" / "random", RUST / "examples" / "korist_thumb"
BOT = TARGET / "release" / "random"
LIBRARIES = RUST / "build" / "libraries"
"""What builds have made of packages of others, for bots that use the same packages."""
OURS = ("stych", "libstych", "random", "korist_thumb", "generate", "bot")
"""How the names of files that are made of our own sources begin."""


def command(*words: object, folder: Path = RUST, **environment: str) -> str:
    """Run a command; returns all that it prints. The test fails when the exit code is not 0."""
    return rooms.command(*words, folder=folder, **environment)


def lint(folder: Path, binaries: Path, *more: object) -> None:
    """Check that the linter finds nothing in the packages of a folder; programs go to `binaries`.

    The linter runs in place of the compiler of our own packages. What has been built of others is
    used, where `cargo clippy` would check all of them anew.
    """
    said = command(
        *("cargo", "build", "--release", "--locked", "--target-dir", binaries, *more),
        folder=folder,
        RUSTC_WORKSPACE_WRAPPER="clippy-driver",
        CARGO_BUILD_BUILD_DIR=str(TARGET),
    )
    assert not re.search(r"generated \d+ warning", said), said


def build() -> None:
    """Build the bots: one process of the tests does it while the others wait."""
    needs("rust", "cargo", "clippy-driver", "rustfmt")
    rooms.build_once("rust", "all", _build)


def _build() -> None:
    command("cargo", "build", "--release", "--locked")
    shutil.rmtree(LIBRARIES, ignore_errors=True)
    shutil.copytree(TARGET, LIBRARIES, ignore=_our_own)


def _our_own(_: str, names: list[str]) -> list[str]:
    return [name for name in names if name.startswith(OURS)]
