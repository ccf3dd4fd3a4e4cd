"""What all streams of server-sent events have in common."""

from typing import Final

SILENCE: Final = 15.0
"""Seconds after which a listener is sent a comment: a proxy may end a stream that says nothing."""
STILL_HERE: Final = b": still here\n\n"
"""The comment that is sent after `SILENCE`."""
