"""Hearts on the wire: converts to and from its own message, which GameData carries."""

from typing import Final

from referee.packing import ObservationPacker
from stych_hearts.observation import HeartsObservation, HeartsPhase
from stych_hearts.passing import HeartsDirection
from stych_hearts.v1 import hearts_pb2

OBSERVATIONS: Final = ObservationPacker(
    hearts_pb2.HeartsObservation.DESCRIPTOR, HeartsObservation._fields
)
"""Writes observations as the bytes of their message."""


def decode(message: hearts_pb2.HeartsObservation) -> HeartsObservation:
    """The observation in the message. Raises ValueError when the message holds none."""
    public, private = message.public_view, message.private_view
    return HeartsObservation(
        phase=HeartsPhase(public.phase),
        to_move=public.to_move,
        target=public.target,
        moon=public.moon,
        jack=public.jack,
        direction=HeartsDirection(public.direction),
        leader=public.leader,
        trick=tuple(public.trick),
        broken=public.broken,
        hand_sizes=tuple(public.hand_sizes),
        tricks=tuple(public.tricks),
        taken=tuple(public.taken),
        totals=tuple(public.totals),
        past_rounds=tuple(public.past_rounds),
        history=tuple(public.history),
        seat=private.seat,
        hand=tuple(private.hand),
        passed=tuple(private.passed),
        received=tuple(private.received),
        earlier_passed=tuple(private.earlier_passed),
        earlier_received=tuple(private.earlier_received),
    )
