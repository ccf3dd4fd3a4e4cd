"""Naše hra on the wire: converts to and from the messages of nase_hra.proto."""

from typing import Final

from referee.games.nase_hra import NaseHraObservation, NaseHraOptions, NaseHraPhase, RankOrder
from referee.packing import ObservationPacker
from stych.v1 import nase_hra_pb2

FIELD: Final = "nase_hra"
"""The game's field in MatchStart.options and Decision.observation."""
OBSERVATIONS: Final = ObservationPacker(
    nase_hra_pb2.NaseHraObservation.DESCRIPTOR, NaseHraObservation._fields
)
"""Writes observations as the bytes of their message."""


def options(chosen: NaseHraOptions) -> nase_hra_pb2.NaseHraOptions:
    """The message of the options that is sent at the start of a match."""
    return nase_hra_pb2.NaseHraOptions(players=chosen.players, series=chosen.series)


def decode(message: nase_hra_pb2.NaseHraObservation) -> NaseHraObservation:
    """The observation in the message. Raises ValueError when the message holds none."""
    public, private = message.public_view, message.private_view
    return NaseHraObservation(
        phase=NaseHraPhase(public.phase),
        to_move=public.to_move,
        series=public.series,
        triple=public.triple,
        game=public.game,
        redeal=public.redeal,
        chooser=public.chooser,
        order=RankOrder(public.order),
        leader=public.leader,
        trick=tuple(public.trick),
        hand_sizes=tuple(public.hand_sizes),
        pile_size=public.pile_size,
        talon_size=public.talon_size,
        cross=tuple(public.cross),
        took=tuple(public.took),
        renounced=tuple(public.renounced),
        announced=tuple(public.announced),
        points=tuple(public.points),
        tricks=tuple(public.tricks),
        triple_points=tuple(public.triple_points),
        totals=tuple(public.totals),
        past_games=tuple(public.past_games),
        lifts=tuple(public.lifts),
        history=tuple(public.history),
        seat=private.seat,
        hand=tuple(private.hand),
        taken=tuple(private.taken),
    )
