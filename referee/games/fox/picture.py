"""The picture of the fox: its drawn table, and its decisions as forms."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from referee.games.events import Event, unpack
from referee.games.fox import FoxObservation, FoxPhase
from referee.games.fox.actions import GIVE, KEEP, UNDER, FoxEventKind
from referee.games.fox.cards import PACK, parse_card, suit
from referee.games.fox.faces import MARKS, SUIT_NAMES, draw_faces, face_key, spoken
from referee.games.fox.state import TRICK_POINTS, TRICKS
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

_BEST: Final = tuple(
    n for n, points in enumerate(TRICK_POINTS) if n and points == max(TRICK_POINTS)
)
"""The numbers of tricks from 1 on that score the most points; 0 needs no mark."""
_CARD: Final = re.compile(r"\b[BKM]\d+\b")
"""A card in the text of an event, such as B7."""
_KINDS: Final = TrickKinds((FoxEventKind.ROUND,), (FoxEventKind.PLAY,), (FoxEventKind.TRICK,))


class FoxPicture(GamePicture):
    """Draws the fox: two hands, the trick between them, the decree card and the deck."""

    step_ends = _KINDS.ends
    round_ends = (FoxEventKind.SCORE,)
    deals = _KINDS.starts
    marks = MARKS
    private_replaces_event = True

    def draw(self) -> Sequence[Face]:
        """The faces of all 33 cards."""
        return draw_faces()

    def scene(self, seen: Mapping[int, FoxObservation], names: Names, log: EventLog) -> Scene:
        """The table with the hands, the trick, the last trick, the decree card and the deck."""
        view = next(iter(seen.values()))
        trick, last = shown_trick(log, _KINDS)
        return Scene(
            _title(view, trick),
            tuple(_side(seat, seen, names, trick) for seat in (0, 1)),
            (_decree(view, log), _deck(view), *_tricks(trick, last, names)),
            tuple(_facts(view)),
            view.seat if len(seen) == 1 else None,
        )

    def hand(self, seen: FoxObservation) -> Sequence[str]:
        """The faces of the hand, by suit and rank."""
        return [face_key(card) for card in seen.hand]

    def face_of(self, seen: FoxObservation, action: int) -> str:
        """The face of the card that is played, given or put under the deck."""
        del seen
        return "" if action == KEEP else face_key(action % PACK)

    def spoken(self, seen: FoxObservation, action: int) -> str:
        """The action as a command, such as "Play the 8 of Bells"."""
        if action == KEEP:
            return f"Keep the {spoken(seen.decree)}"
        name = spoken(action % PACK)
        if action < GIVE:
            return f"Play the {name}"
        return f"Put the {name} under the deck" if action >= UNDER else f"Give the {name}"

    def event_words(self, event: int) -> str:
        """A public event in words, with the spoken names of cards."""
        text = self.game.event_text(event)
        return _CARD.sub(lambda match: f"the {spoken(parse_card(match[0]))}", text)

    def verb(self, seen: FoxObservation) -> str:
        """The label of the button, which says what happens to the chosen card."""
        return {
            FoxPhase.FOX: "Make it the decree card",
            FoxPhase.WOODCUTTER: "Put it under the deck",
        }.get(seen.phase, "Play this card")

    def why_closed(self, seen: FoxObservation) -> str:
        """Why a card cannot be chosen: cards are closed only for a seat that follows."""
        del seen
        return "the card that was led asks for another one"

    def private(self, before: FoxObservation, action: int, after: FoxObservation) -> str:
        """The cards that a Woodcutter drew and put under the deck; "" for any other action."""
        del after
        # The public events tell all of the other actions.
        if not UNDER <= action < KEEP:
            return ""
        drawn = spoken(before.drawn[-1])
        return f"draws the {drawn} and puts the {spoken(action - UNDER)} under the deck"

    def seen_before_dealing(self, seen: FoxObservation, events: Sequence[int]) -> FoxObservation:
        """The observation at the end of a round: no cards left, and the points added."""
        unpacked = [unpack(event) for event in events]
        tricks = list(seen.tricks)
        # Stays without points if the events have no score.
        score = Event(0, 0, 0, 0, 0)
        for event in unpacked:
            if event.kind == FoxEventKind.TRICK:
                tricks[event.seat] += 1
            elif event.kind == FoxEventKind.SCORE:
                score = event
        return seen._replace(
            to_move=NOBODY,
            hand=(),
            hand_sizes=(0, 0),
            trick=(),
            tricks=(tricks[0], tricks[1]),
            treasures=(0, 0),
            totals=(seen.totals[0] + score.a, seen.totals[1] + score.b),
            past_rounds=(*seen.past_rounds, score.a, score.b),
            history=(*seen.history, *events),
        )


def _title(view: FoxObservation, trick: ShownTrick) -> str:
    over, rounds = sum(view.tricks), len(view.past_rounds) // 2
    # At the end of its last trick the round is already one of `past_rounds`.
    number = rounds + 1 if over < TRICKS else rounds
    # A trick that has just ended is still shown, so the title names it.
    shown = over if trick.is_fresh else min(over + 1, TRICKS)
    return f"Round {number}, trick {shown} of {TRICKS}"


def _side(
    seat: int, seen: Mapping[int, FoxObservation], names: Names, trick: ShownTrick
) -> TableSide:
    view = next(iter(seen.values()))
    zones = [_hand(seat, seen)]
    if (own := seen.get(seat)) and own.buried:
        cards = tuple(SceneCard(face_key(card)) for card in own.buried)
        zones.append(Zone(f"buried-{seat}", "Put under the deck", Lie.LIST, cards))
    points = counted(view.totals[seat], "point")
    if gained := view.treasures[seat]:
        points = f"{view.totals[seat]} + {gained} points"
    tricks = view.tricks[seat]
    status = status_of(seat, trick, view.to_move)
    return TableSide(
        seat,
        names[seat],
        status,
        tallies=(SeatTally(counted(tricks, "trick"), tricks, TRICKS, _BEST), SeatTally(points)),
        zones=tuple(zones),
    )


def _hand(seat: int, seen: Mapping[int, FoxObservation]) -> Zone:
    own = seen.get(seat)
    if own is None:
        view = next(iter(seen.values()))
        return Zone(hand_zone(seat), "", Lie.HAND, backs=view.hand_sizes[seat])
    # The card that a Woodcutter drew is already in the hand; it is marked as new.
    drawn = own.drawn[-1:] if own.phase == FoxPhase.WOODCUTTER and own.to_move == seat else ()
    cards = tuple(SceneCard(face_key(card), is_new=card in drawn) for card in own.hand)
    return Zone(hand_zone(seat), "", Lie.HAND, cards)


def _decree(view: FoxObservation, log: EventLog) -> Zone:
    given = any(unpack(event).kind == FoxEventKind.GIVE for event in log.news)
    card = SceneCard(face_key(view.decree), is_new=given)
    words = f"{SUIT_NAMES[suit(view.decree)]} are trumps"
    return Zone("decree", "Decree", Lie.PILE, (card,), words=words)


def _deck(view: FoxObservation) -> Zone:
    return Zone("deck", "Deck", Lie.PILE, backs=view.deck_size)


def _tricks(trick: ShownTrick, last: ShownTrick | None, names: Names) -> list[Zone]:
    zones = [Zone("trick", "Trick", Lie.TRICK, trick.cards(names, face_key), room=2)]
    if last and last.winner is not None:
        words = f"{names[last.winner]} took it"
        cards = tuple(SceneCard(card.face) for card in last.cards(names, face_key))
        zones.append(Zone("last", "Last trick", Lie.LIST, cards, words=words))
    return zones


def _facts(view: FoxObservation) -> list[str]:
    # The list has the points of both seats in turn, since the protocol has no lists of pairs.
    points = zip(view.past_rounds[::2], view.past_rounds[1::2], strict=True)
    rounds = ", ".join(f"{a} to {b}" for a, b in points)
    return [f"to {counted(view.target, 'point')}", *([f"rounds {rounds}"] if rounds else [])]


PICTURE: Final = FoxPicture
