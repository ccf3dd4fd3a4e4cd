"""Random games of the variants, moment by moment, for tests of what is drawn of them."""

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
"""The most actions of a walk; a longer game is cut off."""

_LONG = {"target": 100, "limit": 1000}
"""Variants with these values or larger ones are left out: all that they add is longer games."""
VARIANTS = [
    game
    for game in all_variants()
    if all(getattr(game.options, name, 0) < least for name, least in _LONG.items())
]
# All variants of a game but the first are slow tests.
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
    """A moment of a game; the new events in its log are those since the last action.

    Its state is that of the walk: it changes when the next moment is taken.
    """

    state: AnyState
    log: EventLog


def walk(game: AnyGame, seed: str, every: int = 1) -> Iterator[Moment]:
    """The moments of a random game: before the first action, after each `every` actions, the end.

    There is no end in a game that is cut off.
    """
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
"""Elements without an end tag."""


class Checked(HTMLParser):
    """Reads HTML; fails for what is not well-formed, or what a strict policy refuses.

    It also fails for an id that occurs twice, and for a link to another page.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.used: set[str] = set()
        """The ids to which links and drawn cards refer."""
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
