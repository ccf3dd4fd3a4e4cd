"""The texts of a game's numbers (actions, events, draws), cached for all of its matches."""

import json
from collections.abc import Callable
from typing import Final

from referee.games.events import unpack
from referee.games.game import AnyGame
from referee.record import Record

_CACHED_TEXTS: Final = 1 << 17
"""The most texts in a cache. Our games have fewer numbers; a game of another package may have any
number of actions."""
_CACHED_PURPOSES: Final = 1 << 10
"""The most purposes of draws with a cache, for a game."""


class TextCache(dict[int, str]):
    """A cache of texts by number: a missing text is made when it is looked up."""

    def __init__(self, make: Callable[[int], str]) -> None:
        """`make` returns the text of a number."""
        super().__init__()
        self._make = make

    def __missing__(self, number: int) -> str:
        if len(self) >= _CACHED_TEXTS:
            self.clear()
        text = self[number] = self._make(number)
        return text


class GameTexts:
    """The texts of a game under its options; attributes whose names end in `json` have JSON."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.actions = TextCache(game.action_text)
        self.events = TextCache(game.event_text)
        self.actions_json = TextCache(lambda action: json.dumps(game.action_text(action)))
        self.events_json = TextCache(self._event_json)
        self._drawn_json: dict[str, TextCache] = {}

    def _event_json(self, event: int) -> str:
        text = self._game.event_text(event)
        return json.dumps({"event": event, **unpack(event)._asdict(), "text": text})

    def draws_json(self, record: Record) -> str:
        """The record's draws by purpose, as a JSON object: names of cards; other numbers stay."""
        drawn = (
            f"{json.dumps(purpose)}: [{', '.join(map(self._draws(purpose).__getitem__, numbers))}]"
            for purpose, numbers in record.deal.draws.items()
        )
        return f"{{{', '.join(drawn)}}}"

    def _draws(self, purpose: str) -> TextCache:
        texts = self._drawn_json.get(purpose)
        if texts is None:
            # There may be any number of purposes: a purpose may name a round, for example.
            if len(self._drawn_json) >= _CACHED_PURPOSES:
                self._drawn_json.clear()
            texts = TextCache(lambda number: json.dumps(self._drawn(purpose, number)))
            self._drawn_json[purpose] = texts
        return texts

    def _drawn(self, purpose: str, number: int) -> str | int:
        name = self._game.draw_text(purpose, number)
        return number if name is None else name
