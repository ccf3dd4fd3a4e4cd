"""Kořist on the wire: converts to and from the messages of korist.proto."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Final, cast

from referee.games.korist import KoristObservation, KoristOptions, KoristPhase, Variant
from referee.games.korist.cards import KINDS
from referee.games.korist.sets import NO_SET
from referee.packing import ObservationPacker
from stych.v1 import korist_pb2

FIELD: Final = "korist"
"""The game's field in MatchStart.options and Decision.observation."""
# Without a captured layer the field is absent: NO_SET is -1, and 0 is the number of a set.
OBSERVATIONS: Final = ObservationPacker(
    korist_pb2.KoristObservation.DESCRIPTOR,
    KoristObservation._fields,
    {
        "captured_layer": lambda seen: None if seen.captured == NO_SET else seen.captured,
        "known": lambda seen: [*chain.from_iterable(seen.known)],
        "layout_sizes": lambda seen: [*map(len, seen.layouts)],
        "layers": lambda seen: [*chain.from_iterable(seen.layouts)],
        "pile_sizes": lambda seen: [*map(len, seen.supply)],
        "supply": lambda seen: [*chain.from_iterable(seen.supply)],
    },
)
"""Writes observations as bytes. A tuple of tuples is sent as one list, and their sizes as another;
the parts of `known` have no list of sizes, as each has fourteen numbers."""


def options(chosen: KoristOptions) -> korist_pb2.KoristOptions:
    """The message of the options that is sent at the start of a match."""
    return korist_pb2.KoristOptions(
        players=chosen.players, variant=chosen.variant, limit=chosen.limit
    )


def decode(message: korist_pb2.KoristObservation) -> KoristObservation:
    """The observation in the message, unchecked. Raises ValueError only for an unknown phase."""
    public, private = message.public_view, message.private_view
    return KoristObservation(
        phase=KoristPhase(public.phase),
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
        known=_split(public.known, [KINDS] * len(public.hand_sizes)),
        layouts=_split(public.layers, public.layout_sizes),
        supply=_split(public.supply, public.pile_sizes),
        shadow=tuple(public.shadow),
        discard=tuple(public.discard),
        deck_size=public.deck_size,
        history=tuple(public.history),
        seat=private.seat,
        hand=tuple(private.hand),
    )


def _split(numbers: Iterable[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    # One iterator for all parts, so that each part begins where the one before it ended.
    rest: Iterator[int] = iter(numbers)
    return tuple([tuple(islice(rest, size)) for size in sizes])
