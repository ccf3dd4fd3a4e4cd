"""Writes decisions, and batches of them, as bytes of the protocol.

No objects of protobuf's classes are made: to make them, and to copy them into one another, took
29 % of the referee's time (docs/performance.md).
"""

from collections.abc import Sequence
from typing import Any, Final

from librt.strings import BytesWriter

from referee.packing import (
    ObservationPacker,
    SentHistory,
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
        sent: SentHistory,
    ) -> bytes:
        """A decision without its number and bank, which are known only when its batch is sent.

        `match` is the match's number in its MatchStart, `seen` the observation. `sent` has the
        history that the seat was sent last, and is updated. Raises ValueError for a number below 0
        in an unsigned field.
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
        write_data(out, self._tag, self._observations.pack(seen, sent))
        return out.getvalue()


def write_entry(out: BytesWriter, number: int, bank_ms: int, packed: bytes) -> None:
    """Write `packed`, a decision made by `DecisionPacker.pack`, as an entry of a batch.

    The entry has its number, and the milliseconds that are left in the seat's bank. A sequence of
    entries is a PlayResponse.
    """
    size = len(_NUMBER) + size_of(number) + len(packed)
    if bank_ms:
        # Protobuf leaves zeros out, so that messages are shorter.
        size += len(_BANK) + size_of(bank_ms)
    out.write(_DECISIONS)
    write_number(out, size)
    out.write(_NUMBER)
    write_number(out, number)
    if bank_ms:
        out.write(_BANK)
        write_number(out, bank_ms)
    # Readers of protobuf take fields in any order, so the packed decision is only appended.
    out.write(packed)
