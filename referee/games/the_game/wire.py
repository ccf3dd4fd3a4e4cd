"""The Game on the wire: options and observations as the messages of the_game.proto."""

from typing import Final

from referee.games.the_game import TheGameObservation, TheGameOptions, TheGamePhase
from referee.packing import ObservationPacker
from stych.v1 import the_game_pb2

FIELD: Final = "the_game"
"""The name of the game's field in the oneofs MatchStart.options and Decision.observation."""
OBSERVATIONS: Final = ObservationPacker(
    the_game_pb2.TheGameObservation.DESCRIPTOR, TheGameObservation._fields
)
"""Writes observations as bytes."""


def options(chosen: TheGameOptions) -> the_game_pb2.TheGameOptions:
    """The options as the message that is sent at the start of a match."""
    return the_game_pb2.TheGameOptions(
        players=chosen.players, variant=chosen.variant, talk=chosen.talk, fire=chosen.fire
    )


def decode(message: the_game_pb2.TheGameObservation) -> TheGameObservation:
    """The observation in the message. Raises ValueError for an unknown phase."""
    public, private = message.public_view, message.private_view
    return TheGameObservation(
        phase=TheGamePhase(public.phase),
        to_move=public.to_move,
        hand_limit=public.hand_limit,
        usual_minimum=public.usual_minimum,
        talk=public.talk,
        fire=public.fire,
        mover=public.mover,
        placed=public.placed,
        minimum=public.minimum,
        to_cover=tuple(public.to_cover),
        tops=tuple(public.tops),
        deck_size=public.deck_size,
        hand_sizes=tuple(public.hand_sizes),
        flags=tuple(public.flags),
        history=tuple(public.history),
        seat=private.seat,
        hand=tuple(private.hand),
    )
