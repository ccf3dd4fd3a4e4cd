"""Decisions of real games as lines, made as the referee and the bridge make them.

Of each game `stych new` puts some beside a new bot that reads lines.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from referee.deals import Deal, derive
from referee.games.game import NOBODY, AnyGame
from referee.packing import Written
from referee.wire import codec
from stych.v1 import referee_pb2 as pb
from stych_lines.questions import MatchQuestions

SEED: Final = 2**64 - 1
_SAMPLES: Final = 5


def start(game: AnyGame, seat: int = 0, **other: Any) -> pb.MatchStart:
    """The start of match 3 of the game."""
    wire = codec(game.id)
    options: dict[str, Any] = {wire.field: wire.options(game.options)}
    clock = pb.Clock(decision_ms=1000, bank_ms=9000, grace_ms=100)
    told = {"match": 3, "seats": game.seats, "bot_seed": SEED, "clock": clock, **other}
    return pb.MatchStart(game=game.id, seat=seat, **options, **told)


def decision(game: AnyGame, seen: Any, legal: tuple[int, ...] = (), **other: Any) -> pb.Decision:
    """A decision by what a seat sees."""
    packed = codec(game.id).decisions.pack(3, legal, (), seen, Written())
    made = pb.Decision.FromString(packed)
    made.MergeFrom(pb.Decision(bank_left_ms=9000, **other))
    return made


def line_of(game: AnyGame) -> Callable[[Any], bytes]:
    """A function from what a seat sees to the line that a bot reads there."""
    told = start(game)
    return lambda seen: MatchQuestions(told).line(decision(game, seen))


def lines(game: AnyGame, label: str = "lines") -> Iterator[tuple[MatchQuestions, pb.Decision]]:
    """All decisions of a random game that a bot would be asked, each with its match so far."""
    state, random = game.new(Deal(derive(label, game.id, game.options_text))), Random(1)
    asked = [MatchQuestions(start(game, seat)) for seat in range(game.seats)]
    told = [0] * game.seats
    while state.seat != NOBODY:
        legal = state.legal_actions()
        if len(legal) > 1:
            seat, events = state.seat, tuple(state.events)
            news, told[seat] = events[told[seat] :], len(events)
            yield asked[seat], decision(game, state.observe(seat), legal, events=news)
        state.apply(random.choice(legal))


def samples(game: AnyGame) -> str:
    """Some lines of one bot, from all over a random game."""
    every = [(asked, asked.line(told)) for asked, told in lines(game, "samples")]
    own = [line for asked, line in every if asked is every[0][0]]
    return b"".join(own[number * len(own) // _SAMPLES] for number in range(_SAMPLES)).decode()
