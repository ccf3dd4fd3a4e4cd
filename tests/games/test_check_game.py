"""check_game passes all games, and catches what is broken on purpose."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.deals import Deal, derive
from referee.games.fox import FoxGame, FoxObservation, FoxOptions, FoxState
from referee.games.game import AnyGame, NotationError, State
from referee.games.registry import GAMES, make_game
from referee.testing import CheckError, Playing, check_game, play_randomly
from tests.games import broken_foxes as broken
from tests.games.every_variant import all_variants
from tests.games.profiles import fast


@pytest.mark.parametrize("game_id", sorted(GAMES))
@fast(10)
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_every_game_keeps_its_promises(game_id: str, data: st.DataObject, seed: int) -> None:
    game = data.draw(st.sampled_from(all_variants(game_id)))
    check_game(game, derive("check", str(seed)), Random(seed), every=8)


def test_a_look_now_and_then_leads_to_a_whole_playing() -> None:
    game, key = make_game("nase-hra", {}), derive("now and then")
    played = check_game(game, key, Random(1), every=4)
    assert played == check_game(game, key, Random(1), every=4)
    state = game.new(Deal(key))
    for action in played.actions:
        state.apply(action)
    assert state.outcome() == played.outcome


@pytest.mark.slow
@pytest.mark.parametrize("target", [1, 16, 21, 35, 120])
@pytest.mark.parametrize("seed", range(4))
def test_the_fox_keeps_its_promises_at_any_length(target: int, seed: int) -> None:
    check_game(make_game("fox", {"target": target}), derive("long", str(seed)), Random(seed))


def test_what_comes_back_is_the_playing() -> None:
    game, key = make_game("fox", {}), derive("returned")
    played = check_game(game, key, Random(1))
    assert played == check_game(game, key, Random(1))
    state = game.new(Deal(key))
    asked = 0
    for action in played.actions:
        asked += state.legal_actions() != (action,)
        state.apply(action)
    assert 0 < asked < len(played.actions)
    assert played == Playing(key, played.actions, asked, tuple(state.events), state.outcome())


def test_a_random_playing_depends_on_deal_and_chance_alone() -> None:
    game = make_game("fox", {})
    one, again = (play_randomly(game, Deal(derive("p")), Random(1)) for _ in range(2))
    other = play_randomly(game, Deal(derive("p")), Random(2))
    assert one == again != other


def _check_three(game: AnyGame) -> None:
    for seed in range(3):
        check_game(game, derive("broken", str(seed)), Random(seed))


@pytest.mark.parametrize(
    ("state", "complaint"),
    [
        (broken.RepeatsAction, "distinct"),
        (broken.ForgetsKeep, "action 99 was accepted"),
        (broken.ChangesOnRefusal, "refusing actions changed observations"),
        (broken.ReshufflesOnRefusal, "in a sampled world|again changed"),
        (broken.RefusesOddly, "was accepted"),
        (broken.SharesEvents, "playing on a copy changed observations"),
        (broken.SharesDeck, "a copy"),
        (broken.ForgetfulCopy, "a copy"),
        (broken.PeekingObserve, "asking twice changed observations"),
        (broken.RewritesEvents, "changed past events"),
        (broken.LosesCard, "the pack is"),
        (broken.DoublesCard, "the pack is"),
        (broken.EarlyOutcome, "goes on, but has the outcome"),
        (broken.OddPlaces, "such as 1, 1, 3 are needed"),
        (broken.OddPoints, "the points are"),
        (broken.PlaysAfterEnd, "the game is over, but legal are"),
        (broken.WrongEvent, "event 31 has no text"),
        (broken.HidesHand, "that gives"),
        (broken.SaysNothingOddly, "to say nothing is action 99, but legal are"),
        (broken.MisnamesSeat, "`seat` of the observation of seat 1 must be 1, received 0"),
        (broken.SetOrder, "asking twice changed legal"),
        (broken.Unlucky, "a copy took action|again changed"),
    ],
)
def test_broken_games_are_caught(state: type[FoxState], complaint: str) -> None:
    with pytest.raises(CheckError, match=complaint) as caught:
        _check_three(broken.broken_game(state))
    assert "fox (target=21), deal " in str(caught.value)


class Unreadable(FoxGame):
    """Its texts of actions cannot be read back."""

    def parse_action(self, text: str) -> int:
        raise NotationError(f"{text!r} is no action")


class Unwritable(FoxGame):
    """No action has a text."""

    def action_text(self, action: int) -> str:
        raise NotationError(f"{action} is no action")


def test_a_game_whose_actions_have_no_texts_is_caught() -> None:
    with pytest.raises(CheckError, match=r"action \d+ has no text: \d+ is no action"):
        check_game(Unwritable(FoxOptions()), derive("unwritable"), Random(1))


def test_a_game_that_cannot_read_its_own_texts_is_caught() -> None:
    with pytest.raises(CheckError, match=r"cannot be read back: .* is no action"):
        check_game(Unreadable(FoxOptions()), derive("unreadable"), Random(1))


def test_an_endless_game_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.testing.checks.MOST_DECISIONS", 200)
    monkeypatch.setattr("referee.testing.playing.MOST_DECISIONS", 200)
    with pytest.raises(CheckError, match="has not ended"):
        check_game(broken.broken_game(broken.Endless), derive("endless"), Random(1))
    with pytest.raises(CheckError, match="has not ended"):
        play_randomly(broken.broken_game(broken.Endless), Deal(derive("endless")), Random(1))


def _parses_anything(self: FoxGame, text: str) -> int:
    return 0


def _same_text(self: FoxGame, action: int) -> str:
    return ""


def _other_world(self: FoxGame, observation: FoxObservation, random: Random) -> State:
    return FoxGame.new(self, Deal(random.randbytes(32)))


def _hides_a_stranger(self: FoxGame, state: State, seat: int) -> frozenset[int]:
    return frozenset({33})


@pytest.mark.parametrize(
    ("method", "wrong", "complaint"),
    [
        ("parse_action", _parses_anything, "it was made of"),
        ("action_text", _same_text, "the text of action"),
        ("event_text", _same_text, "the text of event"),
        ("determinize", _other_world, "sees .* that gives|in a sampled world"),
        ("hidden", _hides_a_stranger, "not all of the pack"),
    ],
)
def test_broken_methods_of_the_game_are_caught(
    method: str, wrong: Callable[..., object], complaint: str
) -> None:
    game = type("Broken", (FoxGame,), {method: wrong})
    with pytest.raises(CheckError, match=complaint):
        check_game(game(FoxOptions()), derive("port"), Random(2))
