"""What a history tells about the other player's cards: which decisions a test wants to look at."""

from collections.abc import Callable, Iterator

from referee.games.events import Event
from referee.games.fox.actions import FoxEventKind
from referee.games.fox.cards import MONARCH, SWAN, rank, suit

Fact = Callable[[list[Event], int], bool]
"""Whether the history holds it, the other being that seat."""


def woodcutter(history: list[Event], other: int) -> bool:
    return any(e.kind == FoxEventKind.UNDER and e.seat == other for e in history)


def two_woodcutters(history: list[Event], other: int) -> bool:
    return sum(e.kind == FoxEventKind.UNDER and e.seat == other for e in history) == 2


def received(history: list[Event], other: int) -> bool:
    """He took a decree card and put a card under the deck later."""
    gave = [n for n, e in enumerate(history) if e.kind == FoxEventKind.GIVE and e.seat == other]
    return bool(gave) and woodcutter(history[gave[0] :], other)


def received_and_gone(history: list[Event], other: int) -> bool:
    """He took a decree card and could not follow its suit later: it must lie under the deck."""
    shown = {e.a for e in history if e.seat == other}
    return any(
        e.kind == FoxEventKind.GIVE
        and e.seat == other
        and e.b not in shown
        and any(
            suit(led) == suit(e.b) != suit(answer)
            for led, answer in _answers(history, other, since=time)
        )
        for time, e in enumerate(history)
    )


def _answers(history: list[Event], other: int, since: int = 0) -> Iterator[tuple[int, int]]:
    """What the seat led, and what the other answered."""
    plays = [(n, e) for n, e in enumerate(history) if e.kind == FoxEventKind.PLAY]
    for (_, led), (time, answer) in zip(plays[::2], plays[1::2], strict=False):
        if answer.seat == other and time > since:
            yield led.a, answer.a


def void(history: list[Event], other: int) -> bool:
    """He could not follow, and then drew a card."""
    kinds = [n for n, e in enumerate(history) if e.kind == FoxEventKind.UNDER and e.seat == other]
    return bool(kinds) and any(
        suit(led) != suit(answer) for led, answer in _answers(history[: kinds[-1]], other)
    )


def monarch(history: list[Event], other: int) -> bool:
    """He answered a Monarch with his highest card, which was not high."""
    return woodcutter(history, other) and any(
        rank(led) == MONARCH and suit(led) == suit(answer) and SWAN < rank(answer) < 8
        for led, answer in _answers(history, other)
    )


def surely_drawn(history: list[Event], other: int) -> bool:
    """He showed a card of a suit that he had been without: a Woodcutter must have brought it."""
    plays = [(n, e) for n, e in enumerate(history) if e.kind == FoxEventKind.PLAY]
    lacked: dict[int, int] = {}
    taken = {e.b for e in history if e.kind == FoxEventKind.GIVE}
    for (_, led), (time, answer) in zip(plays[::2], plays[1::2], strict=False):
        if answer.seat == other and suit(answer.a) != suit(led.a):
            lacked.setdefault(suit(led.a), time)
    return any(
        e.seat == other and e.a not in taken and time > lacked.get(suit(e.a), time)
        for time, e in plays
    )


def two_surely(history: list[Event], other: int) -> bool:
    """Two Woodcutters, one of which surely brought a certain card."""
    return two_woodcutters(history, other) and surely_drawn(history, other)


def plain(history: list[Event], other: int) -> bool:
    return not woodcutter(history, other)


FACTS = (
    plain,
    woodcutter,
    received,
    received_and_gone,
    void,
    monarch,
    surely_drawn,
)
