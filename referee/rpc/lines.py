"""How a bot that reads lines is started: with a bridge before its command (docs/lines.md)."""

import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from referee.games import installed
from referee.games.folders import own_folder
from referee.rpc.manifest import Manifest

NEVER_TALKS: Final = "--never-talks"
"""The option of the bridge by which its bot is never asked what to say."""
DIALLED: Final = "--dialled"
"""The option of the bridge for a referee of another machine, which cannot end the program."""
_BRIDGE: Final = "stych_lines"
"""A program like the SDKs: the referee starts it, and imports nothing of it."""


def command_line(manifest: Manifest) -> tuple[str, ...]:
    """The command that is started for a match: the bot's own, or the bridge that starts it."""
    if manifest.protocol == "grpc":
        return manifest.command
    # By its name, which is looked up on the path of bots like that of any other runtime.
    options = (NEVER_TALKS,) if manifest.never_talks else ()
    return bridge(Path(sys.executable).name, manifest.games, manifest.command, options)


def bridge(
    python: str, games: Sequence[str], command: Sequence[str], options: Sequence[str] = ()
) -> tuple[str, ...]:
    """The bridge between a referee and a command, run by that Python, with more options of its."""
    # -P: a file of the bot's folder must not be imported in place of one that the bridge needs.
    start = (python, "-P", "-m", _BRIDGE, *_packages(games))
    return (*start, "--games", ",".join(games), *options, "--", *command)


def _packages(games: Sequence[str]) -> Iterator[str]:
    """Where the games of packages are found: a bot does not see all that we have installed."""
    foreign = {game for game in games if not own_folder(game)}
    for entry in installed.entries() if foreign else ():
        spec = find_spec(entry.module.partition(".")[0]) if entry.name in foreign else None
        for place in (spec and spec.submodule_search_locations) or ():
            yield from ("--package", f"{entry.name}={entry.value}", str(Path(place).parent))
