"""The interface of pictures: how a game is drawn, and how it is played by choosing cards.

A picture is made from observations and public events, never from a state. So nobody is ever shown
anything that a bot in the same seat could not know.
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
from referee.games.scene import Boundary, EventLog, Face, Scene

Names = Sequence[str]
"""The names of the seats, by seat."""


def hand_zone(seat: int) -> str:
    """The key of the zone of the seat's hand; the same in every scene of every game."""
    return f"hand-{seat}"


class GamePicture:
    """The picture of one game under its options.

    A game with a picture has its class as PICTURE in the module `picture` of its folder.
    `picture_of` (referee.games.plain_picture) makes the picture of any game.

    The argument `seen` is an observation as `State.observe` makes it; for `scene`, observations by
    seat.
    """

    step_ends: Collection[int] = ()
    """The kinds of events that end a trick or a turn."""
    round_ends: Collection[int] = ()
    """The kinds of events that end a round: the play with the cards of one dealing."""
    deals: Collection[int] = ()
    """The kinds of events that tell that new cards were dealt."""
    larger_step: str = "trick"
    """The unit that a reader of a replay can step by beside single actions: "trick" or "turn"."""
    marks: str = ""
    """SVG elements that the faces refer to by their ids. A page has to contain them once."""
    private_replaces_event: bool = False
    """Whether the text of `private` is shown in place of the action's first event.

    True only for a game whose texts include all that this event tells.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @cached_property
    def faces(self) -> Mapping[str, Face]:
        """The faces of all cards by their keys; drawn once."""
        return {face.key: face for face in self.draw()}

    def draw(self) -> Sequence[Face]:
        """Draw the faces of all cards that can occur in the game under its options."""
        raise NotImplementedError

    def scene(self, seen: Mapping[int, Any], names: Names, log: EventLog) -> Scene:
        """The table at one moment, with its seats and cards.

        `seen` has the observations of that moment by seat: one observation for the view of a seat,
        those of all seats for the view of the referee.
        """
        raise NotImplementedError

    def form(self, seen: Any, legal: Sequence[int]) -> ChoiceForm:
        """The form of the decision. Each of the `legal` actions can be chosen in exactly one way.

        By default the person chooses one card, or presses a button for an action without a card.
        """
        plays = [action for action in legal if self.face_of(seen, action)]
        pressed = [action for action in legal if action not in set(plays)]
        groups = []
        # A card is chosen first and then played with a button, so that a slip can be corrected.
        if plays:
            groups.append(ChoiceGroup(CARD, "", Control.ONE, self._cards(seen, plays)))
        # An action without a card is taken at once, since the table could not show that it is
        # chosen.
        if pressed:
            options = tuple(self._option(seen, action) for action in pressed)
            groups.append(ChoiceGroup(BUTTON, "", Control.BUTTON, options))
        verb = self.verb(seen) if plays else ""
        return ChoiceForm(self.question(seen), tuple(groups), verb)

    def _cards(self, seen: Any, plays: Sequence[int]) -> tuple[ChoiceOption, ...]:
        """The options for `plays`, and closed options for the other cards of the hand.

        There are no closed options if a card stands for several actions.
        """
        options = [self._option(seen, action) for action in plays]
        by_face = {option.face: option for option in options}
        # If a card stands for several actions, each action is an option with its own words.
        if len(by_face) < len(options):
            return tuple(
                replace(option, label=self.spoken(seen, action))
                for option, action in zip(options, plays, strict=True)
            )
        # All cards of the hand are shown in their order, so that a card keeps its place whatever
        # may be played now.
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
        return ChoiceOption(
            key, self.faces[key].spoken, key, zone, why_closed=self.why_closed(seen)
        )

    def picks(self, seen: Any, action: int) -> Picks:
        """The choices in the form that stand for the action; `chosen` reads them back."""
        group = CARD if self.face_of(seen, action) else BUTTON
        return {group: (self.game.action_text(action),)}

    def chosen(self, seen: Any, legal: Sequence[int], picks: Picks) -> int:
        """The legal action that the choices stand for. Raises PickError if there is none."""
        name = BUTTON if picks.get(BUTTON) else CARD
        text = only(picks, name)
        action = next((each for each in legal if self.game.action_text(each) == text), None)
        # What a browser sends may have been changed, or belong to an earlier decision.
        if action is None or self.picks(seen, action) != {name: (text,)}:
            raise PickError("Choose a card first." if not text else "That is not possible now.")
        return action

    def question(self, seen: Any) -> str:
        """The question of the decision, as a sentence."""
        return view_of(self.game).question(seen)

    def note(self, seen: Any, action: int) -> str:
        """A note beside the name of the action; "" for none."""
        del seen, action
        return ""

    def verb(self, seen: Any) -> str:
        """The label of the button that takes the chosen card."""
        del seen
        return "Play this card"

    def why_closed(self, seen: Any) -> str:
        """Why the closed cards of the hand cannot be chosen now, as a clause."""
        del seen
        return "not possible now"

    def hand(self, seen: Any) -> Sequence[str]:
        """The keys of the faces of the seat's own cards, in the order in which they are shown.

        () where the form is to offer only cards that may be chosen.
        """
        del seen
        return ()

    def face_of(self, seen: Any, action: int) -> str:
        """The key of the face of the card that stands for the action; "" if none does."""
        raise NotImplementedError

    def zone_of(self, seen: Any, action: int) -> str:
        """The key of the zone in which the card of `face_of` lies: by default the seat's hand."""
        del action
        return hand_zone(seen.seat)

    def spoken(self, seen: Any, action: int) -> str:
        """The action in words, such as "Play the 7 of Bells"; by default its notation."""
        del seen
        return self.game.action_text(action)

    def event_words(self, event: int) -> str:
        """A public event in words, with seats as "seat 0"; "" for one that the table shows anyway.

        Raises NotationError for a number that is no event.
        """
        return self.game.event_text(event)

    def private(self, before: Any, action: int, after: Any) -> str:
        """What only the acting seat saw of its action, as a clause; "" if the action was public.

        By default the action itself, since public events need not tell it. `before` and `after`
        are the seat's observations before and after the action.
        """
        del before, after
        return self.game.action_text(action)

    def boundary(self, before: Any, after: Any, events: Sequence[int]) -> Boundary:
        """What ends with a step that has the events `events`: a round, a trick or turn, or nothing.

        `before` and `after` are observations of any one seat before and after the step; only their
        public parts may be used.
        """
        del before, after
        # The step that ends a round ends a trick as well; the round matters more.
        if _first(events, self.round_ends) is not None:
            return Boundary.ROUND
        is_end = _first(events, self.step_ends) is not None
        return Boundary.TRICK if is_end else Boundary.NOTHING

    def events_before_dealing(self, events: Sequence[int]) -> int:
        """The number of events before new cards were dealt; the number of all if none were dealt.

        A step with a dealing in its middle is shown in two parts: the end of the old cards, and
        the new cards.
        """
        first = _first(events, self.deals)
        return len(events) if first is None else first

    def seen_before_dealing(self, seen: Any, events: Sequence[int]) -> Any:
        """The observation just before new cards were dealt in the middle of a step.

        `seen` is the observation before the step, and by default the result. `events` are the
        step's events before the dealing; `events_before_dealing` counts them.
        """
        del events
        return seen


def _first(events: Sequence[int], kinds: Collection[int]) -> int | None:
    """The index of the first event of the kinds `kinds`; None if there is none."""
    # Without kinds no event is unpacked: the game may not use the packed form of events.
    if not kinds:
        return None
    return next((n for n, event in enumerate(events) if unpack(event).kind in kinds), None)
