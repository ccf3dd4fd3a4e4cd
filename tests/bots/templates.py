"""Bots that `stych new` made, held against the one in Python: they have to choose the same.

So it is enough to measure how well that one plays.
"""

import shlex
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import count, islice
from pathlib import Path

import pytest

from referee.games.registry import GAMES
from referee.testing.variants import variants
from referee.wire.codec import codec
from stych.v1 import referee_pb2 as pb
from tests.bots.lone_referee import FINISHED, WELCOME, LoneReferee, begin, finish, serve
from tests.bots.positions import decisions, games
from tournaments.resources import scaffold

_DECISIONS, _EACH = 100, 5
"""Of a match the first hundred decisions are taken, and every fifth of these is asked."""


@cache
def batches() -> list[tuple[pb.PlayResponse, list[int]]]:
    """Positions of every variant of every game, and what the policies in Python choose there."""
    return list(_matches())


def _matches() -> Iterator[tuple[pb.PlayResponse, list[int]]]:
    match, number = count(1), count(1)
    for game_id in games():
        for options in variants(GAMES[game_id]):
            game = GAMES[game_id](options)
            known = codec(game_id)
            start = pb.MatchStart(match=next(match), game=game_id, seats=game.seats, bot_seed=1)
            getattr(start, known.field).CopyFrom(known.options(options))
            response, choices = pb.PlayResponse(starts=[start]), []
            for decision, choice in islice(decisions(game, start.match), 0, _DECISIONS, _EACH):
                decision.match, decision.decision = start.match, next(number)
                response.decisions.append(decision)
                choices.append(choice)
            yield response, choices


def scaffold_of_go_fish(language: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a bot for a game that has no policy and no protocol message."""
    game = type("GoFish", (GAMES["fox"],), {"id": "go-fish"})
    monkeypatch.setattr(scaffold, "named_game", lambda _: game)
    scaffold.scaffold(language, folder, "ann", "go-fish")


async def check_plays_as_in_python(bot: Path, sockets: Path) -> None:
    """The built bot chooses in all positions what the template in Python does.

    To standard error it writes the goodbye and nothing else.
    """
    command = shlex.split(tomllib.loads((bot / "bot.toml").read_text())["command"])
    words = [sys.executable if word == "python" else word for word in command]
    asked = batches()
    referee = LoneReferee([[WELCOME, *(response for response, _ in asked), FINISHED]])
    async with serve(referee, f"unix:{sockets}/bot.sock") as address:
        told = await finish(await begin(words, address, {}, bot))
    assert told == (0, "stych: goodbye: enough\n"), told
    hello, *heard = referee.heard
    assert sorted(hello.hello.games) == sorted(games())
    for (response, choices), request in zip(asked, heard, strict=True):
        given = {each.decision: each.choice for each in request.answers.answers}
        expected = zip((each.decision for each in response.decisions), choices, strict=True)
        assert given == dict(expected), response.starts[0]
