"""The version of this software, and of the protocol it speaks (docs/protocol.md, Versions)."""

from importlib.metadata import version
from typing import Final

STYCH: Final = version("stych")
PROTOCOL: Final = 1
