"""A bot as it is entered; apart from what starts it, which needs gRPC and takes long to load."""

from dataclasses import dataclass
from pathlib import Path

from referee.rpc.manifest import Manifest


@dataclass(frozen=True, slots=True)
class BotEntry:
    """A bot as it is entered: what to start, and the name its files get."""

    name: str
    folder: Path
    manifest: Manifest
