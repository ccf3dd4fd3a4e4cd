"""The table that a seat is shown with a question is the present one, whatever came before."""

from collections.abc import Callable
from random import Random

import pytest

from referee.deals import Deal, derive
from referee.games.fox.faces import face_key as fox_key
from referee.games.game import NOBODY
from referee.games.nase_hra.faces import face_key as nase_hra_key
from referee.games.plain_picture import picture_of
from referee.games.registry import make_game
from referee.games.scene import EventLog, Lie
from tests.web.walks import NAMES


@pytest.mark.slow
@pytest.mark.parametrize(("name", "key_of"), [("fox", fox_key), ("nase-hra", nase_hra_key)])
def test_cards_of_the_trick_in_progress_lie_on_the_table(
    name: str, key_of: Callable[[int], str]
) -> None:
    """Also where the trick before it has ended since the seat was asked last."""
    game = make_game(name, {})
    picture, random = picture_of(game), Random(7)
    state = game.new(Deal(derive("seat tables", name)))
    told, met = [0] * game.seats, 0
    tricks_before: list[tuple[int, ...]] = [()] * game.seats
    while state.seat != NOBODY:
        seat = state.seat
        seen = state.observe(seat)
        fresh = len(seen.history) - told[seat]
        scene = picture.scene({seat: seen}, NAMES[: game.seats], EventLog(seen.history, fresh))
        tricks = [zone for zone in scene.centre if zone.lie is Lie.TRICK]
        lying = [card.face for zone in tricks for card in zone.cards]
        if seen.trick:
            assert lying == [key_of(each) for each in seen.trick]
            # Another trick than the one in which the seat was asked last.
            before = tricks_before[seat]
            met += tuple(seen.trick[: len(before)]) != before
        told[seat], tricks_before[seat] = len(seen.history), tuple(seen.trick)
        state.apply(random.choice(state.legal_actions()))
    assert met > 10
