"""Replays of Kořist: everything for the referee, and for a seat nothing that it did not see."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from rich.console import Console

from referee.deals import Deal, FixedDeal, derive
from referee.games.korist import KoristPhase, KoristState, Variant
from referee.games.korist.actions import SHADOW
from referee.games.korist.cards import heap_from, heap_text
from referee.games.korist.replay import KoristReplay
from referee.games.replay import Perspective
from referee.games.steps import ReplayStep
from referee.testing import play_randomly
from tests.games.fox_positions import dealt as dealt_fox
from tests.games.korist_positions import korist, table

NAMES = ("ada", "bob", "cyd", "dan", "eve")


def _steps(state: KoristState, actions: Sequence[int]) -> Iterator[ReplayStep]:
    state = state.copy()
    for action in actions:
        before, known = state.copy(), len(state.events)
        state.apply(action)
        told = tuple(state.events[known:])
        yield ReplayStep(before, before.seat, before.legal_actions(), action, told)


def _shown(state: KoristState, actions: Sequence[int], seat: int | None) -> str:
    console = Console(width=400, no_color=True)
    with console.capture() as shown:
        for part in KoristReplay(Perspective(NAMES[: state.players], seat)).show(
            _steps(state, actions)
        ):
            console.print(part)
    return shown.get()


def _actions(state: KoristState, *texts: str) -> list[int]:
    return [korist().parse_action(text) for text in texts]


def test_a_turn_is_a_line() -> None:
    state = table("5 5 12", "9 9", "1", layouts=("", "13, 4 4"), deck="7 8 10 11")
    actions = _actions(state, "5 5", "take", "deck", "pile 0")
    shown = _shown(state, actions, None)
    (line,) = [line for line in shown.splitlines() if line.startswith("1 ")]
    assert "ada" in line
    assert "5 5 12" in line
    assert "captures 4 4 from bob; takes them; bob draws 7 from the deck; bob draws 2" in line
    assert line.rstrip().endswith("-1 -3 -1")
    assert "deck, from the top: 7 8 10 11" in shown


def test_a_seat_does_not_see_what_others_draw() -> None:
    state = table("5 5 12", "9 9", "1", layouts=("", "13, 4 4"), deck="7 8 10 11")
    actions = _actions(state, "5 5", "take", "deck", "deck")
    assert "bob draws 7 from the deck; bob draws 8 from the deck" in _shown(state, actions, 1)
    for seat in (0, 2):
        shown = _shown(state, actions, seat)
        assert "bob draws from the deck; bob draws from the deck" in shown
        assert "deck, from the top" not in shown
        assert "9 9" not in shown


def test_what_could_be_captured_stands_beside_the_turn() -> None:
    state = table("5 5 12", "9 9", "1 1", layouts=("3", "13, 4 4", "2 2"), deck="7 8 10 11")
    shown = _shown(state, _actions(state, "5 5", "leave", "back", "take", "deck"), None)
    (line,) = [line for line in shown.splitlines() if line.startswith("1 ")]
    assert "bob 4 4, cyd 2 2  " in line
    assert "ada 3" not in line
    assert "Layers at the end, from the bottom:\n  ada: 3, 5 5\n  bob: 13\n" in shown


def test_the_shadow_offer_of_a_duel_stands_beside_every_turn() -> None:
    game = korist(2)
    deal = Deal(derive("shadow", "3"))
    actions = play_randomly(game, deal, Random(3)).actions
    steps = list(_steps(game.new(deal), actions))
    shown = _shown(game.new(deal), actions, None)
    offers = [
        heap_text(heap_from(step.state.observe(0).shadow))
        for step in steps
        if step.state.observe(0).phase is KoristPhase.LAY
    ]
    assert len({*offers}) > 2
    lines = [line for line in shown.splitlines() if line[:1].isdigit()]
    assert all(offer in line for offer, line in zip(offers, lines, strict=True))


@pytest.mark.parametrize(
    ("shadow", "words"),
    [
        ("1 1 7 7 9", "takes 1 1 from the shadow offer (the set captures shadow 1 or shadow 7)"),
        ("1 1 1 7 7 9", "takes 7 7 from the shadow offer, the only group that the set captures"),
    ],
)
def test_why_a_group_of_the_shadow_offer_was_taken(shadow: str, words: str) -> None:
    state = table("8 8 12", "9 9", layouts=("", ""), deck="7 8 10 11", shadow=shadow)
    took = "shadow 1" if " or " in words else "shadow 7"
    assert words in _shown(state, _actions(state, "8 8", took), None)


def test_the_end_says_why() -> None:
    state = table("5 5", "9 9", "1")
    assert "game over: the last card of a hand was laid" in _shown(
        state, _actions(state, "5 5"), None
    )


@pytest.mark.parametrize("variant", ["base", "expert"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_referee_sees_every_turn(players: int, variant: Variant) -> None:
    game, deal = korist(players, variant), Deal(derive("shown", str(players)))
    actions = play_randomly(game, deal, Random(players)).actions
    start = game.new(deal)
    shown = _shown(start, actions, None)
    assert all(heap_text(hand) in shown for hand in start.hands)
    laid = sum(action < SHADOW for action in actions)
    assert any(line.startswith(f"{laid} ") for line in shown.splitlines())


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_hidden_cards_change_nothing_that_a_seat_is_shown(players: int) -> None:
    game, deal, random = korist(players), Deal(derive("secret", str(players))), Random(1)
    actions = play_randomly(game, deal, Random(2)).actions
    actions = actions[: len(actions) // 2]
    state = game.new(deal)
    end = state.copy()
    for action in actions:
        end.apply(action)
    compared = 0
    for seat in range(players):
        hidden = sorted(game.hidden(end, seat))
        for _ in range(5):
            redealt = game.redealt(deal.drawn, *random.sample(hidden, 2)) if hidden[1:] else {}
            if redealt and redealt != deal.drawn:
                world = game.new(FixedDeal(redealt))
                assert _shown(world, actions, seat) == _shown(state, actions, seat)
                compared += 1
    assert compared


def test_other_states_are_refused() -> None:
    fox = dealt_fox()
    step = ReplayStep(fox, fox.seat, fox.legal_actions(), fox.legal_actions()[0], ())
    with pytest.raises(TypeError, match="needs its states, not FoxState"):
        list(KoristReplay(Perspective(NAMES[:2], None)).show(iter([step])))
