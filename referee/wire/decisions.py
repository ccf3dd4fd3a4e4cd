"""Decisions and lists of them as bytes."""

from collections.abc import Sequence
from typing import Any, Final

from librt.strings import BytesWriter

from referee.wire.packing import (
    ObservationPacker,
    Packer,
    Written,
    tag_of,
    write_data,
    write_number,
)
from stych.v1.referee_pb2 import Decision, PlayResponse

_ASKED: Final = Packer(Decision.DESCRIPTOR, ("match", "legal_actions", "events"))
_NOTHING_WRITTEN: Final = Written()
_NUMBER: Final = tag_of(Decision.DESCRIPTOR, "decision")
_BANK: Final = tag_of(Decision.DESCRIPTOR, "bank_left_ms")
_IN_LIST: Final = tag_of(PlayResponse.DESCRIPTOR, "decisions")


class DecisionPacker:
    """Writes the decisions of one game."""

    def __init__(self, field: str, observations: ObservationPacker) -> None:
        """`field` is the game's in Decision.observation."""
        self._tag = tag_of(Decision.DESCRIPTOR, field)
        self._observations = observations

    def pack(
        self,
        match: int,
        legal: Sequence[int],
        events: Sequence[int],
        seen: tuple[Any, ...],
        written: Written,
    ) -> bytes:
        """A decision but for its number and bank."""
        out = BytesWriter()
        out.write(_ASKED.pack((match, legal, events), _NOTHING_WRITTEN))
        write_data(out, self._tag, self._observations.pack(seen, written))
        return out.getvalue()


def listed(number: int, bank_ms: int, asked: bytes) -> bytes:
    """The decision as an entry of a list: such entries after one another are a PlayResponse."""
    entry = BytesWriter()
    entry.write(_NUMBER)
    write_number(entry, number)
    if bank_ms:
        entry.write(_BANK)
        write_number(entry, bank_ms)
    entry.write(asked)
    out = BytesWriter()
    write_data(out, _IN_LIST, entry.getvalue())
    return out.getvalue()
