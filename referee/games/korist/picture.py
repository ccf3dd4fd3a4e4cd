"""How Kořist is drawn, as a table and as forms."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee.games.choice_form import ChoiceForm, Picks
from referee.games.events import Event, unpack
from referee.games.game import NOBODY
from referee.games.korist import KoristObservation
from referee.games.korist import form as forms
from referee.games.korist.actions import DECK
from referee.games.korist.cards import KINDS, heap_from, kinds_of
from referee.games.korist.events import KoristEventKind, set_of
from referee.games.korist.faces import MARKS, draw_faces, face_key, spoken, spoken_set
from referee.games.korist.sets import CARDS, NO_SET, SIZE, VALUE, set_text
from referee.games.korist.table import points_of
from referee.games.picture import GamePicture, Names, hand_zone
from referee.games.scene import (
    Boundary,
    EventLog,
    Face,
    Lie,
    Scene,
    SceneCard,
    SeatTally,
    TableSide,
    Zone,
)
from referee.games.tricks import counted

_TURNED_UP: Final = (KoristEventKind.SUPPLY, KoristEventKind.SHADOW, KoristEventKind.PILED)
"""The kinds of events in which a card of the deck is turned up."""


class KoristPicture(GamePicture):
    """Draws Kořist: each hand with its layers, the deck, the supply and all other open cards."""

    larger_step = "turn"
    marks = MARKS
    private_replaces_event = True

    def draw(self) -> Sequence[Face]:
        """The faces of all fourteen kinds."""
        return draw_faces()

    def scene(self, seen: Mapping[int, KoristObservation], names: Names, log: EventLog) -> Scene:
        """The table; of a hand without an observation only the cards in `known` are open."""
        # Any observation will do for what is public.
        view = next(iter(seen.values()))
        points = points_of(view.layouts, view.hand_sizes)
        news = [unpack(event) for event in log.news]
        return Scene(
            _title(view, names),
            tuple(_side(seat, seen, names, points[seat], news) for seat in range(len(names))),
            tuple(_centre(view, names, news)),
            (view.variant,),
            view.seat if len(seen) == 1 else None,
        )

    def form(self, seen: KoristObservation, legal: Sequence[int]) -> ChoiceForm:
        """The form of the decision: cards to tick for a set, else cards to choose and buttons."""
        return forms.form(seen, legal, self.question(seen))

    def picks(self, seen: KoristObservation, action: int) -> Picks:
        """The picks in the form that stand for the action."""
        del seen
        return forms.picks(action)

    def chosen(self, seen: KoristObservation, legal: Sequence[int], picks: Picks) -> int:
        """The legal action that the picks stand for. Raises PickError when there is none."""
        return forms.chosen(seen, legal, picks)

    def hand(self, seen: KoristObservation) -> Sequence[str]:
        """The keys of the faces of the hand's cards, ascending by kind."""
        return [face_key(kind) for kind in kinds_of(heap_from(seen.hand))]

    def spoken(self, seen: KoristObservation, action: int) -> str:
        """The action as an imperative, such as "Draw from the deck"."""
        return forms.command(seen, action)

    def event_words(self, event: int) -> str:
        """A public event in words; "" for a card that was turned up, as the table shows it."""
        happened = unpack(event)
        kind, seat, _, bottom, cards = happened
        if kind in _TURNED_UP:
            return ""
        if kind == KoristEventKind.PILE:
            more = f" and {cards - 1} on it" if cards > 1 else ""
            return f"seat {seat} draws {spoken(bottom)}{more} from the supply"
        text = self.game.event_text(event)
        if laid := set_of(happened):
            text = text.replace(set_text(laid), spoken_set(laid))
        return text

    def private(self, before: KoristObservation, action: int, after: KoristObservation) -> str:
        """The card that the action drew from the deck, as a clause; "" for other actions."""
        # A draw from the deck adds one card to the hand. Counts begin with the ones, at index 0.
        gained = [kind for kind in range(KINDS) if after.hand[kind] > before.hand[kind]]
        if action != DECK or not gained:
            return ""
        card = spoken(gained[0] + 1)
        article = "an" if card in ("8", "11") else "a"
        return f"draws {article} {card} from the deck"

    def boundary(
        self, before: KoristObservation, after: KoristObservation, events: Sequence[int]
    ) -> Boundary:
        """A step ends a turn when another seat has the turn after it; an END ends the round."""
        if any(unpack(event).kind == KoristEventKind.END for event in events):
            return Boundary.ROUND
        return Boundary.TRICK if before.turn != after.turn else Boundary.NOTHING


def _title(view: KoristObservation, names: Names) -> str:
    if view.to_move == NOBODY:
        return "The game is over"
    # An observation has no number of the turn: to count turns, all events would have to be read.
    return f"Turn of {names[view.turn]}, decision {view.decisions + 1}"


def _side(
    seat: int,
    seen: Mapping[int, KoristObservation],
    names: Names,
    points: int,
    news: Sequence[Event],
) -> TableSide:
    view = next(iter(seen.values()))
    # A victim decides in the turn of another seat.
    status = "to move" if view.to_move == seat else ""
    tallies = (
        SeatTally(f"{counted(view.hand_sizes[seat], 'card')} in hand"),
        SeatTally(counted(points, "point")),
    )
    zones = (_hand(seat, seen, view), *_layers(seat, view.layouts[seat], news))
    return TableSide(seat, names[seat], status, tallies, zones)


def _hand(seat: int, seen: Mapping[int, KoristObservation], view: KoristObservation) -> Zone:
    own_view = seen.get(seat)
    # Of a hand whose observation is missing, the cards that went in openly can be shown.
    counts = own_view.hand if own_view else view.known[seat]
    hidden = view.hand_sizes[seat] - sum(counts)
    return Zone(hand_zone(seat), "", Lie.HAND, _cards(counts), backs=hidden)


def _cards(counts: Sequence[int]) -> tuple[SceneCard, ...]:
    return tuple(SceneCard(face_key(kind)) for kind in kinds_of(heap_from(counts)))


def _layers(seat: int, layout: Sequence[int], news: Sequence[Event]) -> list[Zone]:
    """A zone of the covered layers, one card for each, and one of the exposed layer, in full."""
    if not layout:
        return []
    fresh = any(event.kind == KoristEventKind.LAY and event.seat == seat for event in news)
    top = tuple(SceneCard(face_key(kind), is_new=fresh) for kind in kinds_of(CARDS[layout[-1]]))
    # The exposed layer shows every card: only a set of as many cards can capture it.
    exposed = Zone(f"top-{seat}", "Exposed", Lie.ROW, top)
    covered = [SceneCard(face_key(VALUE[laid]), _times(SIZE[laid])) for laid in layout[:-1]]
    if not covered:
        return [exposed]
    return [Zone(f"layers-{seat}", "Covered", Lie.LAYERS, tuple(covered)), exposed]


def _times(number: int) -> str:
    return f"\N{MULTIPLICATION SIGN}{number}" if number > 1 else ""


def _grouped(key: str, label: str, counts: Sequence[int]) -> list[Zone]:
    """A zone with one card for each kind, and its count if above 1; no zone without cards."""
    cards = [
        SceneCard(face_key(kind), _times(count))
        for kind, count in enumerate(counts, start=1)
        if count
    ]
    return [Zone(key, label, Lie.LIST, tuple(cards))] if cards else []


def _centre(view: KoristObservation, names: Names, news: Sequence[Event]) -> list[Zone]:
    # New piles stand at the right end.
    turned = sum(1 for event in news if event.kind == KoristEventKind.SUPPLY)
    first_new = len(view.supply) - turned
    piles = tuple(
        SceneCard(face_key(pile[-1]), _below(pile), is_new=number >= first_new)
        for number, pile in enumerate(view.supply)
    )
    zones = [Zone("deck", "Deck", Lie.PILE, backs=view.deck_size)]
    zones.append(Zone(forms.SUPPLY_ZONE, "Supply", Lie.LIST, piles))
    zones += _grouped(forms.SHADOW_ZONE, "Shadow offer", view.shadow)
    if view.captured != NO_SET:
        cards = tuple(SceneCard(face_key(kind)) for kind in kinds_of(CARDS[view.captured]))
        words = f"captured by {names[view.turn]} from {names[view.victim]}"
        zones.append(Zone("captured", "Captured", Lie.ROW, cards, words=words, is_new=True))
    return [*zones, *_grouped("discard", "Discarded", view.discard)]


def _below(pile: Sequence[int]) -> str:
    return f"on {' '.join(map(spoken, pile[:-1]))}" if len(pile) > 1 else ""


PICTURE: Final = KoristPicture
