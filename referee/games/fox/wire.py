"""The Fox in the Forest on the wire: options and observations as the messages of fox.proto."""

from collections.abc import Iterable
from typing import Final

from referee.games.fox import FoxObservation, FoxOptions, FoxPhase
from referee.packing import ObservationPacker
from stych.v1 import fox_pb2

FIELD: Final = "fox"
"""The name of the game's field in the oneofs MatchStart.options and Decision.observation."""
OBSERVATIONS: Final = ObservationPacker(fox_pb2.FoxObservation.DESCRIPTOR, FoxObservation._fields)
"""Writes observations as bytes."""


def options(chosen: FoxOptions) -> fox_pb2.FoxOptions:
    """The options as the message that is sent at the start of a match."""
    return fox_pb2.FoxOptions(target=chosen.target)


def decode(message: fox_pb2.FoxObservation) -> FoxObservation:
    """The observation in the message. Raises ValueError for an unknown phase or a wrong pair."""
    public, private = message.public_view, message.private_view
    return FoxObservation(
        phase=FoxPhase(public.phase),
        to_move=public.to_move,
        target=public.target,
        dealer=public.dealer,
        leader=public.leader,
        decree=public.decree,
        trick=tuple(public.trick),
        hand_sizes=_pair(public.hand_sizes),
        deck_size=public.deck_size,
        tricks=_pair(public.tricks),
        treasures=_pair(public.treasures),
        totals=_pair(public.totals),
        past_rounds=tuple(public.past_rounds),
        history=tuple(public.history),
        seat=private.seat,
        hand=tuple(private.hand),
        drawn=tuple(private.drawn),
        buried=tuple(private.buried),
    )


def _pair(numbers: Iterable[int]) -> tuple[int, int]:
    first, second = numbers
    return first, second
