"""The lines that a bot reads: one for each decision, made from it and from its match's start."""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, overload

from referee.games.names import HISTORY
from stych.v1 import referee_pb2 as pb
from stych_bot import game_data
from stych_lines.messages import values_of
from stych_lines.vocabulary import Vocabulary, vocabulary

_SEED: Final = 2**53 - 1
"""Every language reads integers up to this one exactly; in many JSON numbers are floats."""
_write: Final = json.JSONEncoder(separators=(",", ":")).encode


class LegalTexts(Sequence[str]):
    """The legal actions of a decision in the game's notation, each made when it is looked at.

    Most programs answer with an index, which needs none of them.
    """

    def __init__(self, actions: Sequence[int], text: Callable[[int], str]) -> None:
        self._actions = actions
        self._text = text

    def __len__(self) -> int:
        return len(self._actions)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [*map(self._text, self._actions[index])]
        return self._text(self._actions[index])


class MatchQuestions:
    """What is asked in one match, as lines. A line tells all: its reader need not remember any."""

    def __init__(self, start: pb.MatchStart) -> None:
        """Raises UninstalledGameError for a game that is not installed here."""
        field = start.WhichOneof("options")
        if field is None:
            raise ValueError(f"match {start.match} of {start.game} starts without options")
        self._field: str = field
        self._clock = start.clock
        options = getattr(start, field)
        foreign = isinstance(options, pb.GameData)
        self.words: Vocabulary = vocabulary(start.game, options.json if foreign else "")
        # Decisions are many, so what they have in common is written once.
        self._before = f'{{"match":{start.match},"decision":'
        told = {
            "game": start.game,
            "options": json.loads(options.json) if foreign else values_of(options),
            "seat": start.seat,
            "seats": start.seats,
            "seed": start.bot_seed & _SEED,
        }
        self._after = f",{_write(told)[1:-1]}"
        self._asked = 0
        self._events: list[int] = []
        self._history = ""
        """The history as it was written last; the next one goes on there."""

    def texts(self, decision: pb.Decision) -> LegalTexts:
        """The legal actions in the game's notation."""
        return LegalTexts(decision.legal_actions, self.words.text)

    def line(self, decision: pb.Decision) -> bytes:
        """The line for the match's next decision, with its end."""
        # Counted in the match and not on the stream: it is the same when the match is played again,
        # so that a bot may take its chance from the seed and this number.
        self._asked += 1
        words = self.words
        text = (
            f'{self._before}{self._asked}{self._after},"time_left_ms":{self._left(decision)}'
            f',"observation":{self._observation(decision)}'
            f',"legal":[{",".join(map(words.action, decision.legal_actions))}]'
            f',"news":[{",".join(map(words.event, decision.events))}]}}\n'
        )
        return text.encode()

    def most_seconds(self, decision: pb.Decision) -> float:
        """The seconds that the clock has for the answer, as far as the referee tells it."""
        return (self._left(decision) + self._clock.grace_ms) / 1000

    def _left(self, decision: pb.Decision) -> int:
        left: int = self._clock.decision_ms + decision.bank_left_ms
        return left

    def _observation(self, decision: pb.Decision) -> str:
        seen = self._seen(decision)
        history = seen.pop(HISTORY, None)
        text: str = _write(self.words.named(seen))
        if history is None:
            return text
        return f'{text[:-1]}{"," if seen else ""}"{HISTORY}":[{self._events_text(history)}]}}'

    def _events_text(self, history: list[int]) -> str:
        known = len(self._events)
        # A history only grows, so that most of it is written already.
        grows = history[:known] == self._events
        new: Iterable[int] = history[known:] if grows else history
        parts = [self._history] if grows and self._history else []
        self._events = history
        self._history = ",".join([*parts, *map(self.words.event, new)])
        return self._history

    def _seen(self, decision: pb.Decision) -> dict[str, Any]:
        seen = getattr(decision, self._field)
        if isinstance(seen, pb.GameData):
            seen = game_data.read(seen)
        if isinstance(seen, pb.GameData):
            raise ValueError(f"nothing here can read the observation's message {seen.type}")
        return seen if isinstance(seen, dict) else values_of(seen)
