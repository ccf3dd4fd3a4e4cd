"""The search bot's playouts of Naše hra and Kořist."""

from random import Random
from typing import Any

import pytest

from referee.deals import Deal, derive
from referee.games.game import NOBODY, AnyGame, AnyState
from referee.games.korist import Variant
from tests.bots.arena import by_thumb, duel, load, searching
from tests.games.korist_positions import korist, play
from tests.games.korist_positions import table as korist_table
from tests.games.nase_hra_positions import VARIANTS, ending, nase_hra, tricks

KORIST_VARIANTS: list[Variant] = ["base", "advanced", "expert"]
GAMES: list[AnyGame] = [
    *[nase_hra(players, series) for players, series in VARIANTS],
    *[korist(players, variant) for players in range(2, 6) for variant in KORIST_VARIANTS],
]


def _playouts(game: AnyGame) -> Any:
    return load("search", game.id.replace("-", "_"))


def _name(game: AnyGame) -> str:
    return f"{game.id} {' '.join(map(str, game.options.model_dump().values()))}"


def _moments(game: AnyGame, every: int) -> list[Any]:
    """States of random playings whose seat has a choice."""
    random, found = Random(5), []
    for board in range(3):
        state = game.new(Deal(derive("playouts", str(board))))
        while state.seat != NOBODY:
            actions = state.legal_actions()
            if len(actions) > 1:
                found.append(state.copy())
            state.apply(random.choice(actions))
    return found[::every]


def _best(state: AnyState, game: AnyGame) -> str:
    """The action with the best playout of this very world."""
    values = {}
    for action in state.legal_actions():
        world = state.copy()
        world.apply(action)
        values[game.action_text(action)] = _playouts(game).playout(world, state.seat, Random(1))
    return max(values, key=values.__getitem__)


def _all_seen(state: AnyState, seats: int) -> list[Any]:
    return [state.observe(seat) for seat in range(seats)] + [state.legal_actions()]


@pytest.mark.parametrize("game", GAMES, ids=_name)
def test_a_playout_plays_legally_after_several_kinds_of_decisions(game: AnyGame) -> None:
    """The state itself refuses what is illegal."""
    playout, asked = _playouts(game).playout, set()
    for moment in _moments(game, every=7):
        asked.add(moment.phase)
        for action in moment.legal_actions()[::5]:
            world = moment.copy()
            world.apply(action)
            assert -1000 < playout(world, moment.seat, Random(1)) < 1000
    assert len(asked) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=_name)
def test_searching_changes_nothing_and_chooses_the_same_again(game: AnyGame) -> None:
    search = searching(game, 8)
    for moment in _moments(game, every=60):
        before = _all_seen(moment, game.seats)
        choices = {search(moment, Random(3)) for _ in range(2)}
        assert _all_seen(moment, game.seats) == before
        assert len(choices) == 1
        assert choices < set(range(len(moment.legal_actions())))


@pytest.mark.parametrize("players", [2, 3])
def test_a_playout_of_nase_hra_stops_after_the_game_in_progress(players: int) -> None:
    state = nase_hra(players, "nine").new(Deal(derive("nine")))
    _playouts(nase_hra()).playout(state, 0, Random(1))
    # A past game is one number for who chose the order, and the score of each player.
    assert len(state.past_games) == 1 + players


def test_the_lead_counts_for_more_when_the_series_ends_with_it() -> None:
    hands = ("KP", "K7", "C8")
    playout = _playouts(nase_hra()).playout
    last, early = (
        playout(ending(*hands, scores=(5, 0, 0), series=series), 0, Random(1))
        for series in ("single", "nine")
    )
    assert last > early > 0


def test_a_playout_of_korist_goes_on_until_the_next_turn() -> None:
    state = play(korist_table("9 9 9 4 4", "1 1 2 3 5", "1 3 4 6 7"), "9 9 9", "none")
    _playouts(korist()).playout(state, 0, Random(1))
    assert state.turn == 0
    assert [len(layers) for layers in state.layouts] == [1, 1, 1]


def test_what_blunts_a_trick_plays_out_best() -> None:
    state = tricks(ending("KK Z7", "K8 C0", "K7 K0"), "KK K8")
    assert _best(state, nase_hra()) == "K0"


def test_going_out_plays_out_best_when_it_wins() -> None:
    assert _best(_going_out("5"), korist()) == "9 9"


def test_a_player_in_a_playout_goes_out_only_when_that_wins() -> None:
    for other, choice in (("5", "9 9"), ("5, 4 4 4 4 4 4 4 4", "9")):
        assert korist().action_text(_playouts(korist()).by_thumb(_going_out(other))) == choice


def _going_out(other: str) -> AnyState:
    return korist_table("9 9", "1 1 2", "1 3 4", layouts=("5 5", other, "3 3 3"))


@pytest.mark.slow
@pytest.mark.statistics
@pytest.mark.parametrize(("players", "boards"), [(2, 30), (3, 8)])
def test_the_search_beats_thumb_at_nase_hra(players: int, boards: int) -> None:
    game = nase_hra(players)
    met = duel(game, searching(game), by_thumb("nase_hra_thumb"), boards)
    assert met.lead.value > 3 * met.lead.error
    assert met.share.value > 0.55


@pytest.mark.slow
@pytest.mark.statistics
@pytest.mark.parametrize(
    ("players", "variant", "boards"), [(2, "base", 25), (3, "base", 5), (4, "expert", 5)]
)
@pytest.mark.minutes(1)
def test_the_search_beats_thumb_at_korist(players: int, variant: Variant, boards: int) -> None:
    game = korist(players, variant)
    met = duel(game, searching(game, 30), by_thumb("korist_thumb"), boards)
    assert met.lead.value > 3 * met.lead.error
    assert met.share.value > 0.6
