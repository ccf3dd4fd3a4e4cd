"""Writes and reads the messages of the protocol about games and matches, without I/O."""

from referee.wire.codec import Codec, codec, option_values

__all__ = ["Codec", "codec", "option_values"]
