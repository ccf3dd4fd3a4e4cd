"""The texts of a game's numbers (actions, events, draws), cached for all of its matches."""

import json
from collections.abc import Callable
from typing import Final

from referee.games.events import unpack
from referee.games.game import AnyGame
from referee.record import Record

# The most texts, and the most purposes of draws, that are cached for a game. Our games have fewer
# numbers; a game of another package may have any number of actions.
_CACHED_TEXTS: Final = 1 << 17
_CACHED_PURPOSES: Final = 1 << 10


class KnownTexts(dict[int, str]):
    """A cache of texts by number: a missing text is made when it is looked up."""

    def __init__(self, make: Callable[[int], str]) -> None:
        """`make` gives the text of a number."""
        super().__init__()
        self._make = make

    def __missing__(self, number: int) -> str:
        if len(self) >= _CACHED_TEXTS:
            self.clear()
        text = self[number] = self._make(number)
        return text


class GameTexts:
    """The texts of a game under its options; texts of names that end in `json` are JSON values."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.actions = KnownTexts(game.action_text)
        self.events = KnownTexts(game.event_text)
        self.actions_json = KnownTexts(lambda action: json.dumps(game.action_text(action)))
        self.events_json = KnownTexts(self._event_json)
        self._drawn_json: dict[str, KnownTexts] = {}

    def _event_json(self, event: int) -> str:
        text = self._game.event_text(event)
        return json.dumps({"event": event, **unpack(event)._asdict(), "text": text})

    def draws_json(self, record: Record) -> str:
        """The draws of the record as a JSON object by purpose: names of cards, or other numbers."""
        drawn = (
            f"{json.dumps(purpose)}: [{', '.join(map(self._draws(purpose).__getitem__, numbers))}]"
            for purpose, numbers in record.deal.draws.items()
        )
        return f"{{{', '.join(drawn)}}}"

    def _draws(self, purpose: str) -> KnownTexts:
        texts = self._drawn_json.get(purpose)
        if texts is None:
            # The number of purposes has no bound: a purpose may name a round, for example.
            if len(self._drawn_json) >= _CACHED_PURPOSES:
                self._drawn_json.clear()
            texts = KnownTexts(lambda number: json.dumps(self._drawn(purpose, number)))
            self._drawn_json[purpose] = texts
        return texts

    def _drawn(self, purpose: str, number: int) -> str | int:
        name = self._game.draw_text(purpose, number)
        return number if name is None else name
