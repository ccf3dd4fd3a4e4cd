"""An agent's seat: it is shown only what the seat may know, and only legal choices are taken."""

import asyncio
from random import Random
from typing import Any

import pytest

from referee.deals import Deal, derive
from referee.games.game import AnyGame
from referee.games.registry import GAMES, make_game
from referee.testing.leaks import check_no_leak
from referee.wire import codec
from stych.v1 import referee_pb2 as pb
from tests.joining.moments import decision, match_start
from tournaments.commands.agents.seat import AgentSeat

EVERY = 7
"""A decision is compared if the number of events before it, which all worlds share, is a multiple
of this."""


async def shown(game: AnyGame, seen: Any) -> str:
    """All that an agent is shown of a decision, and the history that it may ask for."""
    seat = AgentSeat(())
    seat.note(pb.PlayResponse(starts=[match_start(game, seen.seat)]))
    wire = codec(game.id)
    legal = game.determinize(seen, Random(0)).legal_actions()
    observation: dict[str, Any] = {wire.field: wire.encode(seen)}
    asked = pb.Decision(decision=1, match=1, legal_actions=legal, **observation)
    task = asyncio.create_task(seat.decide(asked))
    await asyncio.sleep(0)
    text = f"{seat.text}{seat.legal}" if seat.question else ""
    task.cancel()
    return f"{text}{seat.history()}"


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(GAMES))
def test_views_are_equal_to_the_byte_across_redealt_worlds(name: str) -> None:
    game, compared = make_game(name, {}), 0

    def encode(seen: Any) -> bytes:
        nonlocal compared
        if seen.to_move != seen.seat or len(seen.history) % EVERY:
            return repr(seen).encode()
        compared += 1
        return asyncio.run(shown(game, seen)).encode()

    for attempt in range(20):
        key = derive("agents", name, str(attempt))
        check_no_leak(game, key, Random(1), encode, 2)
        if compared:
            return
    raise AssertionError("nothing was compared")


def seated() -> tuple[AgentSeat, pb.Decision]:
    """An agent in fox, and its first decision."""
    game = make_game("fox", {})
    state = game.new(Deal(derive("seat")))
    seat = AgentSeat(())
    seat.note(pb.PlayResponse(starts=[match_start(game, state.seat)]))
    return seat, decision(game, state, ())


async def test_a_number_of_the_list_or_a_text_is_a_choice() -> None:
    for wish in (lambda legal: 3, lambda legal: legal[2], lambda legal: legal[2].lower()):
        seat, asked = seated()
        task = asyncio.create_task(seat.decide(asked))
        await seat.changed.wait()
        assert seat.question is not None
        assert seat.question.number == 1
        seat.choose(wish(seat.legal))
        assert await task == 2
        assert not seat.changed.is_set()


@pytest.mark.parametrize("choice", [0, 99, -1, "nonsense", "", "#0"])
async def test_what_is_no_choice_leaves_the_question_open(choice: int | str) -> None:
    seat, asked = seated()
    task = asyncio.create_task(seat.decide(asked))
    await seat.changed.wait()
    with pytest.raises(ValueError, match=r"\w"):
        seat.choose(choice)
    assert seat.question is not None
    assert not task.done()
    seat.choose(1)
    assert await task == 0
    with pytest.raises(ValueError, match="nothing is to be decided"):
        seat.choose(1)


async def test_a_question_that_the_referee_gives_up_is_closed() -> None:
    seat, asked = seated()
    task = asyncio.create_task(seat.decide(asked))
    await seat.changed.wait()
    task.cancel()
    await asyncio.wait({task})
    assert seat.question is None
