"""What the public facts exclude is true of the cards in random playings."""

import re

import pytest

from referee.cards import cards_of
from referee.deals import Deal, derive
from referee.games.fox.determinize import deduce as of_fox
from referee.games.game import NOBODY
from referee.games.nase_hra.determinize import deduce as of_nase_hra
from referee.games.registry import GAMES, make_game
from tests.models.sights import decisions


def test_fox_excludes_no_card_that_is_there() -> None:
    game, excluded = make_game("fox", {}), 0
    for number in range(12):
        state = game.new(Deal(derive("deductions", "fox", str(number))))
        policy = Deal(derive("deductions", "policy", str(number)))
        at = 0
        while state.seat != NOBODY:
            legal, seat = state.legal_actions(), state.seat
            found = of_fox(state.observe(seat))
            theirs = set(cards_of(state.hands[1 - seat]))
            assert theirs.isdisjoint(found.excluded)
            assert theirs >= set(found.held)
            assert set(found.unseen) == set(game.hidden(state, seat))
            excluded += len(found.excluded)
            state.apply(legal[policy.below(len(legal), f"{at}")])
            at += 1
    assert excluded, "nothing was ever excluded"


@pytest.mark.parametrize("players", [2, 3])
def test_nase_hra_excludes_no_card_that_is_there(players: int) -> None:
    game, excluded = make_game("nase-hra", {"players": players}), 0
    for number in range(6):
        state = game.new(Deal(derive("deductions", "nase-hra", str(number))))
        policy = Deal(derive("deductions", "policy", str(number)))
        at = 0
        while state.seat != NOBODY:
            legal, seat = state.legal_actions(), state.seat
            found = of_nase_hra(state.observe(seat))
            for other, cards in enumerate(found.excluded):
                if other != seat:
                    assert set(cards_of(state.hands[other])).isdisjoint(cards)
                    excluded += len(cards)
            state.apply(legal[policy.below(len(legal), f"{at}")])
            at += 1
    assert excluded, "nothing was ever excluded"


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_says_what_was_never_seen(name: str) -> None:
    for own in decisions(name, every=9):
        lines = [each.plain for each in own.sight.view.deductions(own.seen, own.sight.names)]
        assert re.match("Never seen by you.*: .", lines[0])
