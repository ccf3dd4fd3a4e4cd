"""Checks of a single moment of a playing.

check_legal, check_sample and check_goes_on are for moments before the end, check_over is for the
end, and the others are for every moment.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, NoReturn

from referee.games.game import AnyGame, AnyState, IllegalActionError, NotationError, Outcome
from referee.testing.errors import CheckError
from referee.testing.playing import where


class Snapshot(NamedTuple):
    """What a state shows, without `silence` and `outcome`.

    Observations and points are by seat, legal actions of `seat`.
    """

    seat: int
    legal: tuple[int, ...]
    observations: tuple[Any, ...]
    events: tuple[int, ...]
    points: tuple[int, ...]


def snapshot(state: AnyState, seats: int) -> Snapshot:
    """What the state shows now, with the observations of the seats from 0 to `seats` - 1."""
    return Snapshot(
        state.seat,
        state.legal_actions(),
        tuple([state.observe(seat) for seat in range(seats)]),
        tuple(state.events),
        state.points(),
    )


@dataclass(frozen=True, slots=True)
class Moment:
    """The state of a playing that is checked; `decision` is the number of actions before it.

    Every method raises CheckError, with the game, the deal and the decision, if its check fails.
    """

    game: AnyGame
    state: AnyState
    key: bytes
    decision: int
    random: Random

    def fail(self, what: str) -> NoReturn:
        """Raise CheckError; its text is the place of this moment, and `what`."""
        raise CheckError(f"{where(self.game, self.key, self.decision)}: {what}")

    def check_unchanged(self, before: Snapshot, by: str) -> None:
        """Check that the state shows what it showed `before`; `by` says what was done since."""
        now = snapshot(self.state, self.game.seats)
        if now == before:
            # Compared as a whole first, which is quick: there is hardly ever a difference.
            return
        for name, old, new in zip(Snapshot._fields, before, now, strict=True):
            if old != new:
                self.fail(f"{by} changed {name} from {old} to {new}")

    def check_stable(self) -> Snapshot:
        """Check that the state shows the same when it is asked twice; return what it shows.

        Also checks that every seat has points, and that each observation names its seat.
        """
        seen = snapshot(self.state, self.game.seats)
        self.check_unchanged(seen, "asking twice")
        if len(seen.points) != self.game.seats:
            self.fail(f"points for {self.game.seats} seats are needed, received {seen.points}")
        for seat, observation in enumerate(seen.observations):
            named = getattr(observation, "seat", None)
            if named != seat:
                self.fail(
                    f"`seat` of the observation of seat {seat} must be {seat}, received {named}"
                )
        return seen

    def check_legal(self) -> None:
        """Check that a seat of the game decides, among distinct actions that are numbers from 0.

        Also checks that the action to say nothing, if the state has one, is legal.
        """
        seat, legal = self.state.seat, self.state.legal_actions()
        if not 0 <= seat < self.game.seats:
            self.fail(f"seat {seat} decides, seats are 0 to {self.game.seats - 1}")
        if not legal or len(set(legal)) != len(legal) or min(legal) < 0:
            self.fail(f"legal actions are some distinct non-negative numbers, received {legal}")
        silence = self.state.silence()
        if silence is not None and silence not in legal:
            self.fail(f"to say nothing is action {silence}, but legal are {legal}")

    def check_notation(self) -> None:
        """Check that every legal action has a printable text that stands for this action."""
        for action in self.state.legal_actions():
            text = self._text(self.game.action_text, action, "action")
            try:
                meant = self.game.parse_action(text)
            except NotationError as error:
                self.fail(f"the text of action {action} cannot be read back: {error}")
            if meant != action:
                self.fail(f"{text!r} means {meant}, it was made of {action}")

    def check_events(self, past: tuple[int, ...]) -> None:
        """Check that `past` events are unchanged, and that new ones fit 32 bits and have texts."""
        events = tuple(self.state.events)
        if events[: len(past)] != past:
            self.fail(f"the past events {past} have become {events[: len(past)]}")
        for event in events[len(past) :]:
            if not 0 <= event < 1 << 32:
                self.fail(f"an event is a number of 32 bits, received {event}")
            self._text(self.game.event_text, event, "event")

    def _text(self, text_of: Callable[[int], str], number: int, what: str) -> str:
        """The text of an action or event, as `what` says; fails if there is no printable text."""
        try:
            text = text_of(number)
        except NotationError as error:
            self.fail(f"{what} {number} has no text: {error}")
        if not text or not text.isprintable():
            self.fail(f"the text of {what} {number} is {text!r}")
        return text

    def check_refusals(self) -> None:
        """Check that actions which are not legal are refused.

        The caller has to check that the refusals changed nothing.
        """
        legal = self.state.legal_actions()
        bound = 2 * max(legal, default=0) + 2
        # All small numbers, since most actions are small, and 32 random numbers up to twice the
        # largest legal action.
        candidates = {*range(-1, 128), *(self.random.randrange(bound) for _ in range(32))}
        for action in sorted(candidates.difference(legal)):
            try:
                self.state.apply(action)
            except IllegalActionError:
                continue
            self.fail(f"action {action} was accepted, legal are {legal}")

    def check_sample(self) -> None:
        """Check a sampled world: its pack, and what the seat that decides sees and may do in it."""
        seat, legal = self.state.seat, self.state.legal_actions()
        seen = self.state.observe(seat)
        world = self.game.determinize(seen, self.random)
        if world.legal_actions() != legal:
            self.fail(f"seat {seat} sees {seen}; that gives {world.legal_actions()}, not {legal}")
        if world.observe(seat) != seen:
            self.fail(f"seat {seat} sees {seen}, in a sampled world {world.observe(seat)}")
        if sorted(self.game.placed(world)) != sorted(self.game.placed(self.state)):
            self.fail(f"a sampled world holds the cards {sorted(self.game.placed(world))}")

    def check_cards(self, pack: list[int]) -> None:
        """Check that each card of the sorted `pack` is there once, and no other card.

        Also checks that the cards that are hidden from a seat are cards of the pack.
        """
        placed = sorted(self.game.placed(self.state))
        if placed != pack or len(set(placed)) != len(placed):
            self.fail(f"the pack is {pack}, but now there lie {placed}")
        for seat in range(self.game.seats):
            hidden = self.game.hidden(self.state, seat)
            if not hidden.issubset(placed):
                self.fail(f"hidden from seat {seat} are {sorted(hidden)}, not all of the pack")

    def check_goes_on(self) -> None:
        """Check that `outcome` raises ValueError before the end."""
        try:
            outcome = self.state.outcome()
        except ValueError:
            return
        self.fail(f"the game goes on, but has the outcome {outcome}")

    def check_over(self) -> None:
        """Check that no action is legal at the end, and that points and places are right."""
        if self.state.legal_actions() != ():
            self.fail(f"the game is over, but legal are {self.state.legal_actions()}")
        outcome = self.state.outcome()
        if outcome.points != self.state.points():
            self.fail(f"the outcome is {outcome}, the points are {self.state.points()}")
        if not _ranked(outcome, self.game.seats):
            self.fail(f"places of {self.game.seats} such as 1, 1, 3 are needed, received {outcome}")


def _ranked(outcome: Outcome, seats: int) -> bool:
    """Whether every seat has a place: 1 more than the number of seats with a better place."""
    places = outcome.places
    consistent = all(place == 1 + sum(other < place for other in places) for place in places)
    return consistent and len(places) == seats
