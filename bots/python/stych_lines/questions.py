"""Makes the lines that a bot reads: one for each decision, from it and the start of its match."""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, overload

from referee.games.names import HISTORY
from stych.v1 import referee_pb2 as pb
from stych_bot import game_data
from stych_lines.messages import values_of
from stych_lines.vocabulary import Vocabulary, vocabulary

_SEED_MASK: Final = 2**53 - 1
"""Every language reads integers up to this one exactly: in many, JSON numbers are floats."""
_json: Final = json.JSONEncoder(separators=(",", ":")).encode


class LegalTexts(Sequence[str]):
    """The legal actions of a decision in the game's notation.

    A text is made when it is asked for: most programs answer with an index, which needs no text.
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
    """Makes the lines of one match. Each is complete, so that a program need not remember any."""

    def __init__(self, start: pb.MatchStart) -> None:
        """Raises UninstalledGameError for a game that is not installed here.

        Raises ValueError for a start without options that this version knows.
        """
        field = start.WhichOneof("options")
        if field is None:
            raise ValueError(f"match {start.match} of {start.game} starts without options")
        self._field: str = field
        self._clock = start.clock
        options = getattr(start, field)
        # The options of a game from a package, for which the protocol has no message, are JSON.
        packaged = isinstance(options, pb.GameData)
        self.words: Vocabulary = vocabulary(start.game, options.json if packaged else "")
        # The parts that all lines of the match have in common are written once.
        self._before = f'{{"match":{start.match},"decision":'
        same_in_all = {
            "game": start.game,
            "options": json.loads(options.json) if packaged else values_of(options),
            "seat": start.seat,
            "seats": start.seats,
            "seed": start.bot_seed & _SEED_MASK,
        }
        self._after = f",{_json(same_in_all)[1:-1]}"
        self._asked = 0
        """How many lines of the match were made."""
        self._events: list[int] = []
        """The events of the history in the last line."""
        self._history = ""
        """The same events as text: the history of the next line usually begins with it."""

    def texts(self, decision: pb.Decision) -> LegalTexts:
        """The legal actions in the game's notation."""
        return LegalTexts(decision.legal_actions, self.words.text)

    def line(self, decision: pb.Decision) -> bytes:
        """The line for the match's next decision, with a newline at its end.

        It has to be called once for each decision, in their order: lines are numbered. Raises
        ValueError for an observation whose message is not known here.
        """
        # The number counts decisions of the match, not of the stream, so it is the same when the
        # match is played again. A bot may take its random numbers from the seed and this number.
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
        """The seconds of the clock for the answer: decision, bank and grace, without strikes.

        A strike, which gives more time, is granted by the referee only when this time is over.
        """
        return (self._left(decision) + self._clock.grace_ms) / 1000

    def _left(self, decision: pb.Decision) -> int:
        """The milliseconds that the decision has, with the match's bank and without the grace."""
        left: int = self._clock.decision_ms + decision.bank_left_ms
        return left

    def _observation(self, decision: pb.Decision) -> str:
        values = self._values(decision)
        history = values.pop(HISTORY, None)
        text: str = _json(self.words.named(values))
        if history is None:
            return text
        return f'{text[:-1]}{"," if values else ""}"{HISTORY}":[{self._events_text(history)}]}}'

    def _events_text(self, history: list[int]) -> str:
        old_length = len(self._events)
        # A history usually grows only at its end, so that most of its text is there already.
        grows = history[:old_length] == self._events
        new: Iterable[int] = history[old_length:] if grows else history
        parts = [self._history] if grows and self._history else []
        self._events = history
        self._history = ",".join([*parts, *map(self.words.event, new)])
        return self._history

    def _values(self, decision: pb.Decision) -> dict[str, Any]:
        """The fields of the observation by name, with numbers where the line will have names."""
        seen = getattr(decision, self._field)
        if isinstance(seen, pb.GameData):
            seen = game_data.read(seen)
        if isinstance(seen, pb.GameData):
            raise ValueError(f"nothing here can read the observation's message {seen.type}")
        return seen if isinstance(seen, dict) else values_of(seen)
