"""Decisions and lists of them as bytes."""

from collections.abc import Sequence
from typing import Final

from referee.wire.packing import Packer, framed, tag_of, varint
from stych.v1.referee_pb2 import Decision, PlayResponse

_ASKED: Final = Packer(Decision.DESCRIPTOR, ("match", "legal_actions", "events"))
_NUMBER: Final = tag_of(Decision.DESCRIPTOR, "decision")
_BANK: Final = tag_of(Decision.DESCRIPTOR, "bank_left_ms")
_IN_LIST: Final = tag_of(PlayResponse.DESCRIPTOR, "decisions")


def asked(match: int, legal: Sequence[int], events: Sequence[int], observation: bytes) -> bytes:
    """A decision but for its number and bank. The observation is there as a field of Decision."""
    return _ASKED.pack((match, legal, events)) + observation


def listed(number: int, bank_ms: int, asked: bytes) -> bytes:
    """The decision as an entry of a list: such entries after one another are a PlayResponse."""
    bank = _BANK + varint(bank_ms) if bank_ms else b""
    return framed(_IN_LIST, b"".join((_NUMBER, varint(number), bank, asked)))
