"""What a person chose is noted for each match of all streams."""

import io

from rich.console import Console

from referee.deals import Deal, derive
from referee.games.registry import make_game
from stych.v1 import referee_pb2 as pb
from tests.joining.moments import decision, match_start
from tests.joining.typed import Typed
from tournaments.person.person import Person

GAME = make_game("fox", {})


async def test_a_match_with_the_number_of_one_of_an_earlier_stream_does_not_replace_it() -> None:
    console = Console(width=80, file=io.StringIO())
    person = Person(console, Typed("1", "1"), echo=False)
    first_actions = []
    for deal in ("one", "two"):
        state = GAME.new(Deal(derive(deal)))
        person.note(pb.PlayResponse(starts=[match_start(GAME, state.seat)]))
        await person.decide(decision(GAME, state, state.events))
        first_actions.append([state.legal_actions()[0]])
        person.forget()
    assert first_actions[0] != first_actions[1]
    assert [choices.chosen for choices in person.choices] == first_actions
