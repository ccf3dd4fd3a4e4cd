"""What holds at every single moment of every game."""

from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, NoReturn

from referee.games.game import AnyGame, AnyState, IllegalActionError, NotationError, Outcome
from referee.testing.errors import CheckError
from referee.testing.playing import where


class Snapshot(NamedTuple):
    """All that can be asked of a state from outside."""

    seat: int
    legal: tuple[int, ...]
    observations: tuple[Any, ...]
    events: tuple[int, ...]
    points: tuple[int, ...]


def snapshot(state: AnyState, seats: int) -> Snapshot:
    """The state as all seats together see it."""
    return Snapshot(
        state.seat,
        state.legal_actions(),
        tuple([state.observe(seat) for seat in range(seats)]),
        tuple(state.events),
        state.points(),
    )


@dataclass(frozen=True, slots=True)
class Moment:
    """A state under examination. Its methods raise CheckError, with the place in the text."""

    game: AnyGame
    state: AnyState
    key: bytes
    decision: int
    random: Random

    def fail(self, what: str) -> NoReturn:
        """Raise CheckError, with the place before the words."""
        raise CheckError(f"{where(self.game, self.key, self.decision)}: {what}")

    def check_unchanged(self, before: Snapshot, by: str) -> None:
        """Check that the state still shows what it showed; `by` is what was done meanwhile."""
        now = snapshot(self.state, self.game.seats)
        if now == before:
            # Compared whole first: it is asked at every moment, and hardly ever differs.
            return
        for name, old, new in zip(Snapshot._fields, before, now, strict=True):
            if old != new:
                self.fail(f"{by} changed {name} from {old} to {new}")

    def check_stable(self) -> Snapshot:
        """Check that the state shows the same when it is asked twice; returns what it shows."""
        seen = snapshot(self.state, self.game.seats)
        self.check_unchanged(seen, "asking twice")
        if len(seen.points) != self.game.seats:
            self.fail(f"points for {self.game.seats} seats are needed, received {seen.points}")
        return seen

    def check_legal(self) -> None:
        """Check that a seat of the game decides, among distinct actions."""
        seat, legal = self.state.seat, self.state.legal_actions()
        if not 0 <= seat < self.game.seats:
            self.fail(f"seat {seat} decides, seats are 0 to {self.game.seats - 1}")
        if not legal or len(set(legal)) != len(legal) or min(legal) < 0:
            self.fail(f"legal actions are some distinct non-negative numbers, received {legal}")
        silence = self.state.silence()
        if silence is not None and silence not in legal:
            self.fail(f"to say nothing is action {silence}, but legal are {legal}")

    def check_notation(self) -> None:
        """Check that every legal action has a text, which stands for it alone."""
        for action in self.state.legal_actions():
            text = self.game.action_text(action)
            if not text or not text.isprintable():
                self.fail(f"the text of action {action} is {text!r}")
            if self.game.parse_action(text) != action:
                self.fail(f"{text!r} means {self.game.parse_action(text)}, it was made of {action}")

    def check_events(self, past: tuple[int, ...]) -> None:
        """Check that past events are as before, and that new ones fit 32 bits and have a text."""
        events = tuple(self.state.events)
        if events[: len(past)] != past:
            self.fail(f"the past events {past} have become {events[: len(past)]}")
        for event in events[len(past) :]:
            if not 0 <= event < 1 << 32:
                self.fail(f"an event is a number of 32 bits, received {event}")
            try:
                text = self.game.event_text(event)
            except NotationError as error:
                self.fail(f"event {event} has no text: {error}")
            if not text or not text.isprintable():
                self.fail(f"the text of event {event} is {text!r}")

    def check_refusals(self) -> None:
        """Check that other actions are refused.

        Whether that changed anything is for the caller to see.
        """
        legal = self.state.legal_actions()
        far = 2 * max(legal, default=0) + 2
        # The small numbers, where most actions lie, and some of chance up to twice the largest
        # legal one.
        others = {*range(-1, 128), *(self.random.randrange(far) for _ in range(32))}
        for action in sorted(others.difference(legal)):
            try:
                self.state.apply(action)
            except IllegalActionError:
                continue
            self.fail(f"action {action} was accepted, legal are {legal}")

    def check_sample(self) -> None:
        """Check that a sampled world shows the seat what it sees, and gives it the same actions."""
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
        """Check that no card is lost or doubled, and that what is hidden is somewhere."""
        placed = sorted(self.game.placed(self.state))
        if placed != pack or len(set(placed)) != len(placed):
            self.fail(f"the pack is {pack}, but now there lie {placed}")
        for seat in range(self.game.seats):
            hidden = self.game.hidden(self.state, seat)
            if not hidden.issubset(placed):
                self.fail(f"hidden from seat {seat} are {sorted(hidden)}, not all of the pack")

    def check_goes_on(self) -> None:
        """Check that there is no outcome before the end."""
        try:
            outcome = self.state.outcome()
        except ValueError:
            return
        self.fail(f"the game goes on, but has the outcome {outcome}")

    def check_over(self) -> None:
        """Check that nothing is left to do in the end, and that everybody has a place."""
        if self.state.legal_actions() != ():
            self.fail(f"the game is over, but legal are {self.state.legal_actions()}")
        outcome = self.state.outcome()
        if outcome.points != self.state.points():
            self.fail(f"the outcome is {outcome}, the points are {self.state.points()}")
        if not _ranked(outcome, self.game.seats):
            self.fail(f"places of {self.game.seats} such as 1, 1, 3 are needed, received {outcome}")


def _ranked(outcome: Outcome, seats: int) -> bool:
    given = outcome.places
    fair = all(place == 1 + sum(other < place for other in given) for place in given)
    return fair and len(given) == seats
