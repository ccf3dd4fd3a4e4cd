"""Random games of every variant, moment by moment, for tests of what is drawn of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import groupby
from random import Random

import pytest

from referee.deals import Deal, derive
from referee.games.game import NOBODY, AnyGame, AnyState
from referee.games.registry import GAMES
from referee.games.scene import EventLog
from tests.games.every_variant import all_variants, name_of

NAMES = ("ann", "bob", "cid", "dot", "eve")
MOST = 400
"""Actions of a walk; the longest variants are alike after that."""

_LONG = {"target": 100, "limit": 1000}
"""From these values on variants differ in their length alone, which a walk does not reach."""
VARIANTS = [
    game
    for game in all_variants()
    if all(getattr(game.options, name, 0) < least for name, least in _LONG.items())
]
# A first look needs one variant of a game.
every_variant = pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=name_of(game), marks=[pytest.mark.slow] if seen else [])
        for _, games in groupby(VARIANTS, key=type)
        for seen, game in enumerate(games)
    ],
)
every_game = pytest.mark.parametrize(
    "game", [GAMES[game](GAMES[game].options_type()) for game in sorted(GAMES)], ids=name_of
)


@dataclass(frozen=True)
class Moment:
    """A moment of a game, with what is public of it."""

    state: AnyState
    log: EventLog


def walk(game: AnyGame, seed: str, every: int = 1) -> Iterator[Moment]:
    """A random game, each moment after a chosen action; the last one always."""
    random = Random(f"{seed} {name_of(game)}")
    state = game.new(Deal(derive("walk", seed, name_of(game))))
    known = 0
    for number in range(MOST):
        if not number % every or state.seat == NOBODY:
            yield Moment(state, EventLog(tuple(state.events), len(state.events) - known))
        if state.seat == NOBODY:
            return
        known = len(state.events)
        state.apply(random.choice(state.legal_actions()))


VOID = {"input"}
"""Elements that are never closed."""


class Checked(HTMLParser):
    """Reads HTML; fails for what is not well-formed, or what a strict policy refuses."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.used: set[str] = set()
        self.feed(text)
        self.close()
        assert not self.open, f"not closed: {self.open}"
        assert len(set(self.ids)) == len(self.ids)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            assert name != "style"
            assert not name.startswith("on")
            if name == "id" and value:
                self.ids.append(value)
            if name == "href" and value:
                assert value.startswith("#")
                self.used.add(value[1:])
        assert tag not in ("script", "style")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag
