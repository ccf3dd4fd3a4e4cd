"""Observations and options to protobuf and back: pure functions, one module a game."""

from referee.wire.codec import Codec, codec

__all__ = ["Codec", "codec"]
