"""A seat is told nothing of hidden cards: answers stay the same when these change places."""

import asyncio
from collections.abc import AsyncIterator, Callable
from itertools import count

import pytest
from starlette.responses import RedirectResponse

from referee.deals import Deal, derive
from referee.games.choice_form import PickError
from referee.games.registry import GAMES, make_game
from referee.testing.errors import LeakError
from stych_web.playing import pages, seat_view
from stych_web.playing.person_seat import PersonSeat
from stych_web.playing.room import PersonTable, PlayRoom
from tests.web.seat_answers import AnsweredSeat
from tests.web.seat_worlds import compare

EVERY = 5
"""Answers are compared at about one in so many decisions."""


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(GAMES))
def test_answers_are_equal_to_the_byte_across_redealt_worlds(name: str) -> None:
    assert compare(name, 10, EVERY).answers >= 10


def test_another_world_that_the_seat_can_tell_has_other_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The check can fail: what depends on the world is seen as a difference."""
    # Else answers about the same world would differ as well.
    monkeypatch.setattr("secrets.token_bytes", bytes)
    game = make_game("fox", {})
    seat = AnsweredSeat(game)
    worlds = [game.new(Deal(derive("seats", str(number)))) for number in (1, 2)]
    one, other = (world.observe(world.seat)._replace(seat=world.seat) for world in worlds)
    assert asyncio.run(seat.answers(one)) == asyncio.run(seat.answers(one))
    assert asyncio.run(seat.answers(one)) != asyncio.run(seat.answers(other))


# Each function below makes one kind of answer differ from one time to the next, as a leak would.
NUMBERS = count()


def leak_on_the_page(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(seat_view, "duration", lambda _: str(next(NUMBERS)))


def leak_to_a_wrong_choice(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(PickError, "__str__", lambda _: str(next(NUMBERS)))


def leak_in_a_header_of_the_redirect(patch: pytest.MonkeyPatch) -> None:
    def redirect(address: str, status: int) -> RedirectResponse:
        return RedirectResponse(address, status, {"x-number": str(next(NUMBERS))})

    patch.setattr(pages, "RedirectResponse", redirect)


def leak_in_the_events(patch: pytest.MonkeyPatch) -> None:
    before = PlayRoom.events

    async def events(room: PlayRoom, table: PersonTable) -> AsyncIterator[bytes]:
        yield f"data: {next(NUMBERS)}\n\n".encode()
        async for each in before(room, table):
            yield each

    patch.setattr(PlayRoom, "events", events)


def leak_after_the_choice(patch: pytest.MonkeyPatch) -> None:
    before = PersonSeat.answer

    def answer(seat: PersonSeat, number: int, index: int) -> bool:
        seat.choice_text = str(next(NUMBERS))
        return before(seat, number, index)

    patch.setattr(PersonSeat, "answer", answer)


LEAKS: list[Callable[[pytest.MonkeyPatch], None]] = [
    leak_on_the_page,
    leak_to_a_wrong_choice,
    leak_in_a_header_of_the_redirect,
    leak_in_the_events,
    leak_after_the_choice,
]


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_in_any_kind_of_answer_is_found(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    with pytest.raises(LeakError):
        compare("fox", 1, EVERY)
