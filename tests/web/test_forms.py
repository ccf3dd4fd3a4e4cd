"""Decisions as forms: each legal action is offered exactly once, and nothing else is accepted."""

from random import Random
from typing import Any

import pytest

from referee.games.choice_form import BUTTON, CARD, Control, PickError, Picks
from referee.games.events import pack
from referee.games.game import NOBODY, AnyGame, NotationError
from referee.games.nase_hra.actions import NaseHraEventKind
from referee.games.picture import GamePicture
from referee.games.plain_picture import PlainPicture, picture_of
from referee.games.registry import make_game
from referee.games.the_game.actions import END, TheGameEventKind
from stych_web.drawn.asking import form_html
from tests.web.walks import Checked, every_game, every_variant, walk


def as_key(picks: Picks) -> frozenset[tuple[str, tuple[str, ...]]]:
    return frozenset((name, tuple(values)) for name, values in picks.items())


def check_form(picture: GamePicture, seen: Any, legal: tuple[int, ...]) -> None:
    form = picture.form(seen, legal)
    groups = {group.name: group for group in form.groups}
    assert len(groups) == len(form.groups)
    assert form.question
    # A form without a button could not be sent.
    assert form.verb or any(group.control is Control.BUTTON for group in form.groups)
    ways = {}
    used = set()
    for action in legal:
        picks = picture.picks(seen, action)
        assert picture.chosen(seen, legal, picks) == action
        ways[as_key(picks)] = action
        for name, values in picks.items():
            used |= {(name, value) for value in values}
            offered = [option for option in groups[name].options if option.value in values]
            assert len(offered) == len(values) == len(set(values))
            assert not any(option.why_closed for option in offered)
            assert len(values) == 1 or groups[name].control is Control.SOME
    assert len(ways) == len(legal)
    # Each open option belongs to a legal action.
    open_ones = {(g.name, o.value) for g in form.groups for o in g.options if not o.why_closed}
    assert open_ones == used


def check_forms(picture: GamePicture) -> None:
    for moment in walk(picture.game, "forms", every=9):
        seat = moment.state.seat
        if seat != NOBODY:
            check_form(picture, moment.state.observe(seat), moment.state.legal_actions())


@every_variant
def test_each_legal_action_is_offered_once(game: AnyGame) -> None:
    check_forms(picture_of(game))


@every_game
def test_each_legal_action_is_offered_once_without_a_picture_of_the_game(game: AnyGame) -> None:
    check_forms(PlainPicture(game))


@every_variant
def test_what_is_open_leads_to_a_legal_action_where_one_thing_is_chosen(game: AnyGame) -> None:
    picture = picture_of(game)
    for moment in walk(game, "open", every=11):
        seat, legal = moment.state.seat, moment.state.legal_actions()
        if seat == NOBODY:
            continue
        seen = moment.state.observe(seat)
        form = picture.form(seen, legal)
        names = {group.name for group in form.groups}
        if names <= {CARD, BUTTON} and all(g.control is not Control.SOME for g in form.groups):
            opened = [
                picture.chosen(seen, legal, {group.name: (option.value,)})
                for group in form.groups
                for option in group.options
                if not option.why_closed
            ]
            assert sorted(opened) == sorted(legal)


@every_variant
def test_what_was_not_offered_is_refused_with_a_sentence(game: AnyGame) -> None:
    picture, random = picture_of(game), Random(1)
    for moment in walk(game, "refused", every=13):
        seat, legal = moment.state.seat, moment.state.legal_actions()
        if seat == NOBODY:
            continue
        seen = moment.state.observe(seat)
        form = picture.form(seen, legal)
        closed = [(g.name, o.value) for g in form.groups for o in g.options if o.why_closed]
        wrong: list[Picks] = [{}, {CARD: ("",)}, {BUTTON: ("x", "y")}, {CARD: ("1-99", "x-y")}]
        wrong += [{name: (value,)} for name, value in random.sample(closed, min(3, len(closed)))]
        for picks in wrong:
            with pytest.raises(PickError, match=r"^[A-Z0-9].*\.$"):
                picture.chosen(seen, legal, picks)


@every_game
def test_forms_are_well_formed(game: AnyGame) -> None:
    for picture in (picture_of(game), PlainPicture(game)):
        for moment in walk(game, "html forms", every=50):
            if moment.state.seat != NOBODY:
                seen = moment.state.observe(moment.state.seat)
                form = picture.form(seen, moment.state.legal_actions())
                assert Checked(form_html(form, "No <that> one.")).used <= set(picture.faces)


def test_cards_of_the_hand_that_may_not_follow_stay_in_their_places() -> None:
    game = make_game("fox", {})
    picture = picture_of(game)
    for moment in walk(game, "closed"):
        seat, legal = moment.state.seat, moment.state.legal_actions()
        if seat != NOBODY and moment.state.observe(seat).trick and len(legal) < 4:
            seen = moment.state.observe(seat)
            options = picture.form(seen, legal).options
            assert [option.face for option in options] == list(picture.hand(seen))
            assert sum(not option.why_closed for option in options) == len(legal)
            return
    raise AssertionError("nobody ever had to follow")


def test_cards_of_two_values_are_no_set_of_korist() -> None:
    game = make_game("korist", {})
    picture = picture_of(game)
    state = next(iter(walk(game, "sets"))).state
    seen, legal = state.observe(state.seat), state.legal_actions()
    one, other = [kind for kind in range(1, 14) if seen.hand[kind - 1]][:2]
    with pytest.raises(PickError, match=f"{one}, {other}: that is no set"):
        picture.chosen(seen, legal, {CARD: (f"{one}-0", f"{other}-0")})


def test_a_card_of_the_game_that_does_not_fit_is_told_of() -> None:
    game = make_game("the-game", {"talk": False})
    picture = picture_of(game)
    for moment in walk(game, "misfit"):
        state = moment.state
        if state.seat == NOBODY:
            break
        seen, legal = state.observe(state.seat), state.legal_actions()
        wrong = [
            (str(card), row)
            for card in seen.hand
            for number, row in enumerate("ABCD")
            if 100 * number + card not in legal
        ]
        if wrong:
            card, row = wrong[0]
            with pytest.raises(PickError, match=f"{card} does not fit on row {row}"):
                picture.chosen(seen, legal, {CARD: (card,), "row": (row,)})
            return
    raise AssertionError("every card always fitted")


def test_the_question_of_the_game_tells_whether_the_turn_may_be_ended() -> None:
    game = make_game("the-game", {"talk": False})
    picture, asked = picture_of(game), set()
    for moment in walk(game, "questions"):
        state = moment.state
        if state.seat != NOBODY:
            legal = state.legal_actions()
            form = picture.form(state.observe(state.seat), legal)
            asked.add((END in legal, form.question))
    assert asked == {
        (False, "Which card do you place, and on which row?"),
        (True, "Do you place another card, or end the turn?"),
    }


def test_flags_that_are_none_cannot_be_put_into_words() -> None:
    picture = picture_of(make_game("the-game", {}))
    assert picture.event_words(pack(TheGameEventKind.FLAGS, 1, 80)).startswith("seat 1 says: A ")
    with pytest.raises(NotationError):
        picture.event_words(pack(TheGameEventKind.FLAGS, 1, 81))


@pytest.mark.parametrize("kind", [NaseHraEventKind.LIFT, NaseHraEventKind.TURN])
def test_cards_that_are_none_cannot_be_put_into_words(kind: NaseHraEventKind) -> None:
    picture = picture_of(make_game("nase-hra", {}))
    assert "the 7 of kule" in picture.event_words(pack(kind, 0))
    with pytest.raises(NotationError):
        picture.event_words(pack(kind, 0, 32))
