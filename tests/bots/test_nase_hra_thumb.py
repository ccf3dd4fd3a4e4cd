"""The rule-of-thumb bot of Naše hra beats random play, and does what its rules of thumb say."""

import pytest

from referee.games.nase_hra import NaseHraState
from tests.bots.arena import by_thumb, duel, load, uniform
from tests.games.nase_hra_positions import dealt, ending, legal, nase_hra, play, tricks

choose = load("nase_hra_thumb").choose


def _chosen(state: NaseHraState) -> str:
    index: int = choose(state.observe(state.seat), state.legal_actions())
    return legal(state)[index]


def test_it_chooses_the_longer_group() -> None:
    assert _chosen(dealt("K7 K8 K9 K0 C7 C8 C9 CP CV CK")) == "numbers"
    assert _chosen(dealt("K7 K8 K9 ZE ZK ZV C9 CP CV CK")) == "figures"


def test_it_refuses_what_may_be_refused() -> None:
    state = play(dealt("", "K7 K8 K9 K0 C7 C8 C9 C0 L7 L8"), "figures")
    assert _chosen(state) == "refuse"


@pytest.mark.parametrize(("figures", "choice"), [(3, "take 2"), (8, "renounce")])
def test_it_takes_from_the_talon_only_when_short_of_taking_cards(figures: int, choice: str) -> None:
    held = "KE KK CE CK LE LK ZE ZK"[: 3 * figures] + " K7 C7 L7 Z7 K8 C8 L8"
    state = play(dealt("", " ".join(held.split()[:10])), "figures", *["play on"] * 3)
    assert _chosen(state) == choice


def test_it_takes_what_pays() -> None:
    assert _chosen(tricks(ending("K7 Z7", "Z8 C0", "KP K0"), "K7 Z8")) == "KP"


def test_it_blunts_what_others_win() -> None:
    assert _chosen(tricks(ending("KK Z7", "K8 C0", "K7 K0"), "KK K8")) == "K0"


def test_it_kills_what_it_cannot_blunt() -> None:
    """The ace takes a trick of nothing; the ten would give four to the under."""
    assert _chosen(tricks(ending("KP Z7", "C8 C0", "KE K0"), "KP C8")) == "KE"


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_it_beats_random_play(players: int) -> None:
    met = duel(nase_hra(players), by_thumb("nase_hra_thumb"), uniform, 30)
    assert met.one.value - 5 * met.one.error > 6
    assert met.share.value - 5 * met.share.error > 0.5
    assert met.one.value > met.other.value + 2
