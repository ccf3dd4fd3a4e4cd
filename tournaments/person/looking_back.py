"""A match that is over, shown to its person: all hands, and where the hints differed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rich.console import RenderableType

from referee.games.registry import make_game
from referee.games.steps import ReplayStep
from referee.record import Record
from tournaments.present.terminal.replay import show_replay
from tournaments.present.terminal.text import plain


@dataclass(slots=True)
class Choices:
    """What a person in `seat` chose in one match, decision by decision, and what the hints were."""

    seat: int
    chosen: list[int] = field(default_factory=list)
    """The action of each decision that the referee asked for, also where the program answered
    without asking the person. Forced moves are not among them."""
    hints: list[int | None] = field(default_factory=list)
    """For each action of `chosen` the action of the hint; None where there was none, or where the
    person was not asked."""


def look_back(record: Record, played: Sequence[Choices]) -> Iterator[RenderableType]:
    """The replay with all hands, and a line after each action that differs from its hint.

    `played` has the person's matches, also that of the record. Raises InvalidError when the rules
    of the record's game are not installed, and what `show_replay` raises.
    """
    shown = _Shown(record, played)
    for part in show_replay(record, None, shown.watched):
        yield from shown.waiting()
        yield part
    yield from shown.waiting()


def other_hints(
    record: Record, steps: Sequence[ReplayStep], played: Sequence[Choices]
) -> Mapping[int, int]:
    """The hints that the person did not follow, by the number of the action in the match, from 0.

    `steps` are those of the record. `played` has the person's matches, also that of the record. The
    result is empty when no match of `played` has the actions of the record.
    """
    for choices in played:
        decided = {n: step for n, step in enumerate(steps) if _is_asked(record, step, choices.seat)}
        # The person may have played several matches, and a void match twice. The record is of the
        # one with these actions.
        if [step.action for step in decided.values()] == choices.chosen:
            hints = zip(decided.items(), choices.hints, strict=True)
            return {n: hint for (n, step), hint in hints if hint not in (None, step.action)}
    return {}


def _is_asked(record: Record, step: ReplayStep, seat: int) -> bool:
    """Whether the referee asked `seat` for this action.

    The referee asks for no forced move. A seat that never talks is not asked what to say.
    """
    silent = record.seats[seat].never_talks and step.state.silence() is not None
    return step.seat == seat and len(step.legal) > 1 and not silent


class _Shown:
    """The replay of one record, with lines about hints that are shown between its parts."""

    def __init__(self, record: Record, played: Sequence[Choices]) -> None:
        self._record = record
        self._played = played
        self._game = make_game(record.game, record.options)
        self._waiting: list[RenderableType] = []

    def waiting(self) -> Iterator[RenderableType]:
        """Take the lines that wait to be shown."""
        waiting, self._waiting = self._waiting, []
        yield from waiting

    def watched(self, steps: Iterator[ReplayStep]) -> Iterator[ReplayStep]:
        """Pass the steps on; after a step that differs from its hint, a line waits to be shown."""
        listed = list(steps)
        hints = other_hints(self._record, listed, self._played)
        for number, step in enumerate(listed):
            yield step
            if number in hints:
                self._waiting.append(self._difference(number, step.action, hints[number]))

    def _difference(self, number: int, action: int, hint: int) -> RenderableType:
        chosen, hinted = self._game.action_text(action), self._game.action_text(hint)
        text = f"  action {number}: you chose {chosen}, the hint was {hinted}"
        return plain(text, style="magenta")
