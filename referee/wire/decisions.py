"""Decisions and batches of them as bytes.

They are written as the protocol has them, without objects of protobuf's classes: to make these, and
to copy them into one another, took a third of the referee's time (docs/performance.md).
"""

from collections.abc import Sequence
from typing import Any, Final

from librt.strings import BytesWriter

from referee.packing import (
    ObservationPacker,
    Written,
    size_of,
    tag_of,
    write_data,
    write_list,
    write_number,
)
from stych.v1.referee_pb2 import Decision, PlayResponse

_MATCH: Final = tag_of(Decision.DESCRIPTOR, "match")
_LEGAL: Final = tag_of(Decision.DESCRIPTOR, "legal_actions")
_EVENTS: Final = tag_of(Decision.DESCRIPTOR, "events")
_NUMBER: Final = tag_of(Decision.DESCRIPTOR, "decision")
_BANK: Final = tag_of(Decision.DESCRIPTOR, "bank_left_ms")
_DECISIONS: Final = tag_of(PlayResponse.DESCRIPTOR, "decisions")


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
        """A decision but for its number and bank, which are known only when it is sent."""
        out = BytesWriter()
        if match:
            out.write(_MATCH)
            write_number(out, match)
        if legal:
            out.write(_LEGAL)
            write_list(out, tuple(legal))
        if events:
            out.write(_EVENTS)
            write_list(out, tuple(events))
        write_data(out, self._tag, self._observations.pack(seen, written))
        return out.getvalue()


def write_entry(out: BytesWriter, number: int, bank_ms: int, request: bytes) -> None:
    """The decision as an entry of a PlayResponse: such entries after one another are one."""
    size = len(_NUMBER) + size_of(number) + len(request)
    if bank_ms:
        size += len(_BANK) + size_of(bank_ms)
    out.write(_DECISIONS)
    write_number(out, size)
    out.write(_NUMBER)
    write_number(out, number)
    if bank_ms:
        out.write(_BANK)
        write_number(out, bank_ms)
    out.write(request)
