"""Makes the lines that bots would read in random games.

Observations become bytes by the referee's codec, and lines by the classes of the bridge, as in real
matches. The clock, the bot's seed and the number of the match are made up. `stych new` puts some of
these lines beside a new bot that reads lines.
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
"""The bot's seed in each match: the largest that a message can hold. A line shows its last 53 bits,
so the lines have the largest seed that a line can have."""
_MATCH: Final = 3
"""The number of each match; any number would do."""
_SAMPLES: Final = 5
"""How many lines there are for each game."""


def start(game: AnyGame, seat: int = 0, **fields: Any) -> pb.MatchStart:
    """The message that starts a match of the game; `fields` are added, or replace usual ones."""
    wire = codec(game.id)
    options: dict[str, Any] = {wire.field: wire.options(game.options)}
    clock = pb.Clock(decision_ms=1000, bank_ms=9000, grace_ms=100)
    usual = {"match": _MATCH, "seats": game.seats, "bot_seed": SEED, "clock": clock}
    return pb.MatchStart(game=game.id, seat=seat, **options, **{**usual, **fields})


def decision(game: AnyGame, seen: Any, legal: tuple[int, ...] = (), **fields: Any) -> pb.Decision:
    """The message of a decision in the match of `start`, with the observation `seen`.

    Further `fields` are added.
    """
    packed = codec(game.id).decisions.pack(_MATCH, legal, (), seen, SentHistory())
    message = pb.Decision.FromString(packed)
    message.MergeFrom(pb.Decision(bank_left_ms=9000, **fields))
    return message


def line_encoder(game: AnyGame) -> Callable[[Any], bytes]:
    """A function that writes an observation as a line for seat 0, without legal actions and news.

    Every line is the first one of its match, so equal observations give equal lines.
    """
    match_start = start(game)
    return lambda seen: MatchQuestions(match_start).line(decision(game, seen))


def asked_decisions(
    game: AnyGame, label: str = "lines"
) -> Iterator[tuple[MatchQuestions, pb.Decision]]:
    """The decisions of a random game without the forced ones, each with its seat's MatchQuestions.

    MatchQuestions makes the line, which depends on the lines that it made for earlier decisions.
    The deal depends on the game, its options and the `label`.
    """
    state, random = game.new(Deal(derive(label, game.id, game.options_text))), Random(1)
    questions = [MatchQuestions(start(game, seat)) for seat in range(game.seats)]
    # By seat: how many of the match's events its earlier decisions had as news.
    sent = [0] * game.seats
    while state.seat != NOBODY:
        legal = state.legal_actions()
        if len(legal) > 1:
            seat, events = state.seat, tuple(state.events)
            news, sent[seat] = events[sent[seat] :], len(events)
            yield questions[seat], decision(game, state.observe(seat), legal, events=news)
        state.apply(random.choice(legal))


def samples(game: AnyGame) -> str:
    """The text of _SAMPLES lines, evenly over a random game, of the seat that is asked first."""
    lines = [
        (questions, questions.line(each)) for questions, each in asked_decisions(game, "samples")
    ]
    first_seat = lines[0][0]
    chosen = [line for questions, line in lines if questions is first_seat]
    return b"".join(chosen[number * len(chosen) // _SAMPLES] for number in range(_SAMPLES)).decode()
