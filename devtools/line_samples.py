"""Makes decisions of random games as lines, in the same way as the referee and the bridge.

`stych new` puts some of these lines beside a new bot that reads lines.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from referee.deals import Deal, derive
from referee.games.game import NOBODY, AnyGame
from referee.packing import SentHistory
from referee.wire import codec
from stych.v1 import referee_pb2 as pb
from stych_lines.questions import MatchQuestions

SEED: Final = 2**64 - 1
"""The seed of the bot in each match: the largest one that a message can hold."""
_SAMPLES: Final = 5
"""How many lines there are for each game."""


def start(game: AnyGame, seat: int = 0, **other: Any) -> pb.MatchStart:
    """The message that starts match 3, a match of the game. `other` are further fields."""
    wire = codec(game.id)
    options: dict[str, Any] = {wire.field: wire.options(game.options)}
    clock = pb.Clock(decision_ms=1000, bank_ms=9000, grace_ms=100)
    fields = {"match": 3, "seats": game.seats, "bot_seed": SEED, "clock": clock, **other}
    return pb.MatchStart(game=game.id, seat=seat, **options, **fields)


def decision(game: AnyGame, seen: Any, legal: tuple[int, ...] = (), **other: Any) -> pb.Decision:
    """The message of a decision of match 3, with the observation `seen` and further fields."""
    packed = codec(game.id).decisions.pack(3, legal, (), seen, SentHistory())
    made = pb.Decision.FromString(packed)
    made.MergeFrom(pb.Decision(bank_left_ms=9000, **other))
    return made


def line_of(game: AnyGame) -> Callable[[Any], bytes]:
    """A function from an observation of seat 0 to the line that a bot would read."""
    match_start = start(game)
    return lambda seen: MatchQuestions(match_start).line(decision(game, seen))


def lines(game: AnyGame, label: str = "lines") -> Iterator[tuple[MatchQuestions, pb.Decision]]:
    """All decisions of a random game that bots would be asked, each with the object of its seat.

    That object remembers the match so far. The deal depends on the `label`.
    """
    state, random = game.new(Deal(derive(label, game.id, game.options_text))), Random(1)
    questions = [MatchQuestions(start(game, seat)) for seat in range(game.seats)]
    # By seat: how many of its events earlier decisions had as news.
    sent = [0] * game.seats
    while state.seat != NOBODY:
        legal = state.legal_actions()
        if len(legal) > 1:
            seat, events = state.seat, tuple(state.events)
            news, sent[seat] = events[sent[seat] :], len(events)
            yield questions[seat], decision(game, state.observe(seat), legal, events=news)
        state.apply(random.choice(legal))


def samples(game: AnyGame) -> str:
    """The text of some lines of the seat that is asked first, from all over a random game."""
    every = [(questions, questions.line(made)) for questions, made in lines(game, "samples")]
    chosen = [line for questions, line in every if questions is every[0][0]]
    return b"".join(chosen[number * len(chosen) // _SAMPLES] for number in range(_SAMPLES)).decode()
