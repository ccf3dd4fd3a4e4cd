"""Hearts in words, for people: the summary that `?` shows, and what a seat may know."""

from collections.abc import Iterable, Iterator
from typing import Final

from stych_hearts.actions import rounds_begun
from stych_hearts.cards import card_text
from stych_hearts.observation import HeartsObservation, HeartsPhase

SUMMARY: Final = """\
Take no hearts, which count one point each, and not the queen of spades, which
counts 13. Follow suit if you can; the highest card of the suit that was led
takes the trick, and its player leads the next one. The lowest club leads the
first trick, to which nobody may give points if they hold other cards. Hearts
may not be led before one was played, unless the leader holds nothing else. A
player who takes all hearts and the queen shoots the moon: the others get 26
points, or 26 are taken off the shooter's points, as the option `moon` says.
A card is a rank, 2 to 10, J, Q, K or A, and a suit, C, D, S or H, such as QS.
Three cards are passed before a round, unless its passing is "hold": choose
them from the lowest up.
The fewest points win."""


def seen_text(seen: HeartsObservation) -> dict[str, str]:
    """What the seat may know, without the history: texts by name; empty texts are left out."""
    return {place: text for place, text in _places(seen) if text}


def _places(seen: HeartsObservation) -> Iterator[tuple[str, str]]:
    number = rounds_begun(seen.history)
    yield "round", f"{number}, to {seen.target} points, passing: {seen.direction.name.lower()}"
    yield "points", _by_seat(seen.totals)
    if seen.phase == HeartsPhase.PLAY:
        yield "taken in this round", _by_seat(seen.taken)
        yield "hearts", "broken" if seen.broken else "not broken"
    yield "passed", _cards(seen.passed)
    yield "received", _cards(seen.received)
    yield "trick", _trick(seen)
    yield "hand", _cards(seen.hand)


def _by_seat(points: Iterable[int]) -> str:
    return ", ".join(f"seat {seat}: {count}" for seat, count in enumerate(points))


def _trick(seen: HeartsObservation) -> str:
    seats = len(seen.totals)
    played = ((seen.leader + place) % seats for place in range(len(seen.trick)))
    return ", ".join(
        f"seat {seat}: {card_text(card)}" for seat, card in zip(played, seen.trick, strict=True)
    )


def _cards(cards: Iterable[int]) -> str:
    return " ".join(map(card_text, cards))
