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
    """Writes the decisions of one game as bytes."""

    def __init__(self, field: str, observations: ObservationPacker) -> None:
        """`field` is the game's field in Decision.observation."""
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
        """A decision without its number and bank, which are known only when its batch is sent.

        `written` remembers the history that the seat was sent last. Raises ValueError for an
        observation with a number that its field cannot hold.
        """
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
    """Write a packed decision as an entry of a batch, with its number and what is left of the bank.

    Such entries after one another are a PlayResponse.
    """
    size = len(_NUMBER) + size_of(number) + len(request)
    if bank_ms:
        # Protobuf leaves zeros out, and so do we, to write the same bytes.
        size += len(_BANK) + size_of(bank_ms)
    out.write(_DECISIONS)
    write_number(out, size)
    out.write(_NUMBER)
    write_number(out, number)
    if bank_ms:
        out.write(_BANK)
        write_number(out, bank_ms)
    # Protobuf's readers take fields in any order, so what was packed before is only appended.
    out.write(request)
