"""A match as drawn steps: the table after each action, as the referee or as one seat saw it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from referee.divergence import NotComparableError, find_divergence
from referee.errors import UserError
from referee.games.game import AnyState, NotationError
from referee.games.picture import GamePicture
from referee.games.plain_picture import picture_of
from referee.games.scene import Boundary, EventLog, Scene
from referee.games.screen import with_names
from referee.record import Record, RecordError
from referee.record_check import OtherRulesError, follow, rules_of
from referee.text import one_line
from stych_web.drawn.table import table_html
from tournaments.present.html.markup import element
from tournaments.present.spelled.course import untrue_record

Seen = Mapping[int, Any]
"""The observations of one moment by seat: of one seat, or of all seats for the referee."""


@dataclass(frozen=True, slots=True)
class DrawnStep:
    """The table after an action, or after cards were dealt."""

    number: int
    """The number of the step in the match, from 0; the same in the views of all seats."""
    actions: int
    """How many actions of the match lead to the step."""
    seat: int | None
    """The seat that acted; None where cards were dealt."""
    words: tuple[str, ...]
    """What happened in the step, a clause for each event or fault."""
    ends: Boundary
    """Whether a round or a trick ends with the step."""
    scene: Scene


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    """All steps of a match as one seat or the referee saw them."""

    picture: GamePicture
    names: Sequence[str]
    """As `seat_names` gives them."""
    seat: int | None
    """The seat whose view it is; None for the referee's."""
    steps: Sequence[DrawnStep]

    def step_at(self, actions: int) -> int:
        """The number of the first step to which at least `actions` actions lead, or of the last."""
        numbers = (step.number for step in self.steps if step.actions >= actions)
        return next(numbers, len(self.steps) - 1)


def drawn_match(record: Record, seat: int | None) -> DrawnMatch:
    """The match as `seat` saw it, or the referee for None.

    Raises UserError for a seat that the match does not have, a record that does not follow the
    rules, and a match by rules that are not installed.
    """
    if seat is not None and not 0 <= seat < len(record.seats):
        most = len(record.seats) - 1
        raise UserError(f"the seats of this match are 0 to {most}; received {seat}")
    try:
        replaying = _Replaying(record, seat)
        steps = list(replaying.steps())
    except OtherRulesError as error:
        raise UserError(f"match {record.id} cannot be shown step by step: {error}") from None
    except RecordError as error:
        raise untrue_record(record, error) from None
    return DrawnMatch(replaying.picture, replaying.names, seat, steps)


def seat_names(record: Record) -> list[str]:
    """The names of the entrants by seat, safe to be shown.

    Where an entrant has several seats, the number of the seat follows in brackets.
    """
    names = [entry.entrant for entry in record.seats]
    return [
        one_line(name if names.count(name) == 1 else f"{name} ({seat})")
        for seat, name in enumerate(names)
    ]


def parting(one: Record, other: Record) -> int | None:
    """The number of actions that two matches on one deal have in common; None if all.

    Raises UserError when the two are not of one deal. The caller has to have verified the records.
    """
    try:
        divergence = find_divergence(one, other)
    except NotComparableError as error:
        raise UserError(f"the matches cannot be compared: {error}") from None
    return divergence.decision.number if divergence else None


def step_html(step: DrawnStep, picture: GamePicture) -> Markup:
    """The table of the step, and below it what happened, which a screen reader reads aloud."""
    words = element("p", "; ".join(step.words), class_="now", role="status")
    table = table_html(step.scene, picture)
    return element("div", table, words, class_="step", data_step=step.number)


class _Replaying:
    """Plays the match again, and draws what `seat`, or the referee for None, saw after each action.

    An instance can be used once.
    """

    def __init__(self, record: Record, seat: int | None) -> None:
        self.record = record
        self.game = rules_of(record)
        self.picture = picture_of(self.game)
        self.names = seat_names(record)
        self._seat = seat
        self._seats = range(self.game.seats) if seat is None else (seat,)
        self._number = 0
        """The number of the next step."""
        self._told = 0
        """How many of the match's events the steps so far have told."""
        self._faults_told = 0
        """How many of the match's faults the steps so far have told."""

    def steps(self) -> Iterator[DrawnStep]:
        before: Seen = {}
        acting, was_silent = -1, False
        for actions, state in enumerate(follow(self.record, self.game)):
            seen = {seat: state.observe(seat) for seat in self._seats}
            # The silence of a seat that never talks is no step: the next step tells its events.
            if not actions:
                yield self._step(0, None, seen, state.events, [], Boundary.NOTHING)
            elif not was_silent or actions == len(self.record.actions):
                yield from self._after(actions, acting, before, seen, state.events)
            before, acting = seen, state.seat
            was_silent = self._is_silent(state, actions)

    def _is_silent(self, state: AnyState, actions: int) -> bool:
        last = actions == len(self.record.actions)
        return (
            not last and self.record.seats[state.seat].never_talks and state.silence() is not None
        )

    def _after(
        self, actions: int, acting: int, before: Seen, seen: Seen, events: Sequence[int]
    ) -> Iterator[DrawnStep]:
        """The step of the last action; two steps where cards were dealt anew after it."""
        new = events[self._told :]
        first = self._seats[0]
        ends = self.picture.boundary(before[first], seen[first], new)
        private = self._private(actions, acting, before, seen)
        cut = self.picture.events_before_dealing(new)
        if cut == len(new):
            yield self._step(actions, acting, seen, events, private, ends)
            return
        # In one step the new cards would be shown at once, and the card played last never.
        closed = {
            seat: self.picture.seen_before_dealing(each, new[:cut]) for seat, each in before.items()
        }
        before_dealing = events[: self._told + cut]
        yield self._step(actions, acting, closed, before_dealing, private, ends, before_deal=True)
        yield self._step(actions, None, seen, events, [], Boundary.NOTHING)

    def _step(
        self,
        actions: int,
        acting: int | None,
        seen: Seen,
        events: Sequence[int],
        private: list[str],
        ends: Boundary,
        *,
        before_deal: bool = False,
    ) -> DrawnStep:
        log = EventLog(tuple(events), len(events) - self._told)
        clauses = [*map(self._event_words, log.news)]
        # The clause of the private action tells all that the first event does.
        if private and clauses and self.picture.private_replaces_event:
            del clauses[0]
        # A bot that fails after an action has seen the new cards: the step with them tells it.
        faults = [] if before_deal else self._faults(actions)
        words = [*private, *filter(None, clauses), *faults]
        # Not every game has a public event for the dealing of cards.
        if not words and acting is None:
            words = ["the cards are dealt"]
        scene = self.picture.scene(seen, self.names, log)
        step = DrawnStep(self._number, actions, acting, tuple(words), ends, scene)
        self._number += 1
        self._told = len(events)
        return step

    def _event_words(self, event: int) -> str:
        # A game of another package may have events that it cannot put into words.
        try:
            text = self.picture.event_words(event)
        except (NotationError, LookupError):
            return f"event {event}"
        return with_names(one_line(text), self.names)

    def _private(self, actions: int, acting: int, before: Seen, seen: Seen) -> list[str]:
        """What only the acting seat saw, as one clause or none; empty in views of other seats."""
        if acting not in before:
            return []
        action = self.record.actions[actions - 1]
        clause = self.picture.private(before[acting], action, seen[acting])
        return [f"{self.names[acting]} {one_line(clause)}"] if clause else []

    def _faults(self, actions: int) -> list[str]:
        """A clause for each fault after at most `actions` actions that no step has told yet."""
        entries = sorted(self.record.faults, key=lambda entry: entry.at)
        entries = [entry for entry in entries if entry.at <= actions][self._faults_told :]
        self._faults_told += len(entries)
        return [
            f"{self.names[entry.seat]} forfeits: {entry.fault.kind}: {one_line(entry.fault.text)}"
            for entry in entries
        ]
