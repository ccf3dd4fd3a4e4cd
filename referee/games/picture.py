"""How a game is drawn, and how it is played by ticking cards: the interface of all pictures.

All of it is made from observations and public events, never from a state: so nobody can be shown
what a bot in the same seat could not know.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from referee.games.choice_form import (
    BUTTON,
    CARD,
    ChoiceForm,
    ChoiceGroup,
    ChoiceOption,
    Control,
    PickError,
    Picks,
    only,
)
from referee.games.events import unpack
from referee.games.game import AnyGame
from referee.games.plain import view_of
from referee.games.scene import Boundary, Face, Scene, Told

Names = Sequence[str]
"""What the seats are called, by seat."""


def hand_zone(seat: int) -> str:
    """The key of the zone of the seat's hand, in every scene."""
    return f"hand-{seat}"


class GamePicture:
    """The picture of one game under its options.

    A game's own one is PICTURE in the module `picture` of its folder, and is called with the game.
    `picture_of` (referee.games.plain_picture) finds it, or makes one for games without.
    """

    step_ends: Collection[int] = ()
    """The kinds of events that end a trick or a turn."""
    round_ends: Collection[int] = ()
    """The kinds of events that end all that was played with the cards of one dealing."""
    deals: Collection[int] = ()
    """The kinds of events with which new cards are dealt."""
    larger_step: str = "trick"
    """What one steps through with the larger step, such as "turn"."""
    marks: str = ""
    """SVG elements with ids that the faces use, to be put on a page once."""

    private_is_whole: bool = False
    """Whether `private` says all that the first event of the action does, and may replace it."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @cached_property
    def faces(self) -> Mapping[str, Face]:
        """The faces of all cards, by their keys."""
        return {face.key: face for face in self.draw()}

    def draw(self) -> Sequence[Face]:
        """Draw the faces of all cards that can be met in the game."""
        raise NotImplementedError

    def scene(self, seen: Mapping[int, Any], names: Names, told: Told) -> Scene:
        """The table as it is at one moment.

        `seen` has the observations of that moment by seat: of one seat, whose view it then is, or
        of all of them, for the referee.
        """
        raise NotImplementedError

    def form(self, seen: Any, legal: Sequence[int]) -> ChoiceForm:
        """What the seat of the observation is asked. Each legal action can be chosen in one way.

        By default one card is chosen, or a button is pressed for an action without a card.
        """
        plays = [action for action in legal if self.face_of(seen, action)]
        words = [action for action in legal if action not in set(plays)]
        groups = []
        # Cards are chosen before they are played, so that a slip can be taken back.
        if plays:
            groups.append(ChoiceGroup(CARD, "", Control.ONE, self._cards(seen, plays)))
        # Words are pressed at once: nothing on the table shows which one is chosen.
        if words:
            options = tuple(self._option(seen, action) for action in words)
            groups.append(ChoiceGroup(BUTTON, "", Control.BUTTON, options))
        verb = self.verb(seen) if plays else ""
        return ChoiceForm(self.question(seen), tuple(groups), verb)

    def _cards(self, seen: Any, plays: Sequence[int]) -> tuple[ChoiceOption, ...]:
        """The cards that may be chosen, and in their places those of the hand that may not."""
        options = [self._option(seen, action) for action in plays]
        # Their places do not change, whatever may be played now.
        by_face = {option.face: option for option in options}
        # Where a card stands for several actions each of them is offered by its own words.
        if len(by_face) < len(options):
            return tuple(
                replace(option, label=self.spoken(seen, action))
                for option, action in zip(options, plays, strict=True)
            )
        hand = self.hand(seen)
        held = [by_face.get(key) or self._closed_option(seen, key) for key in hand]
        return (*held, *(option for option in options if option.face not in set(hand)))

    def _option(self, seen: Any, action: int) -> ChoiceOption:
        key = self.face_of(seen, action)
        return ChoiceOption(
            self.game.action_text(action),
            self.faces[key].spoken if key else self.spoken(seen, action),
            key,
            self.zone_of(seen, action) if key else "",
            self.note(seen, action),
        )

    def _closed_option(self, seen: Any, key: str) -> ChoiceOption:
        zone = hand_zone(seen.seat)
        return ChoiceOption(key, self.faces[key].spoken, key, zone, closed=self.why(seen))

    def picks(self, seen: Any, action: int) -> Picks:
        """What is chosen in the form to take the action."""
        group = CARD if self.face_of(seen, action) else BUTTON
        return {group: (self.game.action_text(action),)}

    def chosen(self, seen: Any, legal: Sequence[int], picks: Picks) -> int:
        """The legal action that was chosen in the form. Raises PickError."""
        name = BUTTON if picks.get(BUTTON) else CARD
        text = only(picks, name)
        found = next((each for each in legal if self.game.action_text(each) == text), None)
        # A form may come back changed, or from a decision that is over.
        if found is None or self.picks(seen, found) != {name: (text,)}:
            raise PickError("Choose a card first." if not text else "That is not possible now.")
        return found

    def question(self, seen: Any) -> str:
        """What is to be decided, as a sentence."""
        return view_of(self.game).question(seen)

    def note(self, seen: Any, action: int) -> str:
        """What is worth knowing of the action beside its name; "" for nothing."""
        del seen, action
        return ""

    def verb(self, seen: Any) -> str:
        """What the button says that takes the chosen card."""
        del seen
        return "Play this card"

    def why(self, seen: Any) -> str:
        """Why the other cards of the hand cannot be chosen, as a clause."""
        del seen
        return "not possible now"

    def hand(self, seen: Any) -> Sequence[str]:
        """The keys of the faces of the seat's own cards, as they are shown."""
        del seen
        return ()

    def face_of(self, seen: Any, action: int) -> str:
        """The key of the face of the card that stands for the action; "" where none does."""
        raise NotImplementedError

    def zone_of(self, seen: Any, action: int) -> str:
        """The key of the zone where that card lies: by default the seat's own hand."""
        del action
        return hand_zone(seen.seat)

    def spoken(self, seen: Any, action: int) -> str:
        """The action in words, as a command; the notation stays `action_text`."""
        del seen
        return self.game.action_text(action)

    def told(self, event: int) -> str:
        """A public event in words, seats being named as "seat 0"; "" for what the table shows.

        Raises NotationError.
        """
        return self.game.event_text(event)

    def private(self, before: Any, action: int, after: Any) -> str:
        """What only the acting seat saw of its action, as a clause; "" when all saw all of it.

        By default the action itself, since public events need not tell what was done. The two are
        the seat's observations before and after the action.
        """
        del before, after
        return self.game.action_text(action)

    def ends(self, before: Any, after: Any, events: Sequence[int]) -> Boundary:
        """What a step with these events ends.

        The two are observations of one seat before and after it; only what is public counts.
        """
        del before, after
        # The last step of a round ends the round as well, which is the more.
        if _first(events, self.round_ends) is not None:
            return Boundary.ROUND
        ends = _first(events, self.step_ends) is not None
        return Boundary.TRICK if ends else Boundary.NOTHING

    def dealing(self, events: Sequence[int]) -> int:
        """How many of a step's events came before the cards were dealt anew; all if they were not.

        A game that deals in the middle of a step is shown in two: the end, and the new cards.
        """
        found = _first(events, self.deals)
        return len(events) if found is None else found

    def closed(self, seen: Any, events: Sequence[int]) -> Any:
        """The observation of the moment before the new cards, for `dealing`.

        It is made from the observation before the step, and from the step's events up to there.
        """
        del events
        return seen


def _first(events: Sequence[int], kinds: Collection[int]) -> int | None:
    """The place of the first event of these kinds; None where there is none."""
    # A game that names no kinds may number its events in a way of its own.
    if not kinds:
        return None
    return next((at for at, event in enumerate(events) if unpack(event).kind in kinds), None)
