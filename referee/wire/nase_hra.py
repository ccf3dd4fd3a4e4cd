"""Naše hra on the wire."""

from typing import Any

from referee.games.nase_hra import NaseHraObservation, NaseHraOptions, Order, Phase
from stych.v1 import nase_hra_pb2


def options(chosen: NaseHraOptions) -> nase_hra_pb2.NaseHraOptions:
    """The options as a match's start tells them."""
    return nase_hra_pb2.NaseHraOptions(players=chosen.players, series=chosen.series)


def encode(seen: NaseHraObservation) -> nase_hra_pb2.NaseHraObservation:
    """The message for a bot."""
    return nase_hra_pb2.NaseHraObservation(**fields(seen))


def fields(seen: NaseHraObservation) -> dict[str, Any]:
    """The message's fields, for a message that it is part of: to copy it there takes longer."""
    return {
        "public_view": {
            "phase": seen.phase,
            "to_move": seen.to_move,
            "series": seen.series,
            "triple": seen.triple,
            "game": seen.game,
            "redeal": seen.redeal,
            "chooser": seen.chooser,
            "order": seen.order,
            "leader": seen.leader,
            "trick": seen.trick,
            "hand_sizes": seen.hand_sizes,
            "pile_size": seen.pile_size,
            "talon_size": seen.talon_size,
            "cross": seen.cross,
            "took": seen.took,
            "renounced": seen.renounced,
            "announced": seen.announced,
            "points": seen.points,
            "tricks": seen.tricks,
            "triple_points": seen.triple_points,
            "totals": seen.totals,
            "past_games": seen.past_games,
            "lifts": seen.lifts,
            "history": seen.history,
        },
        "private_view": {"seat": seen.seat, "hand": seen.hand, "taken": seen.taken},
    }


def decode(message: nase_hra_pb2.NaseHraObservation) -> NaseHraObservation:
    """The observation that the message carries. Raises ValueError when it can carry none."""
    public, private = message.public_view, message.private_view
    return NaseHraObservation(
        phase=Phase(public.phase),
        to_move=public.to_move,
        series=public.series,
        triple=public.triple,
        game=public.game,
        redeal=public.redeal,
        chooser=public.chooser,
        order=Order(public.order),
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
