"""The search bot: one search for all games, with what each game adds to it."""

import json
import subprocess
import sys
from itertools import product
from random import Random
from typing import Any

import pytest

from referee.deals import Deal, derive
from referee.games.events import pack
from referee.games.game import NOBODY, AnyGame, AnyState
from referee.games.registry import GAMES, make_game
from referee.games.the_game import TheGameState
from referee.games.the_game.actions import TheGameEventKind, action_text
from referee.packing import SentHistory
from referee.wire import codec
from stych.v1 import referee_pb2
from tests.bots.some_decisions import Choose, by_thumb, some_of
from tests.bots.the_game_arena import (
    EXAMPLES,
    PLAYOUT,
    SEARCH,
    VIEW,
    load,
    play,
    searching,
    thumb,
    uniform,
)
from tests.games.the_game_positions import ALL_OPTIONS, position, the_game
from tests.games.the_game_positions import play as take

WIRE = codec("the-game")

OPTIONS: list[tuple[str, dict[str, Any]]] = [
    *[("fox", {"target": target}) for target in (1, 21)],
    *[("the-game", chosen) for chosen in ALL_OPTIONS],
    *[
        ("nase-hra", {"players": players, "series": series})
        for players, series in product((2, 3), ("single", "triple", "nine"))
    ],
    *[
        ("korist", {"players": players, "variant": variant})
        for players, variant in product(range(2, 6), ("base", "advanced", "expert"))
    ],
]


def _to_the_end(game: AnyGame, choose: Choose, key: str = "search") -> tuple[AnyState, list[int]]:
    """The match of the bot with itself, and what it chose; the engine refuses illegal actions."""
    state, random, chosen = game.new(Deal(derive(key))), Random(7), list[int]()
    while state.seat != NOBODY:
        legal = state.legal_actions()
        place = choose(state.observe(state.seat), legal, random) if len(legal) > 1 else 0
        assert 0 <= place < len(legal)
        chosen.append(legal[place])
        state.apply(legal[place])
    return state, chosen


def _the_game(chosen: dict[str, Any], playouts: int) -> Choose:
    game = make_game("the-game", chosen)
    search = SEARCH.Search(game, playouts, None, PLAYOUT, VIEW.shortlist, VIEW.sample)
    choose: Choose = search.choose
    return choose


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "chosen"), OPTIONS, ids=str)
def test_it_plays_every_game_in_many_variants_knowing_no_game(
    game_id: str, chosen: dict[str, Any]
) -> None:
    game = make_game(game_id, chosen)
    _to_the_end(game, some_of(SEARCH.Search(game, 1).choose))


def test_no_game_is_left_out() -> None:
    assert {game_id for game_id, _ in OPTIONS} == set(GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("chosen", ALL_OPTIONS, ids=str)
def test_its_part_for_the_game_plays_every_variant(chosen: dict[str, Any]) -> None:
    choose = some_of(_the_game(chosen, 2), by_thumb)
    state, _ = _to_the_end(make_game("the-game", chosen), choose)
    assert isinstance(state, TheGameState)
    assert state.left < 90


def test_it_answers_what_comes_over_the_wire() -> None:
    chosen = {"players": 3, "fire": True}
    state = make_game("the-game", chosen).new(Deal(derive("wired")))
    choose, random = _the_game(chosen, 2), Random(1)
    for _ in range(40):
        legal, seen = state.legal_actions(), state.observe(state.seat)
        asked = WIRE.decisions.pack(1, legal, (), seen, SentHistory())
        decision = referee_pb2.Decision.FromString(asked)
        chosen_index = choose(WIRE.decode(decision.the_game), decision.legal_actions, random)
        state.apply(legal[chosen_index])


@pytest.mark.slow
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_the_same_seed_makes_the_same_choices(game_id: str) -> None:
    game = make_game(game_id, {})
    search = SEARCH.Search(game, 2)
    first, second = (_to_the_end(game, some_of(search.choose))[1] for _ in range(2))
    assert first == second


@pytest.mark.slow
def test_the_same_seed_makes_the_same_choices_where_flags_are_read() -> None:
    chosen = {"players": 3}
    game = make_game("the-game", chosen)
    first, second = (_to_the_end(game, _the_game(chosen, 8))[1] for _ in range(2))
    assert first == second


def test_a_team_is_judged_by_its_points() -> None:
    beaten = take(position("50", "51", tops="49 1 100 100"), "A50", "end", "A51")
    lost = take(position("40 41", "", tops="39 99 2 2"), "A41")
    assert [SEARCH.as_a_team(state, 0, Random(1)) for state in (beaten, lost)] == [0, -1]


@pytest.mark.parametrize("playout", [None, PLAYOUT])
def test_it_does_not_shut_off_its_last_card(playout: Any) -> None:
    state = position("40 41", "", tops="39 99 2 2")
    gone = [card for card in range(2, 100) if card not in state.hands[0]]
    state.events[:0] = [pack(TheGameEventKind.PLACE, 0, card) for card in gone]
    legal = state.legal_actions()
    assert [action_text(action) for action in legal] == ["A40", "A41"]
    search = SEARCH.Search(the_game(2), playouts=4, playout=playout)
    assert search.choose(state.observe(0), legal, Random(1)) == 0


def test_a_match_that_a_tie_break_decides_is_won_or_lost() -> None:
    state = _tied()
    places = state.outcome().places
    assert set(places) == {1, 2}
    for playout in (SEARCH.to_the_end, load("search", "fox").playout):
        values = [playout(state.copy(), seat, Random(1)) for seat in (0, 1)]
        assert values == [SEARCH.WIN if place == 1 else -SEARCH.WIN for place in places]


def _tied() -> AnyState:
    """The end of a fox match with equal points."""
    game = make_game("fox", {})
    for number in range(1000):
        state, _ = _to_the_end(game, lambda _, legal, dice: dice.randrange(len(legal)), f"{number}")
        first, second = state.points()
        if first == second and len(set(state.outcome().places)) == 2:
            return state
    raise AssertionError("no match ended with equal points")


@pytest.mark.parametrize("budget", [{"playouts": 0}, {"playouts": -1}, {"seconds": 0.0}])
def test_a_search_without_a_budget_is_refused(budget: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="received"):
        SEARCH.Search(the_game(2), **budget)


BAD = [
    *[f"--playouts {text}" for text in ("0", "-3", "1.5", "many")],
    *[f"--seconds {text}" for text in ("0", "-1", "nan", "inf", "soon")],
    "--seconds 1 --playouts 5",
]
ASKED = """
import json, runpy, sys
from contextlib import redirect_stderr
from io import StringIO
told = []
for words in sys.argv[1:]:
    sys.argv = ["bot.py", *words.split()]
    code, error = 0, StringIO()
    try:
        with redirect_stderr(error):
            runpy.run_path("bot.py", run_name="__main__")
    except SystemExit as end:
        code = end.code
    told.append((code, error.getvalue()))
print(json.dumps(told))
"""
"""Calls the bot with each argument as its options; prints exit codes and stderr as JSON."""


@pytest.mark.slow
def test_a_bad_budget_is_refused_in_a_sentence() -> None:
    """In one process, which takes most of its time to load what the bot needs."""
    command = [sys.executable, "-c", ASKED, *BAD]
    done = subprocess.run(
        command, cwd=EXAMPLES / "search", capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    for words, (code, said) in zip(BAD, told, strict=True):
        assert code == 2, words
        assert "Traceback" not in said
        assert words.split()[-2] in said.splitlines()[-1]


def test_talk_is_answered_without_a_search() -> None:
    state = position("20 21", "40 45 80", "2 3", tops="50 1 48 100", deck="30 45", talk=True)
    view, legal = state.observe(state.seat), state.legal_actions()
    assert [action_text(legal[place]) for place in VIEW.shortlist(view, legal)] == ["flags 2010"]


def test_a_shortlist_keeps_tricks_and_what_they_take_back() -> None:
    state = position("37 47 60 61 62 90", "9", tops="30 30 20 100", deck="50 51")
    legal = state.legal_actions()
    kept = [action_text(legal[place]) for place in VIEW.shortlist(state.observe(0), legal)]
    assert kept == ["A37", "A47", "D37", "D90"]


def test_worlds_hold_what_flags_say() -> None:
    game = the_game(3, talk=True)
    state = game.new(Deal(derive("flags")))
    random, decide = Random(1), searching(game, 4)
    for _ in range(60):
        state.apply(decide(state, random))
    while action_text(state.legal_actions()[0])[0] not in "ABCD":
        state.apply(decide(state, random))
    seen = state.observe(state.seat)
    assert any(seen.flags)
    rows = VIEW.rows(seen.tops, frozenset(card for hand in state.hands for card in hand))
    for _ in range(20):
        world = VIEW.sample(game, seen, random)
        assert world.observe(state.seat) == seen
        cards = [*world.deck[world.deck_index :], *[card for hand in world.hands for card in hand]]
        assert sorted(cards) == sorted(
            [*state.deck[state.deck_index :], *[card for hand in state.hands for card in hand]]
        )
        for seat, hand in enumerate(world.hands):
            if seat != state.seat:
                for row, flag in zip(rows, seen.flags[4 * seat : 4 * seat + 4], strict=True):
                    assert (row.trick in hand) == (flag == 2)


def test_a_playout_refuses_the_states_of_another_game() -> None:
    with pytest.raises(TypeError, match="FoxState"):
        PLAYOUT(make_game("fox", {}).new(Deal(bytes(32))), 0, Random(1))


@pytest.mark.slow
@pytest.mark.statistics
def test_it_beats_random_play_with_the_smallest_budget() -> None:
    game = the_game(2)
    by_search, by_chance = (play(game, [who] * 2, 4) for who in (searching(game, 1), uniform))
    assert by_search.left.value < by_chance.left.value / 2


@pytest.mark.slow
@pytest.mark.statistics
def test_it_beats_thumb_at_the_game_on_the_same_boards() -> None:
    game = the_game(3)
    by_search, by_rules = (play(game, [who] * 3, 12) for who in (searching(game, 60), thumb))
    assert by_search.left.value < by_rules.left.value - 4
