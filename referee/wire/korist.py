"""Kořist on the wire."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, cast

from referee.games.korist import KoristObservation, KoristOptions, Phase, Variant
from referee.games.korist.cards import KINDS
from referee.games.korist.sets import NO_SET
from stych.v1 import korist_pb2


def options(chosen: KoristOptions) -> korist_pb2.KoristOptions:
    """The options as a match's start tells them."""
    return korist_pb2.KoristOptions(
        players=chosen.players, variant=chosen.variant, limit=chosen.limit
    )


def encode(seen: KoristObservation) -> korist_pb2.KoristObservation:
    """The message for a bot."""
    return korist_pb2.KoristObservation(**fields(seen))


def fields(seen: KoristObservation) -> dict[str, Any]:
    """The message's fields, for a message that it is part of: to copy it there takes longer."""
    return {
        "public_view": {
            "phase": seen.phase,
            "to_move": seen.to_move,
            "variant": seen.variant,
            "limit": seen.limit,
            "decisions": seen.decisions,
            "turn": seen.turn,
            "has_captured": seen.has_captured,
            "victim": seen.victim,
            "captured_layer": None if seen.captured == NO_SET else seen.captured,
            "draws": seen.draws,
            "hand_sizes": seen.hand_sizes,
            "known": [*chain.from_iterable(seen.known)],
            "layout_sizes": [*map(len, seen.layouts)],
            "layers": [*chain.from_iterable(seen.layouts)],
            "pile_sizes": [*map(len, seen.supply)],
            "supply": [*chain.from_iterable(seen.supply)],
            "shadow": seen.shadow,
            "discard": seen.discard,
            "deck_size": seen.deck_size,
            "history": seen.history,
        },
        "private_view": {"seat": seen.seat, "hand": seen.hand},
    }


def decode(message: korist_pb2.KoristObservation) -> KoristObservation:
    """The observation that the message carries. Raises ValueError when it can carry none."""
    public, private = message.public_view, message.private_view
    return KoristObservation(
        phase=Phase(public.phase),
        to_move=public.to_move,
        variant=cast(Variant, public.variant),
        limit=public.limit,
        decisions=public.decisions,
        turn=public.turn,
        has_captured=public.has_captured,
        victim=public.victim,
        captured=public.captured_layer if public.HasField("captured_layer") else NO_SET,
        draws=public.draws,
        hand_sizes=tuple(public.hand_sizes),
        known=_parted(public.known, [KINDS] * len(public.hand_sizes)),
        layouts=_parted(public.layers, public.layout_sizes),
        supply=_parted(public.supply, public.pile_sizes),
        shadow=tuple(public.shadow),
        discard=tuple(public.discard),
        deck_size=public.deck_size,
        history=tuple(public.history),
        seat=private.seat,
        hand=tuple(private.hand),
    )


def _parted(numbers: Iterable[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    left: Iterator[int] = iter(numbers)
    return tuple([tuple(islice(left, size)) for size in sizes])
