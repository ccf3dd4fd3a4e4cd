"""The pack, the deal, the offers: KO-1, KO-2, KO-20 to KO-22, KO-24, KO-26 and their rulings."""

from collections import Counter
from random import Random

import pytest
from pydantic import ValidationError

from referee.deals import Deal, derive
from referee.games.events import unpack
from referee.games.game import NOBODY
from referee.games.korist import KoristOptions, KoristPhase
from referee.games.korist.cards import (
    PACK,
    WHOLE_PACK,
    counts_of,
    heap_from,
    heap_of,
    heap_text,
    kind_of,
    kinds_of,
    size_of,
)
from referee.games.korist.events import KoristEventKind
from tests.games.korist_positions import (
    dealt,
    deciding,
    hand,
    known,
    korist,
    ordered,
    play,
    supply,
    table,
    top_of_deck,
)
from tests.games.statistics import assert_fits


@pytest.mark.rule("KO-1")
def test_the_pack() -> None:
    assert counts_of(WHOLE_PACK) == (*[8] * 13, 5)
    assert size_of(WHOLE_PACK) == PACK == 109
    assert heap_of(kinds_of(WHOLE_PACK)) == heap_from(counts_of(WHOLE_PACK)) == WHOLE_PACK
    for players in (2, 3, 4, 5):
        game = korist(players)
        assert sorted(game.placed(dealt(players))) == list(range(109))


@pytest.mark.rule("KO-2")
@pytest.mark.parametrize(("players", "deck"), [(3, 64), (4, 51), (5, 38)])
def test_thirteen_each_and_six_in_the_supply(players: int, deck: int) -> None:
    state = dealt(players)
    order = [kind_of(number) for number in state.deal.drawn["cards"]]
    assert state.sizes == [size_of(heap) for heap in state.hands] == [13] * players
    for seat in range(players):
        assert state.hands[seat] == heap_of(order[13 * seat : 13 * seat + 13])
    table_cards = order[13 * players :]
    assert [pile for (pile,) in state.supply] == table_cards[:6]
    assert top_of_deck(state, 99) == table_cards[6:]
    assert len(state.deck) == deck
    assert (state.shadow, state.discard) == (0, 0)
    assert state.known == [0] * players


@pytest.mark.rule("KO-2", "KO-R11")
@pytest.mark.parametrize("players", [2, 5])
def test_chance_says_who_begins(players: int) -> None:
    game = korist(players)
    firsts = Counter(game.new(Deal(derive("first", str(n)))).turn for n in range(400 * players))
    assert_fits(firsts, dict.fromkeys(range(players), 1 / players))


@pytest.mark.rule("KO-2")
def test_turns_go_round() -> None:
    state = table("1 9", "2 9", "3 9", turn=2, variant="advanced")
    turns: list[int] = []
    while state.seat != NOBODY and len(turns) < 3:
        turns.append(state.turn)
        play(state, "9")
    assert turns == [2, 0, 1]


@pytest.mark.rule("KO-R8", "KO-R11")
def test_a_gap_in_the_supply_closes_and_new_piles_come_at_the_right() -> None:
    state = table("4 4", "1 1", "1 1", supply="2 3 5 6 8 9", deck="10 11")
    play(state, "4", "pile 1")
    assert supply(state) == "2 5 6 8 9 10"
    assert len(state.supply) == 6


@pytest.mark.rule("KO-20")
def test_a_duel_begins_with_two_jokers_each() -> None:
    state = dealt(2)
    order = [kind_of(number) for number in state.deal.drawn["cards"]]
    assert len(order) == 105
    assert order.count(14) == 1
    for seat in (0, 1):
        assert state.hands[seat] == heap_of([14, 14, *order[11 * seat : 11 * seat + 11]])
        assert known(state, seat) == "J J"
    assert [pile[0] for pile in state.supply] == order[22:28]
    assert size_of(state.shadow) == 13
    assert len(state.deck) == 105 - 22 - sum(map(len, state.supply)) - 13


@pytest.mark.rule("KO-21", "KO-R13")
def test_thirteens_and_jokers_do_not_come_into_the_shadow_offer() -> None:
    hands = "1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 3 3 3 3 3 3"
    offer = "4 4 4 5 13 6 7 7 13 8 9 10 J 11 12 12 12"
    state = ordered(hands, "9 13 5 12 6 8", offer, "10 10", players=2)
    assert heap_text(state.shadow) == "4 4 4 5 6 7 7 8 9 10 11 12 12"
    assert supply(state) == "9 13 5+13 12 6+13 8+J"
    assert top_of_deck(state, 3) == [12, 10, 10]


@pytest.mark.rule("KO-R13")
def test_the_supply_itself_takes_any_card() -> None:
    state = ordered(
        " ".join(["1"] * 8 + ["2"] * 8 + ["3"] * 6), "13 J 13 5 5 5", "4 4 4", players=2
    )
    assert supply(state).startswith("13 J 13 5 5 5")
    drawn = table("4 4", "1 1", "1 1", supply="2 3 5 6 8 9", deck="J 13")
    assert supply(play(drawn, "4", "pile 0")) == "3 5 6 8 9 J"


def _put(piles: str, *, card: str) -> str:
    """The supply after a card was turned for the shadow offer that does not belong there."""
    shadow = "2 4 5 5 6 6 7 7 8 8 9 9 10"
    state = table("3 3", "1 1", supply=piles, shadow=shadow, deck=f"{card} 11 12 12")
    return supply(play(state, "3", "shadow 2"))


@pytest.mark.rule("KO-21", "KO-R4")
@pytest.mark.parametrize("card", ["13", "J"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("9 5 12 6 8 7", "9 5+CARD 12 6 8 7"),
        ("9 5+13 12 6 8 7", "9 5+13 12 6+CARD 8 7"),
        ("9 5 12 5 8 7", "9 5+CARD 12 5 8 7"),  # the leftmost of equal ones
        ("J 13 J 13 J 13", "J 13+CARD J 13 J 13"),  # a joker counts as 14
        ("9+13 5+13 J 6+13 8+J 7+13", "9+13 5+13 J+CARD 6+13 8+J 7+13"),
        ("9+13 5+13+J 6+13 8+J 7+13 10+13", "9+13 5+13+J 6+13+CARD 8+J 7+13 10+13"),
    ],
)
def test_where_thirteens_and_jokers_go(before: str, after: str, card: str) -> None:
    assert _put(before, card=card) == after.replace("CARD", card)


@pytest.mark.rule("KO-21", "KO-24")
def test_turning_goes_on_until_the_offer_is_full() -> None:
    shadow = "2 2 4 4 5 5 6 6 7 7 8 9 10"
    state = table("3 3 12", "1 1", supply="9 5 12 6 8 7", shadow=shadow, deck="13 11 J 11 12")
    play(state, "3 3", "shadow 2")
    assert heap_text(state.shadow) == "4 4 5 5 6 6 7 7 8 9 10 11 11"
    assert supply(state) == "9 5+13 12 6+J 8 7"
    assert top_of_deck(state, 2) == [12]
    kinds = [unpack(event).kind for event in state.events]
    assert kinds[-5:] == [
        KoristEventKind.SHADOW_CAPTURE,
        KoristEventKind.PILED,
        KoristEventKind.SHADOW,
        KoristEventKind.PILED,
        KoristEventKind.SHADOW,
    ]


@pytest.mark.rule("KO-24")
def test_the_offer_is_filled_as_far_as_the_deck_goes() -> None:
    shadow = "2 2 2 4 4 5 5 6 6 7 7 8 9"
    state = table("3 3 3 12", "1 1", shadow=shadow, deck="13 11")
    play(state, "3 3 3", "shadow 2")
    assert heap_text(state.shadow) == "4 4 5 5 6 6 7 7 8 9 11"
    assert not state.deck


@pytest.mark.rule("KO-22")
def test_a_pile_counts_as_one_card() -> None:
    state = table("9 9 12", "1 1", layouts=("", "4 4"), supply="2+13+J 3 5 6 8 9", deck="10 11 12")
    play(state, "9 9", "take", "pile 0")
    assert hand(state, 1) == "1 1 2 13 J"
    assert known(state, 1) == "2 13 J"
    assert deciding(state) == (1, KoristPhase.DRAW)
    play(state, "deck")
    assert deciding(state) == (1, KoristPhase.LAY)


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 1},
        {"players": 6},
        {"variant": "Base"},
        {"limit": 0},
        {"limit": 50_001},
        {"shadow": True},
        {"players": "3"},
    ],
)
def test_impossible_options(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        KoristOptions.model_validate(wrong)


@pytest.mark.rule("KO-26")
@pytest.mark.parametrize("variant", ["base", "advanced", "expert"])
def test_the_duel_goes_with_every_variant(variant: str) -> None:
    game = korist(2, variant)  # type: ignore[arg-type]
    state, random = game.new(Deal(derive("duel", variant))), Random(1)
    drawn_freely = 0
    while state.seat != NOBODY:
        drawn_freely += state.phase == KoristPhase.MAY_DRAW
        state.apply(random.choice(state.legal_actions()))
    assert (drawn_freely > 0) == (variant == "base")
