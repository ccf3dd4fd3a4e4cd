"""What all readers share: the decisions, held against what each of them knows."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

Told = dict[str, Any]


class Result(NamedTuple):
    points: list[int]
    places: list[int]


class Moves:
    """The decisions one after another."""

    def __init__(self, told: Told) -> None:
        self._moves: Iterator[Told] = iter(told["decisions"])

    def take(self, seat: int, legal: set[str]) -> str:
        """The next action; fails unless the seat made it and these were the legal ones."""
        move = next(self._moves)
        assert move["seat"] == seat, move
        assert set(move["legal"]) == legal, (move, legal)
        assert len(move["legal"]) == len(legal)
        assert move["forced"] == (len(legal) == 1)
        assert move["action"] in legal
        action: str = move["action"]
        return action

    def assert_over(self) -> None:
        assert next(self._moves, None) is None


def ranked(scores: Sequence[Any]) -> list[int]:
    return [1 + sum(other > own for other in scores) for own in scores]


def suit(card: str) -> str:
    return card[0]
