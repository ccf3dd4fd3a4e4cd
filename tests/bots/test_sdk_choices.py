"""The Python SDK: a bot chooses an index into the legal actions; anything else is reported."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from stych.v1 import referee_pb2 as pb
from stych_bot import Bot, from_function
from stych_bot.runner import StreamPlayer
from tests.bots.scripted_referee import answered, decision, start


def test_a_function_makes_a_bot_of_its_name() -> None:
    def first(observation: Any, legal: Sequence[int], random: Random) -> int:
        return 0

    assert issubclass(from_function(first), Bot)
    assert from_function(first).__name__ == "first"
    assert from_function(lambda *_: 0).__name__ == "<lambda>"


def test_the_same_seed_plays_the_same() -> None:
    def choose(observation: Any, legal: Sequence[int], random: Random) -> int:
        return random.randrange(1000)

    def choices(seed: int, other: int) -> list[int]:
        """The choices in a match with this seed, while one with the seed `other` goes on."""
        player = StreamPlayer(from_function(choose))
        player.take(pb.PlayResponse(starts=[start(1, seed), start(2, other)]))
        taken = [answered(player, decision(n, 1), decision(n, 2)) for n in range(10)]
        return [choice for [(_, choice), _] in taken]

    assert choices(5, 1) == choices(5, 2)
    assert choices(5, 1) != choices(6, 1)


class Index:
    """Like the integers of other libraries."""

    def __index__(self) -> int:
        return 2


def test_an_index_of_another_library_is_an_index() -> None:
    player = StreamPlayer(from_function(lambda *_: Index()))  # type: ignore[arg-type]
    player.take(pb.PlayResponse(starts=[start(1)]))
    assert answered(player, decision(1, 1)) == [(1, 2)]


@pytest.mark.parametrize("wrong", [None, 1.0, "1", [1]])
def test_what_is_no_index_is_no_answer(wrong: Any) -> None:
    player = StreamPlayer(from_function(lambda *_: wrong))
    player.take(pb.PlayResponse(starts=[start(1)]))
    with pytest.raises(TypeError, match="choose must return an index into legal; it returned"):
        player.take(pb.PlayResponse(decisions=[decision(1, 1)]))


@pytest.mark.parametrize(
    ("index", "sent"),
    [(3, 3), (-1, 2**32 - 1), (-(10**30), 2**32 - 1), (2**32, 2**32 - 1), (2**32 - 1, 2**32 - 1)],
)
def test_an_index_outside_of_legal_is_told_and_sent(
    index: int, sent: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is the referee who judges it."""
    player = StreamPlayer(from_function(lambda *_: index))
    player.take(pb.PlayResponse(starts=[start(1)]))
    assert answered(player, decision(1, 1)) == [(1, sent)]
    told = capsys.readouterr()
    assert told.err == f"match 1: choose returned {index}; there were 3 legal actions\n"
    assert told.out == ""


def test_a_bot_must_choose() -> None:
    player = StreamPlayer(Bot)
    player.take(pb.PlayResponse(starts=[start(1)]))
    with pytest.raises(NotImplementedError, match=r"needs its own choose\(observation, legal\)"):
        player.take(pb.PlayResponse(decisions=[decision(1, 1)]))
