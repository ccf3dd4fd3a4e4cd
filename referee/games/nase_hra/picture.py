"""How Naše hra is drawn, as a table and as forms."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from referee.games.events import unpack
from referee.games.game import NOBODY
from referee.games.nase_hra import NaseHraObservation, NaseHraPhase
from referee.games.nase_hra.actions import (
    ANNOUNCE,
    DISCARD,
    TAKE,
    NaseHraEventKind,
)
from referee.games.nase_hra.cards import PACK, RANKS, SUITS, parse_card
from referee.games.nase_hra.faces import MARKS, draw_faces, face_key, spoken
from referee.games.nase_hra.scenes import KINDS, scene
from referee.games.nase_hra.state_fields import sums_by_seat, with_item
from referee.games.picture import GamePicture, Names
from referee.games.scene import (
    EventLog,
    Face,
    Scene,
)
from referee.games.tricks import counted

_CARD: Final = re.compile(rf"\b[{SUITS}][{RANKS}]\b")
"""A card in the notation, as it stands in the texts of events."""
_COMMANDS: Final = {
    "figures": "Figures on top",
    "numbers": "Numbers on top",
    "play on": "Play on",
    "refuse": "Refuse the game",
    "renounce": "Take nothing, for a point",
    "take 1": "Take one card",
    "take 2": "Take two cards",
}


class NaseHraPicture(GamePicture):
    """Draws Naše hra: the hands, the talon, the cross and the trick; with two players the pile."""

    step_ends = KINDS.ends
    # A game ends with its score, or when it is refused.
    round_ends = (NaseHraEventKind.SCORE, NaseHraEventKind.REFUSE)
    # A triple begins with lifting, before anything is dealt.
    deals = (NaseHraEventKind.LIFT, NaseHraEventKind.DEAL)
    marks = MARKS
    private_replaces_event = True

    def draw(self) -> Sequence[Face]:
        """The faces of all 32 cards."""
        return draw_faces()

    def scene(self, seen: Mapping[int, NaseHraObservation], names: Names, log: EventLog) -> Scene:
        """The table as it is now; only the game in progress is shown."""
        return scene(seen, names, log)

    def hand(self, seen: NaseHraObservation) -> Sequence[str]:
        """The keys of the faces of the hand's cards, by suit and rank."""
        return [face_key(card) for card in seen.hand]

    def face_of(self, seen: NaseHraObservation, action: int) -> str:
        """The key of the face of the card that is played or discarded; "" for other actions."""
        del seen
        return face_key(action % PACK) if action < 2 * PACK else ""

    def spoken(self, seen: NaseHraObservation, action: int) -> str:
        """The action in words, such as "Play the king of kule"."""
        del seen
        if action < DISCARD:
            return f"Play the {spoken(action)}"
        if action < 2 * PACK:
            return f"Lay the {spoken(action - DISCARD)} on the cross"
        if action >= ANNOUNCE:
            return f"Say: {counted(action - ANNOUNCE, 'taking card')}"
        return _COMMANDS[self.game.action_text(action)]

    def event_words(self, event: int) -> str:
        """A public event in words, the names of cards too."""
        kind, seat, *cards = unpack(event)
        if kind == NaseHraEventKind.LIFT:
            first, second, third = (f"the {spoken(card)}" for card in cards)
            return f"seat {seat} lifts {first}, {second} and {third}"
        if kind == NaseHraEventKind.TURN:
            return f"the {spoken(cards[0])} is left in the talon and turned up"
        text = self.game.event_text(event)
        return _CARD.sub(lambda match: f"the {spoken(parse_card(match[0]))}", text)

    def verb(self, seen: NaseHraObservation) -> str:
        """The text of the button that plays or discards the chosen card."""
        discards = seen.phase == NaseHraPhase.DISCARD
        return "Lay it on the cross" if discards else "Play this card"

    def why_closed(self, seen: NaseHraObservation) -> str:
        """Why a card of the hand cannot be played: only the led suit restricts the choice."""
        del seen
        return "the suit that was led must be followed"

    def private(self, before: NaseHraObservation, action: int, after: NaseHraObservation) -> str:
        """The cards that the action took from the talon, as a clause; "" for other actions."""
        del before
        taking = TAKE < action < ANNOUNCE
        cards = " and the ".join(map(spoken, after.taken))
        return f"takes the {cards} from the talon" if taking else ""

    def seen_before_dealing(
        self, seen: NaseHraObservation, events: Sequence[int]
    ) -> NaseHraObservation:
        """The observation at the end of the game: it is played and counted, or was refused."""
        history = (*seen.history, *events)
        happened = [unpack(event) for event in events]
        score = next((e for e in happened if e.kind == NaseHraEventKind.SCORE), None)
        if score is None:
            return seen._replace(history=history, to_move=NOBODY)
        points = (score.a, score.b, score.c)[: len(seen.points)]
        # `seen` is from before the last card, so the last trick is missing in it.
        trick = next(event for event in happened if event.kind in KINDS.ends)
        by_pile = trick.kind in KINDS.pile
        place = len(seen.points) if by_pile else trick.seat
        last_card = next(event.a for event in happened if event.kind in KINDS.plays)
        return seen._replace(
            to_move=NOBODY,
            hand=(),
            hand_sizes=(0,) * len(points),
            trick=(),
            cross=(*seen.cross, *seen.trick, last_card) if by_pile else seen.cross,
            tricks=with_item(seen.tricks, place, seen.tricks[place] + 1),
            points=(0,) * len(points),
            triple_points=sums_by_seat(seen.triple_points, points),
            totals=sums_by_seat(seen.totals, points),
            past_games=(*seen.past_games, seen.chooser, *points),
            history=history,
        )


PICTURE: Final = NaseHraPicture
