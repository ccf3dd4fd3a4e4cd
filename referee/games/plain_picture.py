"""A picture for every game that has none of its own, from its own words."""

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
from referee.games.scene import Face, Lie, Scene, SceneCard, TableSide, Told, Zone
from referee.games.screen import with_names
from referee.text import one_line

_HAND: Final = "hand"
"""What games call a seat's own cards in `seen_text`."""
_MOST_CARDS: Final = 256
"""Cards have the numbers 0 to 255 at most, as arguments of events do."""
_KEPT: Final = 64
"""How many pictures are kept, since their cards are drawn once."""
_PLAYED: Final = re.compile(r"(.+): (\S+)")
"""One card of a list such as "seat 0: QS, seat 1: 2C"."""


def picture_of(game: AnyGame) -> GamePicture:
    """The picture of the game: its own one, or the plain one for games without.

    It is the same one for the same game and options.
    """
    return _picture_of(game.id, game.options_text)


@lru_cache(_KEPT)
def _picture_of(game_id: str, options: str) -> GamePicture:
    game = make_game(game_id, json.loads(options))
    module = part_of(game_id, "picture")
    picture: GamePicture = (module.PICTURE if module else PlainPicture)(game)
    return picture


class PlainPicture(GamePicture):
    """Draws what the game says that a seat may know, place by place: cards where it names cards."""

    def draw(self) -> Sequence[Face]:
        """A face with its text for each card that the game has a name for."""
        return [_face(number, text) for text, number in self._cards_by_text.items()]

    @cached_property
    def _cards_by_text(self) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for number in range(_MOST_CARDS):
            # A game need not number its cards without gaps, or from 0 on.
            try:
                found.setdefault(self.game.card_text(number), number)
            except (NotationError, LookupError):
                continue
        return found

    def scene(self, seen: Mapping[int, Any], names: Names, told: Told) -> Scene:
        """A zone for each place that holds cards, and a phrase for each other one."""
        del told
        texts = {seat: self.game.seen_text(each) for seat, each in seen.items()}
        view = next(iter(seen.values()))
        alike = self._alike(texts)
        facts, centre = [], []
        for place, text in alike.items():
            zone = self._zone(place, text, names, place)
            if zone:
                centre.append(zone)
            elif text:
                facts.append(f"{place}: {with_names(one_line(text), names)}")
        return Scene(
            self.game.title,
            tuple(self._side(seat, seen, texts, alike, names) for seat in range(self.game.seats)),
            tuple(centre),
            tuple(facts),
            view.seat if len(seen) == 1 else None,
        )

    def _alike(self, texts: Mapping[int, Mapping[str, str]]) -> Mapping[str, str]:
        """What all of these seats know: of a single seat all but its hand."""
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
        alike: Mapping[str, str],
        names: Names,
    ) -> TableSide:
        view = next(iter(seen.values()))
        # A game need not have the usual members.
        moves = getattr(view, "to_move", NOBODY) == seat
        own = {place: text for place, text in texts.get(seat, {}).items() if place not in alike}
        hand = self._zone(hand_zone(seat), own.get(_HAND, ""), names, "", Lie.HAND)
        zones = [hand or Zone(hand_zone(seat), "", Lie.HAND, backs=_held(seat, view))]
        for place, text in own.items():
            if place not in (_HAND, "seat") and (zone := self._zone(place, text, names, place)):
                zones.append(zone)
        return TableSide(seat, names[seat], "to move" * moves, moves, (), tuple(zones))

    def _zone(
        self, place: str, text: str, names: Names, label: str, lie: Lie = Lie.LIST
    ) -> Zone | None:
        """The place as a zone, if all that its text says is cards."""
        key = re.sub(r"[^A-Za-z0-9]+", "-", place)
        # The first text that is no card makes the place a phrase.
        if cards := [self._cards_by_text.get(word) for word in text.split()]:
            if None not in cards and self._says_cards(place, text):
                shown = tuple(SceneCard(_key(card)) for card in cards if card is not None)
                return Zone(key, label, lie, shown)
            played = [_PLAYED.fullmatch(part) for part in text.split(", ")]
            if all(one and one[2] in self._cards_by_text for one in played):
                each = [
                    SceneCard(_key(self._cards_by_text[one[2]]), with_names(one[1], names))
                    for one in played
                    if one
                ]
                return Zone(key, label, Lie.TRICK, tuple(each))
        return None

    def _says_cards(self, place: str, text: str) -> bool:
        # Where cards are called by numbers, other numbers look like them.
        return place.startswith(_HAND) or not text.replace(" ", "").isdigit()

    def hand(self, seen: Any) -> Sequence[str]:
        """The cards of the place "hand"."""
        words = self.game.seen_text(seen).get(_HAND, "").split()
        return [_key(self._cards_by_text[word]) for word in words if word in self._cards_by_text]

    def face_of(self, seen: Any, action: int) -> str:
        """The one card that the action's text names."""
        del seen
        words = self.game.action_text(action).split()
        cards = [self._cards_by_text[word] for word in words if word in self._cards_by_text]
        return _key(cards[0]) if len(cards) == 1 else ""

    def verb(self, seen: Any) -> str:
        """What the button says for any card."""
        del seen
        return "Choose this card"


def _held(seat: int, view: Any) -> int:
    """How many cards the seat holds, where the observation says so by the usual name."""
    sizes = getattr(view, "hand_sizes", ())
    known = isinstance(sizes, Sequence) and len(sizes) > seat and isinstance(sizes[seat], int)
    return sizes[seat] if known else 0


def _key(card: int) -> str:
    return f"card-{card}"


def _face(number: int, text: str) -> Face:
    # It may say anything, and goes into a page as it is.
    shown = str(escape(one_line(text)))
    # Long texts are squeezed into the card, whatever font the reader has.
    width = ' textLength="70" lengthAdjust="spacingAndGlyphs"' if len(text) > 3 else ""
    middle = f'<text class="c-big" x="50" y="86"{width}>{shown}</text>'
    small = corners(shown) if len(text) <= 3 else ""
    return face(_key(number), one_line(text), "suit-plain", small + middle)
