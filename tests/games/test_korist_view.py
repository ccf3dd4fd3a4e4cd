"""What a seat of Kořist sees and what it does not: KO-R12 and the list of the rules page."""

import re
from io import StringIO
from random import Random

import pytest
from rich.console import Console

from referee.deals import Deal, derive
from referee.games.game import NOBODY
from referee.games.korist import KoristObservation, KoristPhase, KoristState
from referee.games.korist.actions import DECK
from referee.games.korist.cards import heap_from, kind_of
from referee.games.korist.determinize import unseen
from referee.games.korist.screen import VIEW
from referee.games.korist.sets import parse_set
from referee.games.plain_picture import picture_of
from tests.games.korist_positions import dealt, known, korist, play, table


def _counts(**cards: int) -> tuple[int, ...]:
    names = [*(f"n{value}" for value in range(1, 14)), "joker"]
    return tuple(cards.get(name, 0) for name in names)


def test_a_view_in_full() -> None:
    state = table(
        "5 5 12 J", "9", "1 2", layouts=("13", "8, 4 4"), supply="2 J 7", deck="7 7 7", turn=0
    )
    play(state, "5 5", "leave")
    assert state.observe(1) == KoristObservation(
        phase=KoristPhase.RETURN,
        to_move=1,
        variant="base",
        limit=5000,
        decisions=2,
        turn=0,
        has_captured=True,
        victim=1,
        captured=parse_set("4 4"),
        draws=0,
        hand_sizes=(2, 1, 2),
        known=(_counts(), _counts(), _counts()),
        layouts=((parse_set("13"), parse_set("5 5")), (parse_set("8"),), ()),
        supply=((2,), (14,), (7,)),
        shadow=_counts(),
        discard=_counts(),
        deck_size=3,
        history=tuple(state.events),
        seat=1,
        hand=_counts(n9=1),
    )
    other = state.observe(0)
    assert other.hand == _counts(n12=1, joker=1)
    assert other[:-2] == state.observe(1)[:-2]


def test_known_cards_are_those_that_came_openly_and_were_not_laid_since() -> None:
    state = table("9 9 3 4", "1 4 4 2", "1", layouts=("", "4 4"), supply="4 3 5 6 8 9")
    play(state, "9 9", "take", "deck", "pile 0")
    assert (known(state, 0), known(state, 1)) == ("4 4", "4")
    play(state, "4 4", "none")  # the known 4, and one that nobody had seen come
    assert known(state, 1) == ""
    assert state.sizes[1] == 4


def test_a_layer_taken_back_is_known() -> None:
    state = table("9 9 3", "1 4 2", "1 2", layouts=("", "4 J"))
    play(state, "9 9", "leave", "back")
    assert known(state, 1) == "4 J"
    play(state, "4", "none")
    assert known(state, 1) == "J"


@pytest.mark.rule("KO-R12", "KO-20")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_known_cards_are_in_the_hand_and_all_views_agree(players: int) -> None:
    state, random = dealt(players, "views"), Random(players)
    while state.seat != NOBODY:
        views = [state.observe(seat) for seat in range(players)]
        assert len({view[:-2] for view in views}) == 1
        for seat, view in enumerate(views):
            assert heap_from(view.hand) == state.hands[seat]
            in_hand = zip(view.known[seat], view.hand, strict=True)
            assert all(sure <= held for sure, held in in_hand)
        state.apply(random.choice(state.legal_actions()))


def _over(players: int) -> KoristState:
    state, random = korist(players).new(Deal(derive("over"))), Random(3)
    while state.seat != NOBODY:
        state.apply(random.choice(state.legal_actions()))
    return state


@pytest.mark.rule("KO-R12")
def test_hands_are_not_shown_at_the_end() -> None:
    state = _over(4)
    for seat in range(4):
        view = state.observe(seat)
        assert view.to_move == NOBODY
        assert heap_from(view.hand) == state.hands[seat]
        others = [n for n in range(4) if n != seat]
        unknown = sum(state.sizes[n] - sum(view.known[n]) for n in others)
        assert len(unseen(view)) == unknown + len(state.deck)


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_hidden_from_a_seat(players: int) -> None:
    """At the start all but the own hand and the open cards; at every decision what `unseen` has."""

    game, state = korist(players), dealt(players, "hidden")
    size = 11 if players == 2 else 13
    order = state.deal.drawn["cards"]
    for seat in range(players):
        own = set(order[size * seat : size * (seat + 1)])
        shown = len(order) - len(state.deck) - size * players
        open_cards = set(order[size * players : size * players + shown])
        assert game.hidden(state, seat) == set(order) - own - open_cards
    random = Random(5)
    while state.seat != NOBODY:
        for seat in range(players):
            view = state.observe(seat)
            hidden = sorted(kind_of(card) for card in game.hidden(state, seat))
            assert hidden == unseen(view)
        state.apply(random.choice(state.legal_actions()))


def test_the_screen_can_be_shown_to_a_seat_that_does_not_decide() -> None:
    state = table("2 3", "4 5", "6 7 8", layouts=("4 4",))
    for seat in range(3):
        screen = Console(file=StringIO(), width=80)
        with screen.capture() as printed:
            screen.print(*VIEW.table(state.observe(seat), ("a", "b", "c")))
        # Two cards laid out, and two in the hand.
        assert re.search(r"^a +0 +2", printed.get(), re.MULTILINE)


@pytest.mark.parametrize(
    ("card", "words"), [("8", "an 8"), ("11", "an 11"), ("7", "a 7"), ("J", "a joker")]
)
def test_a_card_from_the_deck_has_the_right_article(card: str, words: str) -> None:
    state = table("2 3", "4 5", "6 7", deck=card)
    play(state, "2")
    before = state.observe(0)
    play(state, "deck")
    told = picture_of(korist(3)).private(before, DECK, state.observe(0))
    assert told == f"draws {words} from the deck"


def test_too_many_cards_are_noticed() -> None:
    view = dealt(3).observe(0)
    with pytest.raises(ValueError, match="more cards are seen than there are"):
        unseen(view._replace(discard=(9, *view.discard[1:])))


def test_a_sampled_world_has_no_numbered_cards() -> None:
    state = dealt(3)
    world = korist(3).determinize(state.observe(state.seat), Random(1))
    with pytest.raises(ValueError, match="a sampled world has no deal"):
        korist(3).hidden(world, 0)
