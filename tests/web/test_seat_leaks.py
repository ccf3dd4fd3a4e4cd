"""A seat's page tells nothing of hidden cards: every byte of the answer is the same for any world.

The key of the form's token is held equal, as are the commitment and the token of the address.
"""

import asyncio
from pathlib import Path
from random import Random
from typing import Any, Final, cast

import httpx
import pytest

from referee.deals import Deal, derive
from referee.games.game import AnyGame
from referee.games.registry import GAMES, make_game
from referee.sandbox.probe import Mode
from referee.testing.leaks import check_no_leak
from referee.wire import codec
from stych.v1 import referee_pb2 as pb
from stych_web.app import create_app
from stych_web.opening import Opened
from stych_web.playing.person_seat import PersonSeat
from stych_web.playing.room import PersonTable, PlayRoom
from stych_web.site import WebSite
from tests.joining.moments import match_start
from tournaments.person.open_table import OpenTable

EVERY: Final = 5
"""Of so many decisions one is compared, by the number of events, which everybody knows."""


class OneTable(PlayRoom):
    """A room with one table, at which nobody plays."""

    def __init__(self, seat: PersonSeat) -> None:
        super().__init__(Path(), Mode.OFF)
        self._table: PersonTable = OpenTable("token", cast(Any, None), cast(Any, None), seat)

    def find(self, token: str) -> PersonTable | None:
        return self._table


async def answers(game: AnyGame, seen: Any) -> bytes:
    """The answer to a seat that is asked, and the one after it has chosen, headers and all."""
    seat = PersonSeat(())
    seat.note(pb.PlayResponse(starts=[match_start(game, seen.seat)]))
    wire = codec(game.id)
    legal = game.determinize(seen, Random(0)).legal_actions()
    observation: dict[str, Any] = {wire.field: wire.encode(seen)}
    decision = pb.Decision(
        decision=1, match=1, legal_actions=legal, events=seen.history, **observation
    )
    task = asyncio.create_task(seat.decide(decision))
    await asyncio.sleep(0)
    app = create_app(WebSite(Opened(Path())), room=OneTable(seat))
    found = b""
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app), base_url="http://localhost"
    ) as http:
        for packed in ("identity", "gzip"):
            told = await http.get("/seat/token", headers={"accept-encoding": packed})
            assert told.status_code == 200
            found += repr((told.headers.raw, told.content)).encode()
    task.cancel()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(GAMES))
def test_answers_are_equal_to_the_byte_across_redealt_worlds(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_bytes", bytes)
    game, compared = make_game(name, {}), 0

    def encode(seen: Any) -> bytes:
        nonlocal compared
        if seen.to_move != seen.seat or len(seen.history) % EVERY:
            return repr(seen).encode()
        compared += 1
        return asyncio.run(answers(game, seen))

    for attempt in range(20):
        check_no_leak(game, derive("seats", name, str(attempt)), Random(1), encode, 2)
        if compared > 10:
            return
    raise AssertionError("too little was compared")


def test_a_page_that_tells_a_hidden_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check can fail: what depends on the world is seen as a difference."""
    monkeypatch.setattr("secrets.token_bytes", bytes)
    game = make_game("fox", {})
    worlds = [game.new(Deal(derive("seats", str(number)))) for number in (1, 2)]
    seen = [world.observe(world.seat)._replace(seat=world.seat) for world in worlds]
    one, other = (asyncio.run(answers(game, each)) for each in seen)
    assert one != other
    assert one == asyncio.run(answers(game, seen[0]))
