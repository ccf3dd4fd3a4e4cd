"""The scenes of Naše hra: the drawn table, made from the observations of one or all seats."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee.games.events import Event, unpack
from referee.games.nase_hra import NaseHraObservation, NaseHraPhase, RankOrder
from referee.games.nase_hra.actions import NaseHraEventKind
from referee.games.nase_hra.course import TRICKS
from referee.games.nase_hra.faces import face_key
from referee.games.nase_hra.replay import UPWARDS, dealt_again
from referee.games.picture import Names, hand_zone
from referee.games.scene import EventLog, Lie, Scene, SceneCard, SeatTally, TableSide, Zone
from referee.games.tricks import (
    PILE_PLAYER,
    ShownTrick,
    TrickKinds,
    counted,
    shown_trick,
    status_of,
)

_PILE: Final = "the pile"
KINDS: Final = TrickKinds(
    starts=(NaseHraEventKind.DEAL,),
    plays=(NaseHraEventKind.PLAY, NaseHraEventKind.PILE),
    ends=(NaseHraEventKind.TRICK, NaseHraEventKind.PILE_TRICK),
    pile=(NaseHraEventKind.PILE, NaseHraEventKind.PILE_TRICK),
)
"""The kinds of events of which tricks consist."""
_ORDERS: Final = {RankOrder.FIGURES: "figures", RankOrder.NUMBERS: "numbers"}


def scene(seen: Mapping[int, NaseHraObservation], names: Names, log: EventLog) -> Scene:
    """The table as it is now; only the game in progress is shown.

    `seen` has the observations of this moment by seat: of one seat, or of all for the referee.
    """
    # Any observation will do for what is public.
    view = next(iter(seen.values()))
    trick, last = shown_trick(log, KINDS)
    return Scene(
        _title(view, trick),
        tuple(_side(seat, seen, names, trick) for seat in range(len(names))),
        # PILE_PLAYER is -1, so the name of the pile is the last.
        tuple(_centre(view, trick, last, [*names, _PILE])),
        tuple(_facts(view, names)),
        view.seat if len(seen) == 1 else None,
    )


def _title(view: NaseHraObservation, trick: ShownTrick) -> str:
    parts = []
    if view.series == "nine":
        parts.append(f"triple {view.triple}")
    if view.series != "single":
        parts.append(f"game {view.game}")
    if view.phase == NaseHraPhase.PLAY:
        # A trick that ended in this step is still shown, and is in `tricks` already.
        number = sum(view.tricks) + (0 if trick.is_fresh else 1)
        parts.append(f"trick {min(number, TRICKS)} of {TRICKS}")
    else:
        parts.append("before the first trick")
    text = ", ".join(parts)
    return text[:1].upper() + text[1:]


def _side(
    seat: int, seen: Mapping[int, NaseHraObservation], names: Names, trick: ShownTrick
) -> TableSide:
    view = next(iter(seen.values()))
    status = status_of(seat, trick, view.to_move)
    return TableSide(seat, names[seat], status, tuple(_tallies(seat, view)), _zones(seat, seen))


def _tallies(seat: int, view: NaseHraObservation) -> list[SeatTally]:
    tricks, points = view.tricks[seat], view.points[seat]
    tallies = []
    if view.announced[seat] >= 0:
        tallies.append(SeatTally(counted(view.announced[seat], "taking card")))
    if view.renounced[seat]:
        tallies.append(SeatTally("took nothing"))
    tallies.append(SeatTally(counted(tricks, "trick"), tricks, TRICKS))
    earlier = view.totals[seat]
    text = f"{earlier} + {counted(points, 'point')}" if earlier else counted(points, "point")
    return [*tallies, SeatTally(text)]


def _zones(seat: int, seen: Mapping[int, NaseHraObservation]) -> tuple[Zone, ...]:
    view = next(iter(seen.values()))
    own_view = seen.get(seat)
    if own_view is None:
        zones = [Zone(hand_zone(seat), "", Lie.HAND, backs=view.hand_sizes[seat])]
    else:
        # Cards from the talon are marked as new until as many are discarded.
        discards = own_view.phase == NaseHraPhase.DISCARD and own_view.to_move == seat
        taken = own_view.taken if discards else ()
        cards = tuple(SceneCard(face_key(card), is_new=card in taken) for card in own_view.hand)
        zones = [Zone(hand_zone(seat), "", Lie.HAND, cards)]
        if own_view.taken:
            zones.append(_list(f"taken-{seat}", "From the talon", own_view.taken))
    lifted = [event for event in map(unpack, view.lifts) if event.seat == seat]
    # The lifts have decided who chooses the order. They are shown until it is chosen.
    if lifted and view.phase == NaseHraPhase.ORDER and view.game == 1 and not view.redeal:
        zones.append(_list(f"lifted-{seat}", "Lifted to choose", _lifted(lifted[-1])))
    return tuple(zones)


def _lifted(event: Event) -> tuple[int, ...]:
    return event.a, event.b, event.c


def _list(key: str, label: str, cards: Sequence[int]) -> Zone:
    return Zone(key, label, Lie.LIST, tuple(SceneCard(face_key(card)) for card in cards))


def _centre(
    view: NaseHraObservation, trick: ShownTrick, last: ShownTrick | None, names: Names
) -> list[Zone]:
    zones = []
    if view.talon_size:
        zones.append(Zone("talon", "Talon", Lie.PILE, backs=view.talon_size))
    if view.pile_size:
        zones.append(Zone("pile", "Pile", Lie.PILE, backs=view.pile_size))
    if view.phase == NaseHraPhase.PLAY:
        cards = trick.cards(names, face_key)
        words = "the pile takes it" if trick.winner == PILE_PLAYER else ""
        zones.append(Zone("trick", "Trick", Lie.TRICK, cards, room=3, words=words))
    if view.cross:
        zones.append(_list("cross", "Cross", view.cross))
    if last and last.winner is not None:
        shown = tuple(SceneCard(card.face) for card in last.cards(names, face_key))
        words = f"{names[last.winner]} took it"
        zones.append(Zone("last", "Last trick", Lie.LIST, shown, words=words))
    return zones


def _facts(view: NaseHraObservation, names: Names) -> list[str]:
    chooser = names[view.chooser]
    if view.order == RankOrder.UNCHOSEN:
        facts = [f"{chooser} to choose what is on top"]
    else:
        # The notation writes the ten as 0.
        ranks = " ".join(UPWARDS[view.order]).replace("0", "10")
        facts = [f"{chooser} chose {_ORDERS[view.order]} on top: {ranks}"]
    if view.redeal:
        facts.append(dealt_again(view.redeal))
    return facts
