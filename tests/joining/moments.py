"""The decisions with a choice in golden playthroughs, as a person in the seat is sent them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import Console, RenderableType

from referee.conduct import Conduct
from referee.deals import Deal, commitment, derive
from referee.games.game import NOBODY, AnyGame, AnyState
from referee.games.registry import make_game
from referee.wire import codec
from stych.v1 import referee_pb2 as pb
from tests.games.golden import PLAYTHROUGHS
from tournaments.person import person_match, screen


@dataclass(frozen=True)
class Moment:
    """A decision with a choice. Its `state` and `match` change when the next moment is made."""

    game: AnyGame
    state: AnyState
    match: person_match.PersonMatch
    decision: pb.Decision

    @property
    def seen(self) -> Any:
        return person_match.observed(self.match, self.decision)

    @property
    def text(self) -> str:
        """The whole screen of the decision."""
        return shown(screen.question_lines(self.match, self.decision, self.seen))


def shown(parts: Iterable[RenderableType], width: int = 80) -> str:
    """The parts as they are printed without colours."""
    console = Console(width=width, color_system=None, highlight=False)
    with console.capture() as capture:
        for part in parts:
            console.print(part)
    return capture.get()


def match_start(game: AnyGame, seat: int, *, key: bytes = bytes(32), **more: Any) -> pb.MatchStart:
    wire, conduct = codec(game.id), Conduct()
    options: dict[str, Any] = {wire.field: wire.options(game.options)}
    clock = pb.Clock(decision_ms=conduct.decision_ms, bank_ms=conduct.bank_ms)
    return pb.MatchStart(
        match=1,
        game=game.id,
        seat=seat,
        seats=game.seats,
        clock=clock,
        deal_commitment=commitment(key),
        **options,
        **more,
    )


def decision(game: AnyGame, state: AnyState, events: Iterable[int]) -> pb.Decision:
    """What the seat that decides is sent."""
    wire = codec(game.id)
    observation: dict[str, Any] = {wire.field: wire.encode(state.observe(state.seat))}
    return pb.Decision(
        decision=1,
        match=1,
        legal_actions=state.legal_actions(),
        events=events,
        bank_left_ms=30_000,
        **observation,
    )


def moments(name: str) -> Iterator[Moment]:
    """The moments of one playthrough; each is sent the events since the last one of its seat."""
    golden = PLAYTHROUGHS[name]
    game = make_game(golden.game, golden.options)
    policy = Deal(derive("golden", name, "policy"))
    state = game.new(Deal(derive("golden", name, "deal")))
    matches = [person_match.begin(match_start(game, seat)) for seat in range(game.seats)]
    told, number = [0] * game.seats, 0
    while state.seat != NOBODY:
        legal, seat = state.legal_actions(), state.seat
        if len(legal) > 1:
            asked = decision(game, state, state.events[told[seat] :])
            told[seat] = len(state.events)
            moment = Moment(game, state, matches[seat], asked)
            matches[seat].learn(moment.seen, asked.events)
            yield moment
        state.apply(legal[policy.below(len(legal), f"decision/{number}")])
        number += 1
