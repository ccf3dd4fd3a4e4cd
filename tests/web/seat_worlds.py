"""The answers to a seat in pairs of worlds, in which hidden cards have changed places."""

import asyncio
from dataclasses import dataclass
from random import Random
from typing import Any
from unittest import mock

from referee.deals import derive
from referee.games.registry import make_game
from referee.testing.leaks import check_no_leak
from stych_web.playing import pages
from tests.web.seat_answers import AnsweredSeat


@dataclass(frozen=True)
class Pairs:
    """What was found equal."""

    answers: int
    """Pairs of all answers about one question, in the world that is played and in another."""
    worlds: int
    """Pairs of such worlds."""


def compare(name: str, pairs: int, every: int) -> Pairs:
    """Compare at least `pairs` pairs of answers, at about one in `every` decisions.

    Raises LeakError at a difference.
    """
    game, known, done, worlds, attempt = make_game(name, {}), set[bytes](), 0, 0, 0
    # `bytes(32)` in place of 32 random bytes, so that answers in two worlds can be equal. No answer
    # waits for a next question, since none comes.
    with (
        mock.patch("secrets.token_bytes", bytes),
        mock.patch.object(pages, "_PATIENCE", 0),
        asyncio.Runner() as runner,
    ):
        seat = AnsweredSeat(game)

        def encode(seen: Any) -> bytes:
            nonlocal done
            whole = repr(seen).encode()
            # Chosen by the number of events, which is the same in all worlds.
            if seen.to_move != seen.seat or (len(seen.history) + attempt) % every:
                return whole
            # The world that is played is the first one in which the seat sees this.
            done += whole in known
            known.add(whole)
            return runner.run(seat.answers(seen))

        while done < pairs:
            key = derive("seats", name, str(attempt))
            worlds += check_no_leak(game, key, Random(attempt), encode, 2).compared
            attempt += 1
            known.clear()
    return Pairs(done, worlds)
