"""The comment that every stream of server-sent events sends while it has no events."""

from typing import Final

SILENCE: Final = 15.0
"""Seconds without an event after which a comment is sent: a proxy may end a silent stream."""
STILL_HERE: Final = b": still here\n\n"
"""The comment that is sent after `SILENCE`."""
