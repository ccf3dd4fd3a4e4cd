"""Two players and a pile: NH-18 to NH-20, NH-R8, NH-R9."""

import pytest

from referee.games.game import NOBODY
from referee.games.nase_hra import NaseHraPhase
from referee.games.nase_hra.actions import NaseHraEventKind
from tests.games.nase_hra_positions import (
    announced,
    dealt,
    deciding,
    ending,
    happened,
    last_events,
    legal,
    names,
    nase_hra,
    play,
    play_out,
    playing,
    tricks,
)

PILE = "ZE Z0 Z9 Z8 Z7 LE L0 L9 L8 L7"


@pytest.mark.rule("NH-18", "NH-20")
def test_ten_each_and_ten_in_the_pile() -> None:
    state = dealt("K7 K8", "C7 C8", PILE, talon="KE KK", players=2)
    assert nase_hra(2).seats == 2
    assert (len(state.hands), names(state.pile)) == (2, PILE)
    assert state.observe(0).hand_sizes == (10, 10)
    assert state.observe(0).pile_size == 10


@pytest.mark.rule("NH-18", "NH-R8")
@pytest.mark.parametrize("chooser", [0, 1])
def test_the_pile_leads_and_the_chooser_follows_first(chooser: int) -> None:
    state = playing(dealt("", "", PILE, players=2, chooser=chooser))
    assert names(state.trick) == "ZE"
    assert last_events(state, 1) == ["the pile plays ZE"]
    assert deciding(state) == (chooser, NaseHraPhase.PLAY)
    assert state.observe(0).pile_size == 9
    state.apply(state.legal_actions()[0])
    assert deciding(state) == (1 - chooser, NaseHraPhase.PLAY)


@pytest.mark.rule("NH-11", "NH-18")
def test_the_piles_card_must_be_followed_by_both() -> None:
    state = ending("K7 Z7", "KP C0", pile="K8 L7")
    assert legal(state) == ["K7"]
    play(state, "K7")
    assert legal(state) == ["KP"]


@pytest.mark.rule("NH-18")
def test_who_took_the_last_trick_follows_the_pile_first() -> None:
    state = tricks(ending("K7 Z7", "KP C0", pile="K8 L7"), "K7 KP")
    assert (state.points(), state.tricks) == ((0, 6), [8, 1, 0])
    assert deciding(state) == (1, NaseHraPhase.PLAY)
    assert names(state.trick) == "L7"


@pytest.mark.rule("NH-19", "NH-R8")
@pytest.mark.parametrize("leader", [0, 1])
def test_tricks_of_the_pile_score_for_nobody_and_go_to_the_cross(leader: int) -> None:
    hands = ("K7 Z7", "K8 C0")
    state = ending(*hands, pile="KE L7", leader=leader)
    before = state.cross
    tricks(state, " ".join([hands[leader][:2], hands[1 - leader][:2]]))
    assert state.points() == (0, 0)
    assert state.tricks[2] == 1
    assert names(state.cross[len(before) :]).split()[0] == "KE"
    assert len(state.cross) == len(before) + 3
    assert deciding(state) == (leader, NaseHraPhase.PLAY), "the right stays with who had it"
    assert last_events(state, 2)[0] == "the pile takes trick 9 of value 3"


@pytest.mark.rule("NH-R9")
def test_the_two_for_the_last_trick_go_to_a_player() -> None:
    state = tricks(ending("K7", "KP", pile="K8"), "K7 KP")
    assert state.outcome().points == (0, 8)


@pytest.mark.rule("NH-R9")
def test_the_two_go_to_nobody_if_the_pile_takes_the_last_trick() -> None:
    state = tricks(ending("K7", "CP", pile="KE"), "K7 CP")
    assert state.seat == NOBODY
    assert state.outcome().points == (0, 0)
    assert state.outcome().places == (1, 1)


@pytest.mark.rule("NH-20")
@pytest.mark.parametrize("chooser", [0, 1])
def test_the_talon_is_offered_to_the_one_opponent(chooser: int) -> None:
    state = dealt(talon="ZE Z0", players=2, chooser=chooser)
    play(state, "figures", "play on")
    assert deciding(state) == (chooser, NaseHraPhase.ASK)
    play(state, "play on")
    assert deciding(state) == (1 - chooser, NaseHraPhase.TALON)
    play(state, "take 1")
    state.apply(state.legal_actions()[0])
    assert deciding(state) == (1 - chooser, NaseHraPhase.ANNOUNCE)
    announced(state)
    assert names(state.cross).split()[1] == "Z0"


@pytest.mark.rule("NH-10", "NH-20")
def test_renouncing_with_two() -> None:
    state = dealt(players=2)
    play(state, "figures", "play on", "play on", "renounce")
    assert state.points() == (0, 1)


@pytest.mark.rule("NH-7", "NH-20")
def test_refusing_with_two() -> None:
    state = dealt("", "K7 K8 K9 K0 C7 C8 C9 C0 L7 L8", players=2)
    play(state, "figures")
    assert legal(state) == ["play on", "refuse"]
    play(state, "refuse")
    assert (state.redeal, state.seat, len(state.pile)) == (1, 0, 10)


@pytest.mark.rule("NH-18", "NH-19")
def test_a_whole_game_for_two() -> None:
    state = play_out(playing(dealt("", "", PILE, players=2)))
    pile = [event.a for event in happened(state) if event.kind == NaseHraEventKind.PILE]
    assert names(pile) == PILE
    taken = [
        e
        for e in happened(state)
        if e.kind in (NaseHraEventKind.TRICK, NaseHraEventKind.PILE_TRICK)
    ]
    assert [event.c for event in taken] == list(range(1, 11))
    assert sum(state.tricks) == 10
    assert len(state.cross) == 2 + 3 * state.tricks[2]
    assert sorted(nase_hra(2).placed(state)) == list(range(32))
