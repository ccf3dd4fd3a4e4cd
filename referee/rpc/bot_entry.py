"""A bot as it is entered in a tournament.

In a module of its own: what starts a bot needs gRPC, which takes long to load.
"""

from dataclasses import dataclass
from pathlib import Path

from referee.rpc.manifest import Manifest


@dataclass(frozen=True, slots=True)
class BotEntry:
    """A bot as it is entered: what to start, and the name that its files get."""

    name: str
    folder: Path
    manifest: Manifest
