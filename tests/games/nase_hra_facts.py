"""What a view of Naše hra shows: which decisions a test wants to look at."""

from collections.abc import Callable

from referee.games.events import unpack
from referee.games.nase_hra import NaseHraObservation
from referee.games.nase_hra.actions import NaseHraEventKind

Fact = Callable[[NaseHraObservation], bool]
"""Whether the view shows it. "Took" means from the talon; "another" is not the seat of the view."""


def _others_took(view: NaseHraObservation) -> list[int]:
    return [took for seat, took in enumerate(view.took) if seat != view.seat and took]


def nobody_else_took(view: NaseHraObservation) -> bool:
    return not _others_took(view)


def another_took_one(view: NaseHraObservation) -> bool:
    return _others_took(view) == [1]


def another_took_two(view: NaseHraObservation) -> bool:
    return _others_took(view) == [2]


def only_viewer_took(view: NaseHraObservation) -> bool:
    return bool(view.taken) and not _others_took(view)


def redealt(view: NaseHraObservation) -> bool:
    """The game was refused before; nobody else took from the talon."""
    return view.redeal > 0 and not _others_took(view)


def void(view: NaseHraObservation) -> bool:
    """Somebody else could not follow and still holds cards; nobody else took from the talon."""
    led = None
    for kind, seat, a, _, _ in map(unpack, view.history):
        if kind in (NaseHraEventKind.TRICK, NaseHraEventKind.PILE_TRICK, NaseHraEventKind.DEAL):
            led = None
        elif kind in (NaseHraEventKind.PLAY, NaseHraEventKind.PILE):
            led = a if led is None else led
            if led >> 3 != a >> 3 and seat != view.seat and view.hand_sizes[seat]:
                return not _others_took(view)
    return False
