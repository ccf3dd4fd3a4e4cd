"""A picture for games that have none, made from the texts of `Game.seen_text`.

Also finds the picture of any game (`picture_of`).
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Final

from markupsafe import escape

from referee.games.drawing import corners, face
from referee.games.game import NOBODY, AnyGame, NotationError
from referee.games.picture import GamePicture, Names, hand_zone
from referee.games.registry import make_game, part_of
from referee.games.scene import EventLog, Face, Lie, Scene, SceneCard, TableSide, Zone
from referee.games.screen import with_names
from referee.text import one_line

_HAND: Final = "hand"
"""The place of a seat's own cards in `Game.seen_text`."""
_MOST_CARDS: Final = 256
"""Cards are looked for among the numbers 0 to 255, the range of an event's arguments."""
_CACHED_PICTURES: Final = 64
"""The most pictures that are cached, so that their cards are drawn only once."""
_PLAYED: Final = re.compile(r"(.+): (\S+)")
"""A part of a list of played cards such as "seat 0: QS, seat 1: 2C"."""


def picture_of(game: AnyGame) -> GamePicture:
    """The picture of the game: PICTURE of its module `picture`, or a PlainPicture without one.

    Pictures are cached: games with the same id and options share one.
    """
    return _picture_of(game.id, game.options_text)


@lru_cache(_CACHED_PICTURES)
def _picture_of(game_id: str, options: str) -> GamePicture:
    game = make_game(game_id, json.loads(options))
    module = part_of(game_id, "picture")
    picture: GamePicture = (module.PICTURE if module else PlainPicture)(game)
    return picture


class PlainPicture(GamePicture):
    """Draws the places of `Game.seen_text`: as cards or as a trick if the text has only these.

    Any other text is a fact in words, if it is the same for all seats of the scene; else it is left
    out.
    """

    def draw(self) -> Sequence[Face]:
        """A face for each text of a card of the game; cards with the same text share a face."""
        return [_face(number, text) for text, number in self._cards_by_text.items()]

    @cached_property
    def _cards_by_text(self) -> Mapping[str, int]:
        numbers: dict[str, int] = {}
        for number in range(_MOST_CARDS):
            # Every number is tried, since a game may number its cards with gaps, or from 2 on.
            try:
                numbers.setdefault(self.game.card_text(number), number)
            except (NotationError, LookupError):
                continue
        return numbers

    def scene(self, seen: Mapping[int, Any], names: Names, log: EventLog) -> Scene:
        """A zone for each place that holds cards, and facts in words for other central places."""
        del log
        texts = {seat: self.game.seen_text(each) for seat, each in seen.items()}
        view = next(iter(seen.values()))
        central = self._central(texts)
        facts, centre = [], []
        for place, text in central.items():
            zone = self._zone(place, text, names, place)
            if zone:
                centre.append(zone)
            elif text:
                facts.append(f"{place}: {with_names(one_line(text), names)}")
        return Scene(
            self.game.title,
            tuple(self._side(seat, seen, texts, central, names) for seat in range(self.game.seats)),
            tuple(centre),
            tuple(facts),
            view.seat if len(seen) == 1 else None,
        )

    def _central(self, texts: Mapping[int, Mapping[str, str]]) -> Mapping[str, str]:
        """The places to draw in the middle, without the places "hand" and "seat".

        With several seats these are the places with the same text for all of them.
        """
        first, *others = texts.values()
        return {
            place: text
            for place, text in first.items()
            if place not in (_HAND, "seat") and all(each.get(place) == text for each in others)
        }

    def _side(
        self,
        seat: int,
        seen: Mapping[int, Any],
        texts: Mapping[int, Mapping[str, str]],
        central: Mapping[str, str],
        names: Names,
    ) -> TableSide:
        view = next(iter(seen.values()))
        # Of the fields of our games, the observations of a package's game must have `seat` alone.
        status = "to move" if getattr(view, "to_move", NOBODY) == seat else ""
        own = {place: text for place, text in texts.get(seat, {}).items() if place not in central}
        hand = self._zone(hand_zone(seat), own.get(_HAND, ""), names, "", Lie.HAND)
        zones = [hand or Zone(hand_zone(seat), "", Lie.HAND, backs=_held(seat, view))]
        for place, text in own.items():
            if place not in (_HAND, "seat") and (zone := self._zone(place, text, names, place)):
                zones.append(zone)
        return TableSide(seat, names[seat], status, (), tuple(zones))

    def _zone(
        self, place: str, text: str, names: Names, label: str, lie: Lie = Lie.LIST
    ) -> Zone | None:
        """The place as a zone if its text is a list of cards or of played cards; else None."""
        key = re.sub(r"[^A-Za-z0-9]+", "-", place)
        if cards := [self._cards_by_text.get(word) for word in text.split()]:
            if None not in cards and _says_cards(text, lie):
                shown = tuple(SceneCard(_key(card)) for card in cards if card is not None)
                return Zone(key, label, lie, shown)
            played = [_PLAYED.fullmatch(part) for part in text.split(", ")]
            if all(match and match[2] in self._cards_by_text for match in played):
                trick = [
                    SceneCard(_key(self._cards_by_text[match[2]]), with_names(match[1], names))
                    for match in played
                    if match
                ]
                return Zone(key, label, Lie.TRICK, tuple(trick))
        return None

    def hand(self, seen: Any) -> Sequence[str]:
        """The keys of the faces of the cards in the place "hand"."""
        words = self.game.seen_text(seen).get(_HAND, "").split()
        return [_key(self._cards_by_text[word]) for word in words if word in self._cards_by_text]

    def face_of(self, seen: Any, action: int) -> str:
        """The key of the face of the card in the action's text; "" if it names none or several."""
        del seen
        words = self.game.action_text(action).split()
        cards = [self._cards_by_text[word] for word in words if word in self._cards_by_text]
        return _key(cards[0]) if len(cards) == 1 else ""

    def verb(self, seen: Any) -> str:
        """The same text for every decision."""
        del seen
        return "Choose this card"


def _says_cards(text: str, lie: Lie) -> bool:
    # In a game whose cards are called by numbers, any count looks like a card. Numbers are taken
    # for cards only in the hand.
    return lie is Lie.HAND or not text.replace(" ", "").isdigit()


def _held(seat: int, view: Any) -> int:
    """The number of cards in the seat's hand, by the member `hand_sizes`; 0 if that is unknown."""
    sizes = getattr(view, "hand_sizes", ())
    known = isinstance(sizes, Sequence) and len(sizes) > seat and isinstance(sizes[seat], int)
    return sizes[seat] if known else 0


def _key(card: int) -> str:
    return f"card-{card}"


def _face(number: int, text: str) -> Face:
    # Escaped, since the text may contain anything and is put into the page unchanged.
    shown = str(escape(one_line(text)))
    # A long text gets a fixed width, so that it fits on the card in any font.
    width = ' textLength="70" lengthAdjust="spacingAndGlyphs"' if len(text) > 3 else ""
    middle = f'<text class="c-big" x="50" y="86"{width}>{shown}</text>'
    small = corners(shown) if len(text) <= 3 else ""
    return face(_key(number), one_line(text), "suit-plain", small + middle)
