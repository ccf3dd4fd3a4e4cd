"""What is said of any game, to protobuf and back: pure functions."""

from referee.wire.codec import Codec, codec, option_values

__all__ = ["Codec", "codec", "option_values"]
