"""Turns what the protocol says of any game into protobuf and back, by pure functions."""

from referee.wire.codec import Codec, codec, option_values

__all__ = ["Codec", "codec", "option_values"]
