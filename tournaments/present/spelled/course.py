"""The course of a match: what its record leads to when it is played again, once."""

import json
from dataclasses import dataclass, field
from typing import Final

from referee.errors import UserError
from referee.games.game import NOBODY, AnyGame
from referee.record import Record, RecordError
from referee.record_check import OtherRulesError, follow, rules_of
from tournaments.present.spelled.texts import GameTexts

# A competition has a few games and options; more than this many are looked up again.
_MOST: Final = 32


@dataclass
class Course:
    """What happened at each action of a match; the lists have an item for each of them.

    They have one more for the moment after the last action.
    """

    texts: GameTexts
    seats: list[int] = field(default_factory=list)
    """Who decided."""
    legal: list[tuple[int, ...]] = field(default_factory=list)
    """What was legal."""
    known: list[int] = field(default_factory=list)
    """How many events there were before the action."""
    layouts: list[str] = field(default_factory=list)
    """Where the cards lay after each dealing, as JSON; these are as many as there were dealings."""

    @property
    def layouts_json(self) -> str:
        """All layouts as one JSON array."""
        return f"[{', '.join(self.layouts)}]"


@dataclass(frozen=True, slots=True)
class NotReplayed:
    """A match whose rules are not here: nobody can say what its numbers mean."""

    why: str
    """A sentence, without its full stop."""


class Courses:
    """Plays matches again; what the numbers of their games are called is looked up once."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, str], GameTexts] = {}
        self._games: dict[tuple[str, int, int, str], AnyGame] = {}

    def course(self, record: Record) -> Course | NotReplayed:
        """The course of the match. Raises UserError when the record is not true.

        So whatever is made from it happened by the rules.
        """
        try:
            return self._course(record, self._game_of(record))
        # Another name than below: compiled, a variable is of one class throughout.
        except OtherRulesError as other:
            return NotReplayed(str(other))
        except RecordError as error:
            raise untrue(record, error) from None

    def _course(self, record: Record, game: AnyGame) -> Course:
        found, drawn = Course(self._texts_of(game)), 0
        seats, legal, known = found.seats, found.legal, found.known
        for state in follow(record, game):
            seat: int = state.seat
            purposes: int = state.deal.purposes
            # Something was dealt; after the end of the game there is nothing to lay out.
            if not seats or (purposes > drawn and seat != NOBODY):
                new = list(state.deal.drawn)[drawn:]
                layout = {"after": len(seats), "drawn": new, "places": dict(game.layout(state))}
                found.layouts.append(json.dumps(layout))
                drawn += len(new)
            seats.append(seat)
            legal.append(state.legal_actions())
            known.append(len(state.events))
        return found

    def _game_of(self, record: Record) -> AnyGame:
        # By the text of the options, in which 1 and true differ.
        key = (record.game, record.rules_version, len(record.seats), repr(record.options))
        if key not in self._games:
            if len(self._games) >= _MOST:
                self._games.clear()
            self._games[key] = rules_of(record)
        return self._games[key]

    def _texts_of(self, game: AnyGame) -> GameTexts:
        key = (game.id, game.options_text)
        if key not in self._texts:
            if len(self._texts) >= _MOST:
                self._texts.clear()
            self._texts[key] = GameTexts(game)
        return self._texts[key]


def untrue(record: Record, error: RecordError) -> UserError:
    """The error that tells of a record which is not true."""
    return UserError(f"the record of match {record.id} is not true: {error}")


def decisions_json(record: Record, course: Course) -> list[str]:
    """Each decision as JSON: what was legal, what was done, what came of it."""
    actions, texts = course.texts.actions_json, course.texts.events_json
    events, known, seats = record.events, course.known, course.seats
    found = []
    for number, action in enumerate(record.actions):
        first, after, legal = known[number], known[number + 1], course.legal[number]
        # Most decisions lead to one event, for which nothing has to be joined.
        if after - first == 1:
            came = texts[events[first]]
        else:
            came = ", ".join([texts[event] for event in events[first:after]])
        did = actions[action]
        if len(legal) == 1:
            choice, forced = did, "true"
        else:
            choice, forced = ", ".join([actions[each] for each in legal]), "false"
        found.append(
            f'{{"number": {number}, "seat": {seats[number]}, "legal": [{choice}], "action": {did},'
            f' "forced": {forced}, "events": [{came}]}}'
        )
    return found
