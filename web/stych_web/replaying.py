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
from referee.games.scene import Boundary, Scene, Told
from referee.games.screen import with_names
from referee.record import Record, RecordError
from referee.record_check import OtherRulesError, follow, rules_of
from referee.text import one_line
from stych_web.drawn.table import table_html
from tournaments.present.html.markup import element
from tournaments.present.spelled.course import untrue

Seen = Mapping[int, Any]
"""The observations of a moment by seat: of one, or of all."""


@dataclass(frozen=True, slots=True)
class DrawnStep:
    """The table after an action, or when cards have just been dealt."""

    number: int
    """Its place among the steps of the match, from 0; the same in all views."""
    actions: int
    """How many actions of the match lead to it."""
    seat: int | None
    """Who acted; None where cards were dealt."""
    words: tuple[str, ...]
    """What happened, a clause each."""
    ends: Boundary
    scene: Scene


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    """All steps of a match in one view."""

    picture: GamePicture
    names: Sequence[str]
    seat: int | None
    """The seat whose view it is; None for the referee's."""
    steps: Sequence[DrawnStep]

    def step_at(self, actions: int) -> int:
        """The number of the first step to which so many actions lead, or of the last one."""
        found = (step.number for step in self.steps if step.actions >= actions)
        return next(found, len(self.steps) - 1)


def drawn_match(record: Record, seat: int | None) -> DrawnMatch:
    """The match as the referee saw it, or one seat.

    Raises UserError for a seat that is none, a record that is not true, and other rules.
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
        raise untrue(record, error) from None
    return DrawnMatch(replaying.picture, replaying.names, seat, steps)


def seat_names(record: Record) -> list[str]:
    """The entrants by seat, safe to be shown; with their seats where one has several."""
    names = [entry.entrant for entry in record.seats]
    return [
        one_line(name if names.count(name) == 1 else f"{name} ({seat})")
        for seat, name in enumerate(names)
    ]


def parting(one: Record, other: Record) -> int | None:
    """After how many actions two matches on one deal are no longer the same; None for never.

    Raises UserError when they are not of one deal. The records have to be true.
    """
    try:
        found = find_divergence(one, other)
    except NotComparableError as error:
        raise UserError(f"the matches cannot be compared: {error}") from None
    return found.decision.number if found else None


def step_html(step: DrawnStep, picture: GamePicture) -> Markup:
    """The table of the step, and below it what happened, to be said once."""
    said = element("p", "; ".join(step.words), class_="now", role="status")
    table = table_html(step.scene, picture)
    return element("div", table, said, class_="step", data_step=step.number)


class _Replaying:
    """Plays the match again once, and draws what was seen after each action."""

    def __init__(self, record: Record, seat: int | None) -> None:
        self.record = record
        self.game = rules_of(record)
        self.picture = picture_of(self.game)
        self.names = seat_names(record)
        self._seat = seat
        self._seats = range(self.game.seats) if seat is None else (seat,)
        self._number = 0
        self._known = 0

    def steps(self) -> Iterator[DrawnStep]:
        before: Seen = {}
        acting, was_silent = -1, False
        for actions, state in enumerate(follow(self.record, self.game)):
            seen = {seat: state.observe(seat) for seat in self._seats}
            # What a seat that never talks says is no step: the next one has its events.
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
        """The step of an action; two where it led to a new dealing."""
        new = events[self._known :]
        first = self._seats[0]
        ends = self.picture.ends(before[first], seen[first], new)
        private = self._private(actions, acting, before, seen)
        cut = self.picture.dealing(new)
        if cut == len(new):
            yield self._step(actions, acting, seen, events, private, ends)
            return
        # The last card would not be seen any more if the new ones were shown at once.
        closed = {seat: self.picture.closed(each, new[:cut]) for seat, each in before.items()}
        shown = events[: self._known + cut]
        yield self._step(actions, acting, closed, shown, private, ends)
        yield self._step(actions, None, seen, events, [], Boundary.NOTHING)

    def _step(
        self,
        actions: int,
        acting: int | None,
        seen: Seen,
        events: Sequence[int],
        private: list[str],
        ends: Boundary,
    ) -> DrawnStep:
        told = Told(tuple(events), len(events) - self._known)
        said = [*map(self._said, told.news)]
        if private and said and self.picture.private_is_whole:
            del said[0]
        words = [*private, *filter(None, said), *self._faults(actions, acting)]
        # Not every game has an event for its dealing.
        words = words or ["the cards are dealt"] * (acting is None)
        scene = self.picture.scene(seen, self.names, told)
        step = DrawnStep(self._number, actions, acting, tuple(words), ends, scene)
        self._number += 1
        self._known = len(events)
        return step

    def _said(self, event: int) -> str:
        # A game from a package may fail to word an event of its own.
        try:
            text = self.picture.told(event)
        except (NotationError, LookupError):
            return f"event {event}"
        return with_names(one_line(text), self.names)

    def _private(self, actions: int, acting: int, before: Seen, seen: Seen) -> list[str]:
        """What only the acting seat saw, for itself and for the referee."""
        if acting not in before:
            return []
        action = self.record.actions[actions - 1]
        said = self.picture.private(before[acting], action, seen[acting])
        return [f"{self.names[acting]} {one_line(said)}"] if said else []

    def _faults(self, actions: int, acting: int | None) -> list[str]:
        """The faults that were made instead of the next action."""
        last = actions == len(self.record.actions)
        return [
            f"{self.names[entry.seat]} forfeits: {entry.fault.kind}: {one_line(entry.fault.text)}"
            for entry in self.record.faults
            if entry.at == actions and (acting is not None or last or not actions)
        ]
