"""The room of Rust as its tests find it: where things are, and how they are built."""

import fcntl
import os
import subprocess
from pathlib import Path

from tests.bots.toolchains import needs
from tests.records.children import ROOT

RUST = ROOT / "bots" / "rust"
SDK, TEMPLATE, TARGET = RUST / "stych", RUST / "template", RUST / "target"
RANDOM, THUMB = RUST / "examples" / "random", RUST / "examples" / "korist_thumb"
BOT = TARGET / "release" / "random"
MINUTES = 600.0


def command(*words: object, folder: Path = RUST, **environment: str) -> str:
    """What a command prints; a test fails that runs it in vain."""
    done = subprocess.run(
        list(map(str, words)),
        cwd=folder,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=MINUTES,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def build() -> None:
    """Build the bots: one process of the tests does it while the others wait."""
    needs("rust", "cargo", "cargo-clippy", "rustfmt")
    TARGET.mkdir(exist_ok=True)
    with (TARGET / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        command("cargo", "build", "--release", "--locked")
