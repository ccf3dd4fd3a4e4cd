"""Observations and options to protobuf and back: pure functions, one module a game."""

from referee.wire.codec import Codec, codec, option_values

__all__ = ["Codec", "codec", "option_values"]
