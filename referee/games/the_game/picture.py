"""The picture of The Game: its drawn table, and its decisions as forms."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee.games.choice_form import ChoiceForm, Picks
from referee.games.events import unpack
from referee.games.game import NOBODY
from referee.games.picture import GamePicture, Names, hand_zone
from referee.games.scene import EventLog, Face, Lie, Scene, SceneCard, TableSide, Zone
from referee.games.the_game import TheGameObservation, TheGamePhase
from referee.games.the_game import form as forms
from referee.games.the_game.actions import END, FLAG_WORDS, TheGameEventKind
from referee.games.the_game.cards import FIRE_CARDS, PLACES, ROWS, STARTS
from referee.games.the_game.faces import MARKS, draw_faces, face_key
from referee.games.the_game.screen import laid_rows
from referee.games.tricks import counted

_SHOWN: Final = 4
"""The number of cards of a row that are drawn, counted from the top."""


class TheGamePicture(GamePicture):
    """Draws The Game: four rows in the middle, and all hands around them."""

    # A turn that ends otherwise, with a stuck player or the last card, ends the game as well.
    step_ends = (TheGameEventKind.END,)
    round_ends = (TheGameEventKind.OVER,)
    larger_step = "turn"
    marks = MARKS
    private_replaces_event = True

    def draw(self) -> Sequence[Face]:
        """The faces of the 98 cards, and of the numbers that rows start from."""
        return draw_faces(fire=self.game.options.fire)

    def scene(self, seen: Mapping[int, TheGameObservation], names: Names, log: EventLog) -> Scene:
        """The table with the rows, the deck and all hands."""
        view = next(iter(seen.values()))
        left = view.deck_size + sum(view.hand_sizes)
        laid = laid_rows(view)
        return Scene(
            _title(view, names),
            tuple(_side(seat, seen, names) for seat in range(len(names))),
            (*(_row(row, laid[row], view, names, log) for row in range(len(ROWS))), _deck(view)),
            (f"{counted(left, 'card')} left",),
            view.seat if len(seen) == 1 else None,
        )

    def form(self, seen: TheGameObservation, legal: Sequence[int]) -> ChoiceForm:
        """The form of a placing, a card and its row, or of talk: gladness or flags."""
        return forms.form(seen, legal, self.faces)

    def picks(self, seen: TheGameObservation, action: int) -> Picks:
        """The choices in the form that stand for the action."""
        del seen
        return forms.picks(action)

    def chosen(self, seen: TheGameObservation, legal: Sequence[int], picks: Picks) -> int:
        """The legal action that the choices stand for. Raises PickError if there is none."""
        return forms.chosen(seen, legal, picks)

    def hand(self, seen: TheGameObservation) -> Sequence[str]:
        """The keys of the faces of the hand, ascending by number."""
        return [face_key(card) for card in seen.hand]

    def face_of(self, seen: TheGameObservation, action: int) -> str:
        """The key of the face of the card that is placed; "" for other actions."""
        del seen
        return face_key(action % PLACES) if action < END else ""

    def spoken(self, seen: TheGameObservation, action: int) -> str:
        """The action in words, such as "Place 47 on A" or "Starts gladly"."""
        return forms.spoken(seen, action)

    def event_words(self, event: int) -> str:
        """A public event in words, with the meaning of flags in place of their digits."""
        unpacked = unpack(event)
        if unpacked.kind != TheGameEventKind.FLAGS:
            return self.game.event_text(event)
        return f"seat {unpacked.seat} says: {forms.flags_said(unpacked.a)}"

    def private(self, before: TheGameObservation, action: int, after: TheGameObservation) -> str:
        """A clause with the cards that the seat drew at the end of its turn; "" if it drew none."""
        drawn = sorted(set(after.hand) - set(before.hand))
        return (
            f"ends the turn and draws {' '.join(map(str, drawn))}"
            if action == END and drawn
            else ""
        )


def _title(view: TheGameObservation, names: Names) -> str:
    if view.to_move == NOBODY:
        return "The game is over"
    if view.phase == TheGamePhase.GLADNESS:
        return "Who starts?"
    if view.phase == TheGamePhase.FLAGS:
        return f"Before the turn of {names[view.mover]}"
    return f"{names[view.mover]}: {counted(view.placed, 'card')} placed, at least {view.minimum}"


def _side(seat: int, seen: Mapping[int, TheGameObservation], names: Names) -> TableSide:
    view = next(iter(seen.values()))
    # Before a turn the other seats are asked to talk, and do not move.
    status = ""
    if view.to_move == seat:
        status = "to move" if view.phase == TheGamePhase.TURN else "to speak"
    zone = Zone(hand_zone(seat), "", Lie.HAND, backs=view.hand_sizes[seat])
    if own := seen.get(seat):
        cards = tuple(SceneCard(face_key(card)) for card in own.hand)
        zone = Zone(hand_zone(seat), "", Lie.HAND, cards)
    return TableSide(seat, names[seat], status, (), (zone,))


def _row(
    row: int, laid: Sequence[int], view: TheGameObservation, names: Names, log: EventLog
) -> Zone:
    placed = [e.a for e in map(unpack, log.news) if e.kind == TheGameEventKind.PLACE]
    # Only the top cards, since a row may have dozens of cards and the top one alone matters.
    cards = laid[-_SHOWN:] or [STARTS[row]]
    way = "up" if row < 2 else "down"
    return Zone(
        forms.row_zone(row),
        f"{ROWS[row]} goes {way}",
        Lie.ROW,
        tuple(SceneCard(face_key(card), is_new=card in placed) for card in cards),
        words="; ".join(_phrases(row, view, names)),
    )


def _phrases(row: int, view: TheGameObservation, names: Names) -> list[str]:
    phrases = []
    if view.fire and view.tops[row] in FIRE_CARDS:
        # A fire card that was placed in this turn need not be covered before the next turn.
        phrases.append("on fire, to be covered" if row in view.to_cover else "on fire")
    for seat, name in enumerate(names):
        if flag := view.flags[4 * seat + row]:
            phrases.append(f"{name}: {FLAG_WORDS[flag]}")
    return phrases


def _deck(view: TheGameObservation) -> Zone:
    return Zone("deck", "Deck", Lie.PILE, backs=view.deck_size)


PICTURE: Final = TheGamePicture
