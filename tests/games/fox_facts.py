"""What a history tells about the opponent's cards: which decisions a test wants to look at."""

from collections.abc import Callable, Iterator

from referee.games.events import Event
from referee.games.fox.actions import FoxEventKind
from referee.games.fox.cards import MONARCH, SWAN, rank, suit

Fact = Callable[[list[Event], int], bool]
"""Whether the history holds it, the opponent being that seat."""


def woodcutter(history: list[Event], opponent: int) -> bool:
    return any(e.kind == FoxEventKind.UNDER and e.seat == opponent for e in history)


def two_woodcutters(history: list[Event], opponent: int) -> bool:
    return sum(e.kind == FoxEventKind.UNDER and e.seat == opponent for e in history) == 2


def received(history: list[Event], opponent: int) -> bool:
    """The opponent took a decree card and put a card under the deck later."""
    gave = [n for n, e in enumerate(history) if e.kind == FoxEventKind.GIVE and e.seat == opponent]
    return bool(gave) and woodcutter(history[gave[0] :], opponent)


def received_and_gone(history: list[Event], opponent: int) -> bool:
    """The opponent took a decree card and could not follow its suit later: the card was buried."""
    shown = {e.a for e in history if e.seat == opponent}
    return any(
        e.kind == FoxEventKind.GIVE
        and e.seat == opponent
        and e.b not in shown
        and any(
            suit(led) == suit(e.b) != suit(answer)
            for led, answer in _answers(history, opponent, since=time)
        )
        for time, e in enumerate(history)
    )


def _answers(history: list[Event], opponent: int, since: int = 0) -> Iterator[tuple[int, int]]:
    """The cards led to the opponent with the opponent's answers, after the event number `since`."""
    plays = [(n, e) for n, e in enumerate(history) if e.kind == FoxEventKind.PLAY]
    for (_, led), (time, answer) in zip(plays[::2], plays[1::2], strict=False):
        if answer.seat == opponent and time > since:
            yield led.a, answer.a


def could_not_follow(history: list[Event], opponent: int) -> bool:
    """The opponent could not follow, and then drew a card."""
    drew = [n for n, e in enumerate(history) if e.kind == FoxEventKind.UNDER and e.seat == opponent]
    return bool(drew) and any(
        suit(led) != suit(answer) for led, answer in _answers(history[: drew[-1]], opponent)
    )


def monarch(history: list[Event], opponent: int) -> bool:
    """The opponent drew a card, and answered a Monarch with a low card, its highest of the suit."""
    return woodcutter(history, opponent) and any(
        rank(led) == MONARCH and suit(led) == suit(answer) and SWAN < rank(answer) < 8
        for led, answer in _answers(history, opponent)
    )


def surely_drawn(history: list[Event], opponent: int) -> bool:
    """The opponent showed a card of a suit that it had lacked: a Woodcutter has brought it."""
    plays = [(n, e) for n, e in enumerate(history) if e.kind == FoxEventKind.PLAY]
    lacked: dict[int, int] = {}
    taken = {e.b for e in history if e.kind == FoxEventKind.GIVE}
    for (_, led), (time, answer) in zip(plays[::2], plays[1::2], strict=False):
        if answer.seat == opponent and suit(answer.a) != suit(led.a):
            lacked.setdefault(suit(led.a), time)
    return any(
        e.seat == opponent and e.a not in taken and time > lacked.get(suit(e.a), time)
        for time, e in plays
    )


def two_surely(history: list[Event], opponent: int) -> bool:
    """Two Woodcutters, one of which surely brought a certain card."""
    return two_woodcutters(history, opponent) and surely_drawn(history, opponent)


def plain(history: list[Event], opponent: int) -> bool:
    return not woodcutter(history, opponent)


FACTS = (
    plain,
    woodcutter,
    received,
    received_and_gone,
    could_not_follow,
    monarch,
    surely_drawn,
)
