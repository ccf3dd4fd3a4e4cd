"""The course of a match: what is found out by playing its record again once.

The lines of `stych records --spelled` and its Parquet tables are both made from it.
"""

import json
from dataclasses import dataclass, field
from typing import Final

from referee.errors import UserError
from referee.games.game import NOBODY, AnyGame
from referee.record import Record, RecordError
from referee.record_check import OtherRulesError, follow, rules_of
from tournaments.present.spelled.texts import GameTexts

# The most games, each with its options, that are cached. A competition has a few; a collection of
# records may have any number, so the cache is emptied when it is full.
_CACHED_GAMES: Final = 32


@dataclass
class Course:
    """What held before each action of a match.

    `seats`, `legal` and `events_before` have an item for each action, and one more for the moment
    after the last action.
    """

    texts: GameTexts
    """The texts of the match's game under its options."""
    seats: list[int] = field(default_factory=list)
    """The seat that was to decide; NOBODY after the end of the game."""
    legal: list[tuple[int, ...]] = field(default_factory=list)
    """The numbers of the legal actions."""
    events_before: list[int] = field(default_factory=list)
    """The number of events of the match before the action."""
    layouts: list[str] = field(default_factory=list)
    """For each dealing, a JSON object of where the cards lay after it."""

    @property
    def layouts_json(self) -> str:
        """All layouts as one JSON array."""
        return f"[{', '.join(self.layouts)}]"


@dataclass(frozen=True, slots=True)
class NotReplayed:
    """A match by rules that are not installed, so that its numbers have no known meaning."""

    why: str
    """A sentence, without its full stop."""


class Courses:
    """Plays matches again one by one; caches games and their texts from match to match."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, str], GameTexts] = {}
        self._games: dict[tuple[str, int, int, str], AnyGame] = {}

    def course(self, record: Record) -> Course | NotReplayed:
        """The course of the match, which is checked to follow the rules.

        NotReplayed when its rules are not installed. Raises UserError when the record is not true.
        """
        try:
            return self._course(record, self._game_of(record))
        # Not `error` as below: mypyc, which compiles this file, gives a variable a single type.
        except OtherRulesError as other:
            return NotReplayed(str(other))
        except RecordError as error:
            raise untrue_record(record, error) from None

    def _course(self, record: Record, game: AnyGame) -> Course:
        course, drawn = Course(self._texts_of(game)), 0
        seats, legal, events_before = course.seats, course.legal, course.events_before
        for state in follow(record, game):
            seat: int = state.seat
            purposes: int = state.deal.purposes
            # At the start, and whenever something was drawn since; but not after the game's end,
            # where there is no layout.
            if not seats or (purposes > drawn and seat != NOBODY):
                new = list(state.deal.drawn)[drawn:]
                layout = {"after": len(seats), "drawn": new, "places": dict(game.layout(state))}
                course.layouts.append(json.dumps(layout))
                drawn += len(new)
            seats.append(seat)
            legal.append(state.legal_actions())
            events_before.append(len(state.events))
        return course

    def _game_of(self, record: Record) -> AnyGame:
        # The options as text, since 1 and True are equal as keys but may differ as options.
        key = (record.game, record.rules_version, len(record.seats), repr(record.options))
        if key not in self._games:
            if len(self._games) >= _CACHED_GAMES:
                self._games.clear()
            self._games[key] = rules_of(record)
        return self._games[key]

    def _texts_of(self, game: AnyGame) -> GameTexts:
        key = (game.id, game.options_text)
        if key not in self._texts:
            if len(self._texts) >= _CACHED_GAMES:
                self._texts.clear()
            self._texts[key] = GameTexts(game)
        return self._texts[key]


def untrue_record(record: Record, error: RecordError) -> UserError:
    """The error to raise for a record that is not true; `error` says what is wrong in it."""
    return UserError(f"the record of match {record.id} is not true: {error}")


def decisions_json(record: Record, course: Course) -> list[str]:
    """A JSON object for each action of the match: what was legal, what was done, what followed."""
    actions, texts = course.texts.actions_json, course.texts.events_json
    events, events_before, seats = record.events, course.events_before, course.seats
    decisions = []
    for number, action in enumerate(record.actions):
        start, end = events_before[number], events_before[number + 1]
        legal = course.legal[number]
        # To join a list of one event takes longer, and most actions lead to a single event.
        if end - start == 1:
            followed = texts[events[start]]
        else:
            followed = ", ".join([texts[event] for event in events[start:end]])
        done = actions[action]
        if len(legal) == 1:
            choice, forced = done, "true"
        else:
            choice, forced = ", ".join([actions[each] for each in legal]), "false"
        decisions.append(
            f'{{"number": {number}, "seat": {seats[number]}, "legal": [{choice}], "action": {done},'
            f' "forced": {forced}, "events": [{followed}]}}'
        )
    return decisions
