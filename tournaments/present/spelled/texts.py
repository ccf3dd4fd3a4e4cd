"""What the numbers of a game are called, each looked up once for all matches."""

import json
from collections.abc import Callable
from typing import Final

from referee.games.events import unpack
from referee.games.game import AnyGame
from referee.record import Record

# More than our games have; a game of a package may number its actions without end.
_MOST: Final = 1 << 17
_MOST_PURPOSES: Final = 1 << 10


class KnownTexts(dict[int, str]):
    """Texts by number; one that is not there yet is made when it is asked for."""

    def __init__(self, make: Callable[[int], str]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, number: int) -> str:
        if len(self) >= _MOST:
            self.clear()
        text = self[number] = self._make(number)
        return text


class GameTexts:
    """The texts of a game under its options; those that end in `json` are pieces of JSON."""

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
        """What was drawn, by purpose: cards by name, other numbers as they are."""
        drawn = (
            f"{json.dumps(purpose)}: [{', '.join(map(self._of(purpose).__getitem__, numbers))}]"
            for purpose, numbers in record.deal.draws.items()
        )
        return f"{{{', '.join(drawn)}}}"

    def _of(self, purpose: str) -> KnownTexts:
        known = self._drawn_json.get(purpose)
        if known is None:
            # A purpose may have a number in it, such as that of a round.
            if len(self._drawn_json) >= _MOST_PURPOSES:
                self._drawn_json.clear()
            known = KnownTexts(lambda number: json.dumps(self._drawn(purpose, number)))
            self._drawn_json[purpose] = known
        return known

    def _drawn(self, purpose: str, number: int) -> str | int:
        name = self._game.draw_text(purpose, number)
        return number if name is None else name
