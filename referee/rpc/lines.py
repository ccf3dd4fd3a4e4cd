"""The command lines that start bots.

For a bot that reads lines, the command line starts a bridge, which starts the bot itself
(docs/lines.md).
"""

import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from referee.games import installed
from referee.games.folders import own_folder
from referee.rpc.manifest import Manifest

NEVER_TALKS: Final = "--never-talks"
"""The bridge's option with which its Hello says that the bot never talks."""
DIALLED: Final = "--dialled"
"""The bridge's option for a referee on another machine, which cannot end the bot's program: then
the bridge itself ends a program that takes far too long to answer."""
_BRIDGE: Final = "stych_lines"
"""The bridge's module. The referee starts it as a program, and imports neither it nor an SDK."""


def command_line(manifest: Manifest) -> tuple[str, ...]:
    """The command line that starts the bot: its own command, or the bridge with that command."""
    if manifest.protocol == "grpc":
        return manifest.command
    # Python's name and not its path: it is looked up on the PATH of bots, as any other runtime is.
    options = (NEVER_TALKS,) if manifest.never_talks else ()
    return bridge(Path(sys.executable).name, manifest.games, manifest.command, options)


def bridge(
    python: str, games: Sequence[str], command: Sequence[str], options: Sequence[str] = ()
) -> tuple[str, ...]:
    """The command line of a bridge that is run by `python` and starts `command` as its bot.

    `python` is a name or a path. The bot plays the `games`; `options` are further options of the
    bridge.
    """
    # -P: a file of the bot's folder must not be imported in place of one that the bridge needs.
    start = (python, "-P", "-m", _BRIDGE, *_packages(games))
    return (*start, "--games", ",".join(games), *options, "--", *command)


def _packages(games: Sequence[str]) -> Iterator[str]:
    """The options that tell the bridge where to find games that come from installed packages."""
    # The bridge cannot look for the packages itself: a confined bot sees few of those installed.
    foreign = {game for game in games if not own_folder(game)}
    for entry in installed.entries() if foreign else ():
        spec = find_spec(entry.module.partition(".")[0]) if entry.name in foreign else None
        for place in (spec and spec.submodule_search_locations) or ():
            yield from ("--package", f"{entry.name}={entry.value}", str(Path(place).parent))
