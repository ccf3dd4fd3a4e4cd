"""How Hearts is drawn, as a table and as forms."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee.games.events import unpack
from referee.games.game import NOBODY
from referee.games.picture import GamePicture, Names, hand_zone
from referee.games.scene import (
    EventLog,
    Face,
    Lie,
    Scene,
    SceneCard,
    SeatTally,
    TableSide,
    Zone,
)
from referee.games.tricks import ShownTrick, TrickKinds, counted, shown_trick, status_of
from stych_hearts.actions import HeartsEventKind, rounds_begun
from stych_hearts.cards import PACK
from stych_hearts.faces import MARKS, draw_faces, face_key, spoken
from stych_hearts.observation import HeartsObservation, HeartsPhase
from stych_hearts.passing import PASSED

_KINDS: Final = TrickKinds(
    starts=(HeartsEventKind.ROUND,),
    plays=(HeartsEventKind.PLAY,),
    ends=(HeartsEventKind.TRICK,),
)
"""The kinds of events of which tricks consist."""


class HeartsPicture(GamePicture):
    """Draws Hearts: the trick, and for each seat its hand and the cards passed and received."""

    step_ends = _KINDS.ends
    round_ends = (HeartsEventKind.SCORE,)
    deals = _KINDS.starts
    marks = MARKS

    def draw(self) -> Sequence[Face]:
        """The faces of all 52 cards."""
        return draw_faces()

    def scene(self, seen: Mapping[int, HeartsObservation], names: Names, log: EventLog) -> Scene:
        """The table as it is now; only the round in progress is shown."""
        # Any observation will do for what is public.
        view = next(iter(seen.values()))
        trick, _ = shown_trick(log, _KINDS)
        passing = view.direction.name.lower()
        return Scene(
            f"Round {rounds_begun(view.history)}",
            tuple(_side(seat, seen, names, trick) for seat in range(len(names))),
            (_trick(trick, names),) if view.phase == HeartsPhase.PLAY else (),
            (
                f"to {view.target} points",
                f"passing: {passing}",
                "hearts are broken" if view.broken else "hearts are not broken",
            ),
            view.seat if len(seen) == 1 else None,
        )

    def hand(self, seen: HeartsObservation) -> Sequence[str]:
        """The keys of the faces of the hand's cards, by suit and rank."""
        return [face_key(card) for card in seen.hand]

    def face_of(self, seen: HeartsObservation, action: int) -> str:
        """The key of the face of the card that is played or passed."""
        del seen
        return face_key(action % PACK)

    def spoken(self, seen: HeartsObservation, action: int) -> str:
        """The action as an imperative, such as "Play the queen of spades"."""
        del seen
        return f"{'Play' if action < PACK else 'Pass'} the {spoken(action % PACK)}"

    def question(self, seen: HeartsObservation) -> str:
        """What is to be decided, as a sentence."""
        if seen.phase == HeartsPhase.PASS:
            return f"Which cards do you pass? Card {len(seen.passed) + 1} of {PASSED}"
        return "Which card do you play?" if seen.trick else "Which card do you lead?"

    def verb(self, seen: HeartsObservation) -> str:
        """The text of the button that plays or passes the chosen card."""
        return "Pass this card" if seen.phase == HeartsPhase.PASS else "Play this card"

    def private(self, before: HeartsObservation, action: int, after: HeartsObservation) -> str:
        """The card that the action chooses to pass, as a clause; "" for a card that is played."""
        del before, after
        return f"passes the {spoken(action - PACK)}" if action >= PACK else ""

    def seen_before_dealing(
        self, seen: HeartsObservation, events: Sequence[int]
    ) -> HeartsObservation:
        """The observation at the end of the round: all cards are played, and points counted."""
        totals = list(seen.totals)
        for event in map(unpack, events):
            if event.kind == HeartsEventKind.SCORE:
                totals[event.seat] += event.a - event.b
        return seen._replace(
            to_move=NOBODY,
            trick=(),
            hand=(),
            hand_sizes=(0,) * len(totals),
            taken=(0,) * len(totals),
            totals=tuple(totals),
            history=(*seen.history, *events),
        )


def _side(
    seat: int, seen: Mapping[int, HeartsObservation], names: Names, trick: ShownTrick
) -> TableSide:
    view = next(iter(seen.values()))
    status = status_of(seat, trick, view.to_move)
    tallies = (
        SeatTally(f"{counted(view.taken[seat], 'point')} taken"),
        SeatTally(counted(view.totals[seat], "point")),
    )
    zones = [_hand(seat, view, seen.get(seat))]
    if own_view := seen.get(seat):
        zones += _passed(seat, own_view)
    return TableSide(seat, names[seat], status, tallies, tuple(zones))


def _hand(seat: int, view: HeartsObservation, own_view: HeartsObservation | None) -> Zone:
    if own_view is None:
        return Zone(hand_zone(seat), "", Lie.HAND, backs=view.hand_sizes[seat])
    # The cards received are marked as new until the first card of the round is played.
    fresh = own_view.received if not own_view.trick and not any(own_view.tricks) else ()
    cards = tuple(SceneCard(face_key(card), is_new=card in fresh) for card in own_view.hand)
    return Zone(hand_zone(seat), "", Lie.HAND, cards)


def _passed(seat: int, view: HeartsObservation) -> list[Zone]:
    places = (("passed", "Passed", view.passed), ("received", "Received", view.received))
    return [
        Zone(f"{key}-{seat}", label, Lie.LIST, tuple(SceneCard(face_key(card)) for card in cards))
        for key, label, cards in places
        if cards
    ]


def _trick(trick: ShownTrick, names: Names) -> Zone:
    return Zone("trick", "Trick", Lie.TRICK, trick.cards(names, face_key), room=len(names))


PICTURE: Final = HeartsPicture
