"""Single, triple, nine and how a match ends: NH-14 to NH-17, NH-R7, NH-R10."""

from random import Random

import pytest

from referee.deals import Deal, derive
from referee.games.events import Event
from referee.games.game import NOBODY
from referee.games.nase_hra import NaseHraState
from referee.games.nase_hra.actions import NaseHraEventKind
from tests.games.nase_hra_positions import VARIANTS, dealt, ending, happened, nase_hra, tricks


def _random_match(players: int, series: str, seed: int) -> NaseHraState:
    random = Random(seed)
    state = nase_hra(players, series).new(Deal(derive("series", str(seed))))
    while state.seat != NOBODY:
        state.apply(random.choice(state.legal_actions()))
    return state


def _of_kind(state: NaseHraState, kind: NaseHraEventKind) -> list[Event]:
    return [event for event in happened(state) if event.kind == kind]


@pytest.mark.rule("NH-14", "NH-15", "NH-16")
@pytest.mark.parametrize(("players", "series"), VARIANTS)
def test_games_and_liftings(players: int, series: str) -> None:
    state = _random_match(players, series, 1)
    expected = {
        "single": [(1, 1)],
        "triple": [(1, 1), (1, 2), (1, 3)],
        "nine": [(triple, game) for triple in (1, 2, 3) for game in (1, 2, 3)],
    }[series]
    deals = _of_kind(state, NaseHraEventKind.DEAL)
    assert [(event.a, event.b) for event in deals if event.c == 0] == expected
    assert len(_of_kind(state, NaseHraEventKind.SCORE)) == len(expected)
    before = {
        later.b
        for one, later in zip(happened(state), happened(state)[1:], strict=False)
        if one.kind == NaseHraEventKind.LIFT and later.kind == NaseHraEventKind.DEAL
    }
    assert before == {1}, "lifting comes before the first game of a triple alone"


@pytest.mark.rule("NH-15", "NH-16", "NH-R7")
@pytest.mark.parametrize(("players", "series"), VARIANTS)
@pytest.mark.parametrize("seed", range(15))
def test_the_leader_of_the_triple_starts(players: int, series: str, seed: int) -> None:
    state = _random_match(players, series, seed)
    points = [0] * players
    chooser = -1
    for kind, seat, *numbers in happened(state):
        if kind == NaseHraEventKind.DEAL and numbers[1] == 1:
            points = [0] * players
            chooser = seat
        elif kind == NaseHraEventKind.DEAL:
            best = [each for each in range(players) if points[each] == max(points)]
            assert seat == chooser if numbers[2] or len(best) > 1 else seat == best[0]
            chooser = seat
        elif kind == NaseHraEventKind.SCORE:
            points = [a + b for a, b in zip(points, numbers, strict=False)]


def _second_game(*scores: int, chooser: int = 0, series: str = "triple") -> NaseHraState:
    """The triple's second game, after a first one in which seat 0 took the last trick for 2."""
    state = ending(*["K7", "CP", "L0"][: len(scores)], scores=scores, series=series)
    state.chooser = chooser
    return tricks(state, "K7 CP L0")


@pytest.mark.rule("NH-15", "NH-R7")
@pytest.mark.parametrize("chooser", [0, 1, 2])
def test_shared_most_points_leave_the_choice_with_the_previous_starter(chooser: int) -> None:
    state = _second_game(0, 2, 1, chooser=chooser)
    assert state.triple_points == (2, 2, 1)
    assert (state.game, state.chooser, state.seat) == (2, chooser, chooser)


@pytest.mark.rule("NH-15")
def test_a_sole_leader_starts() -> None:
    state = _second_game(0, 3, 1, chooser=0)
    assert (state.game, state.chooser) == (2, 1)
    assert state.points() == (2, 3, 1)
    assert state.past_games == (0, 2, 3, 1)


@pytest.mark.rule("NH-15")
def test_the_points_of_the_whole_triple_count_not_the_last_game() -> None:
    state = _second_game(0, 12, 0)
    assert state.chooser == 1
    state.triple_points, state.totals = (2, 12, 0), (2, 12, 0)
    state.hands = [1 << 0, 1 << 12, 1 << 19]
    state.order, state.phase, state.done = state.order.FIGURES, state.phase.PLAY, 9
    state.seat = state.leader = 0
    state.scores = [5, 0, 0]
    state.forget_legal()
    tricks(state, "K7 CP L0")
    assert state.triple_points == (9, 12, 0)
    assert (state.game, state.chooser) == (3, 1)


@pytest.mark.rule("NH-16")
@pytest.mark.parametrize("players", [2, 3])
def test_all_points_of_the_nine_add_up(players: int) -> None:
    state = _random_match(players, "nine", 4)
    scores = _of_kind(state, NaseHraEventKind.SCORE)
    sums = [sum(event[2 + seat] for event in scores) for seat in range(players)]
    assert state.outcome().points == tuple(sums)
    columns = [state.past_games[n :: players + 1] for n in range(players + 1)]
    assert [len(column) for column in columns] == [9] * (players + 1)
    assert [sum(column) for column in columns[1:]] == sums


@pytest.mark.rule("NH-17", "NH-R10")
@pytest.mark.parametrize(
    ("scores", "places"),
    [
        ((0, 0, 0), (1, 2, 2)),
        ((1, 3, 0), (1, 1, 3)),
        ((0, 3, 5), (3, 2, 1)),
        ((0, 2, 2), (1, 1, 1)),
        ((0, 3, 3), (3, 1, 1)),
    ],
)
def test_most_points_win_and_equals_share(scores: tuple[int, ...], places: tuple[int, ...]) -> None:
    state = tricks(ending("K7", "CP", "L0", scores=scores), "K7 CP L0")
    assert state.outcome().points == (scores[0] + 2, *scores[1:])
    assert state.outcome().places == places


@pytest.mark.rule("NH-14")
def test_there_is_no_outcome_before_the_end() -> None:
    with pytest.raises(ValueError, match="not over"):
        dealt().outcome()
    with pytest.raises(ValueError, match="not over"):
        _second_game(0, 0, 0).outcome()
