"""Where the rogues play: on bubblewrap and on Landlock, as root and as an ordinary user."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from referee.sandbox.levels import IsolationLevel
from tests.sandbox.forked_driver import SECONDS
from tests.sandbox.stage import DRIVER, ISOLATED, Post, dropped, in_place_of
from tests.sandbox.stage import USER as _USER

PLACES = ISOLATED
_REQUIRED = {
    IsolationLevel.BUBBLEWRAP: "require",
    IsolationLevel.LANDLOCK: "auto",
    IsolationLevel.LIMITS: "off",
}
_NO_BUBBLEWRAP = "#!/bin/sh\necho 'bwrap: No permissions to create a new namespace' >&2\nexit 1\n"


@dataclass(frozen=True)
class Place:
    """A post as it is on this machine."""

    post: Post
    groups: bool
    """Whether control groups bound each bot."""
    before: tuple[str, ...] = ()
    """Words before a command with which another user runs it."""
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def required(self) -> str:
        """What the command is told about isolation."""
        return _REQUIRED[self.post.level]

    def give(self, *paths: Path) -> None:
        """Make them those of the user who plays there."""
        for path in paths:
            path.chmod(0o755)
            if self.before:
                os.chown(path, _USER, _USER)


@contextmanager
def place(post: Post, folder: Path) -> Iterator[Place | str]:
    """The post, with files in the folder; or why there is none."""
    other = post.who == "user" and not os.geteuid()
    if post.who == "root" and os.geteuid():
        yield "this is not root"
        return
    before = tuple(dropped()) if other else ()
    if other and (lacking := _lacking(before)):
        yield lacking
        return
    process = in_place_of(post, DRIVER, json.dumps({"level": post.level}), python=sys.executable)
    out, err = process.communicate(timeout=SECONDS)
    if process.returncode:
        yield err.strip().splitlines()[-1]
        return
    told = json.loads(out)
    if told["level"] == post.level:
        yield Place(post, told["groups"], before, _environment(post, folder))
    else:
        yield str(told["lacks"])


@cache
def _lacking(before: tuple[str, ...]) -> str:
    """Why another user cannot run Štych here; "" when they can."""
    code = "import grpc, stych_bot, tournaments.cli"
    done = subprocess.run(
        [*before, sys.executable, "-c", code], cwd="/", capture_output=True, check=False
    )
    if not done.returncode:
        return ""
    remedy = "make rogues PYTHON=/usr/bin/python3 in a checkout without .venv"
    return f"no other user can run the Python of this environment; with another Python: {remedy}"


def _environment(post: Post, folder: Path) -> dict[str, str]:
    """On a lower level the machine gets a bubblewrap that does not work."""
    if post.level is IsolationLevel.BUBBLEWRAP:
        return {}
    hidden = folder / "no-bubblewrap"
    hidden.mkdir()
    (hidden / "bwrap").write_text(_NO_BUBBLEWRAP)
    for path in (folder, hidden, hidden / "bwrap"):
        path.chmod(0o755)
    return {"PATH": os.pathsep.join([str(hidden), os.environ.get("PATH", os.defpath)])}
