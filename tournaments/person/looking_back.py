"""A match that is over as its person may look back at it: all hands, and where hints differed."""

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
    """What a person chose in one match, decision by decision, and what the hints were."""

    seat: int
    chosen: list[int] = field(default_factory=list)
    hints: list[int | None] = field(default_factory=list)
    """None where there was no hint."""


def look_back(record: Record, played: Sequence[Choices]) -> Iterator[RenderableType]:
    """The match with all hands; after each action of the person that was no hint, what it was.

    `played` are the person's matches, which this is one of.
    """
    shown = _Shown(record, played)
    for part in show_replay(record, None, shown.watched):
        yield from shown.waiting()
        yield part
    yield from shown.waiting()


def other_hints(
    record: Record, steps: Sequence[ReplayStep], played: Sequence[Choices]
) -> Mapping[int, int]:
    """By the number of an action of the person that was no hint, from 0: what the hint was.

    `steps` are those of the record; `played` are the person's matches, which it is one of.
    """
    for choices in played:
        own = {n: step for n, step in enumerate(steps) if _is_asked(record, step, choices.seat)}
        # A match that was void is played again, and only one of the two is in the record.
        if [step.action for step in own.values()] == choices.chosen:
            hints = zip(own.items(), choices.hints, strict=True)
            return {n: hint for (n, step), hint in hints if hint not in (None, step.action)}
    return {}


def _is_asked(record: Record, step: ReplayStep, seat: int) -> bool:
    silent = record.seats[seat].never_talks and step.state.silence() is not None
    return step.seat == seat and len(step.legal) > 1 and not silent


class _Shown:
    def __init__(self, record: Record, played: Sequence[Choices]) -> None:
        self._record = record
        self._played = played
        self._game = make_game(record.game, record.options)
        self._waiting: list[RenderableType] = []

    def waiting(self) -> Iterator[RenderableType]:
        """The lines that are to be shown now, each once."""
        waiting, self._waiting = self._waiting, []
        yield from waiting

    def watched(self, steps: Iterator[ReplayStep]) -> Iterator[ReplayStep]:
        """The steps as they are; what differs from a hint waits to be shown after its step."""
        known = list(steps)
        hints = other_hints(self._record, known, self._played)
        for number, step in enumerate(known):
            yield step
            if number in hints:
                self._waiting.append(self._differs(number, step.action, hints[number]))

    def _differs(self, number: int, action: int, hint: int) -> RenderableType:
        did, would = self._game.action_text(action), self._game.action_text(hint)
        return plain(f"  action {number}: you chose {did}, the hint was {would}", style="magenta")
