"""The Fox in the Forest on the wire."""

from collections.abc import Iterable
from typing import Any

from referee.games.fox import FoxObservation, FoxOptions, Phase
from stych.v1 import fox_pb2


def options(chosen: FoxOptions) -> fox_pb2.FoxOptions:
    """The options as a match's start tells them."""
    return fox_pb2.FoxOptions(target=chosen.target)


def encode(seen: FoxObservation) -> fox_pb2.FoxObservation:
    """The message for a bot."""
    return fox_pb2.FoxObservation(**fields(seen))


def fields(seen: FoxObservation) -> dict[str, Any]:
    """The message's fields, for a message that it is part of: to copy it there takes longer."""
    return {
        "public_view": {
            "phase": seen.phase,
            "to_move": seen.to_move,
            "target": seen.target,
            "dealer": seen.dealer,
            "leader": seen.leader,
            "decree": seen.decree,
            "trick": seen.trick,
            "hand_sizes": seen.hand_sizes,
            "deck_size": seen.deck_size,
            "tricks": seen.tricks,
            "treasures": seen.treasures,
            "totals": seen.totals,
            "past_rounds": seen.past_rounds,
            "history": seen.history,
        },
        "private_view": {
            "seat": seen.seat,
            "hand": seen.hand,
            "drawn": seen.drawn,
            "buried": seen.buried,
        },
    }


def decode(message: fox_pb2.FoxObservation) -> FoxObservation:
    """The observation that the message carries. Raises ValueError when it can carry none."""
    public, private = message.public_view, message.private_view
    return FoxObservation(
        phase=Phase(public.phase),
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
    one, other = numbers
    return one, other
