"""A bot as it is entered in a tournament.

It has a module of its own because the modules that start bots load gRPC, which takes long.
"""

from dataclasses import dataclass
from pathlib import Path

from referee.rpc.manifest import Manifest


@dataclass(frozen=True, slots=True)
class BotEntry:
    """A bot as it is entered: its name in the tournament, and what is needed to start it."""

    name: str
    folder: Path
    """The folder of the bot, in which its command is run."""
    manifest: Manifest
