"""The screens of `stych join`: decisions of golden playthroughs, as the person is shown them."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Final

from rich.console import RenderableType

from stych.v1 import referee_pb2 as pb
from tests.joining.moments import Moment, moments, shown
from tournaments.person import screen

_DECISIONS: Final[Mapping[str, Mapping[str, tuple[int, ...]]]] = {
    "fox": {"fox-35": (0, 51, 60)},
    "korist": {"korist-advanced-3": (71,), "korist-expert-5": (120,)},
    "nase-hra": {"nase-hra-3-triple": (30, 36), "nase-hra-2-nine": (89,)},
    "the-game": {"the-game-fire-2": (7,), "the-game-master": (6, 20)},
}
"""Decisions of the playthroughs of each game, some just after a round was scored."""
_KNOWN: Final = ("thumb", "fox-odds", "a-name-too-long-to-show", "random", "search")
"""What the bots are called, by seat."""


def _joined(playthroughs: Mapping[str, tuple[int, ...]], width: int) -> str:
    return "\n".join(
        shown(_screen(name, number), width)
        for name, numbers in playthroughs.items()
        for number in numbers
    )


def _screen(name: str, number: int) -> Iterator[RenderableType]:
    """The start of a match, a decision, a hint, the question whether to send an action, the end."""
    moment: Moment = next(islice(moments(name), number, None))
    match, action = moment.match, moment.decision.legal_actions[-1]
    match.player_names = _KNOWN[: moment.game.seats]
    yield from screen.announced(match)
    yield from screen.question_lines(match, moment.decision, moment.seen)
    yield screen.hinted(match, action)
    yield screen.confirmation(match, action)
    points = moment.state.points()
    yield from screen.over(match, pb.MatchOver(match=1, places=[1] * len(points), points=points))


SCREENS: Final[Mapping[str, Callable[[int], str]]] = {
    f"join-{game}": partial(_joined, playthroughs) for game, playthroughs in _DECISIONS.items()
}
"""What draws the screens of each game on a terminal of a width."""
