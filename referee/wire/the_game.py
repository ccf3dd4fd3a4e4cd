"""The Game on the wire."""

from typing import Any

from referee.games.the_game import Phase, TheGameObservation, TheGameOptions
from stych.v1 import the_game_pb2


def options(chosen: TheGameOptions) -> the_game_pb2.TheGameOptions:
    """The options as a match's start tells them."""
    return the_game_pb2.TheGameOptions(
        players=chosen.players, variant=chosen.variant, talk=chosen.talk, fire=chosen.fire
    )


def encode(seen: TheGameObservation) -> the_game_pb2.TheGameObservation:
    """The message for a bot."""
    return the_game_pb2.TheGameObservation(**fields(seen))


def fields(seen: TheGameObservation) -> dict[str, Any]:
    """The message's fields, for a message that it is part of: to copy it there takes longer."""
    return {
        "public_view": {
            "phase": seen.phase,
            "to_move": seen.to_move,
            "hand_limit": seen.hand_limit,
            "usual_minimum": seen.usual_minimum,
            "talk": seen.talk,
            "fire": seen.fire,
            "mover": seen.mover,
            "placed": seen.placed,
            "minimum": seen.minimum,
            "to_cover": seen.to_cover,
            "tops": seen.tops,
            "deck_size": seen.deck_size,
            "hand_sizes": seen.hand_sizes,
            "flags": seen.flags,
            "history": seen.history,
        },
        "private_view": {"seat": seen.seat, "hand": seen.hand},
    }


def decode(message: the_game_pb2.TheGameObservation) -> TheGameObservation:
    """The observation that the message carries. Raises ValueError when it can carry none."""
    public, private = message.public_view, message.private_view
    return TheGameObservation(
        phase=Phase(public.phase),
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
