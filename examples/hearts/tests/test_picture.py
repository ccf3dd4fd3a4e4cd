"""Hearts as a drawn table: all cards are drawn, each action is offered once, and nothing leaks."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from referee.deals import Deal, derive
from referee.games.events import unpack
from referee.games.game import NOBODY, AnyGame, AnyState
from referee.games.picture import GamePicture
from referee.games.plain_picture import PlainPicture, picture_of
from referee.games.registry import GAMES, make_game
from referee.games.scene import EventLog
from referee.testing import check_no_leak, variants
from referee.testing.playing import variant_text
from stych_hearts.actions import HeartsEventKind

NAMES = ("ann", "bob", "cid", "dot", "eve")
SHORT = [GAMES["hearts"](own) for own in variants(GAMES["hearts"]) if own.target == 1]
pictured = pytest.mark.parametrize("kind", [picture_of, PlainPicture])


def walk(game: AnyGame) -> Iterator[tuple[AnyState, EventLog]]:
    random, state, known = Random(variant_text(game)), game.new(Deal(derive("walk"))), 0
    while state.seat != NOBODY:
        yield state, EventLog(tuple(state.events), len(state.events) - known)
        known = len(state.events)
        state.apply(random.choice(state.legal_actions()))


def test_all_cards_are_drawn_and_none_looks_or_sounds_like_another() -> None:
    faces = picture_of(make_game("hearts", {})).faces.values()
    assert len(faces) == len({face.drawing for face in faces}) == 52
    assert len({face.spoken for face in faces}) == 52


@pictured
@pytest.mark.parametrize("game", SHORT, ids=variant_text)
def test_each_legal_action_is_offered_once(game: AnyGame, kind: Any) -> None:
    picture: GamePicture = kind(game)
    for state, log in walk(game):
        seen, legal = state.observe(state.seat), state.legal_actions()
        scene = picture.scene({state.seat: seen}, NAMES[: game.seats], log)
        assert [card.face for card in scene.sides[state.seat].zones[0].cards] == [
            *picture.hand(seen)
        ]
        opened = [option for option in picture.form(seen, legal).options if not option.why_closed]
        assert len(opened) == len(legal)
        for action in legal:
            assert picture.chosen(seen, legal, picture.picks(seen, action)) == action


@pictured
@pytest.mark.parametrize("game", SHORT[::5], ids=variant_text)
def test_a_seat_sees_the_same_table_in_redealt_worlds(game: AnyGame, kind: Any) -> None:
    picture: GamePicture = kind(game)

    def shown(seen: Any) -> bytes:
        scene = picture.scene({seen.seat: seen}, NAMES[: game.seats], EventLog(seen.history, 1))
        return f"{scene} {picture.hand(seen)}".encode()

    assert check_no_leak(game, derive("scenes"), Random(1), shown, pairs=2).compared > 0


def test_the_end_of_a_round_can_be_shown_before_the_next_is_dealt() -> None:
    game = make_game("hearts", {"target": 50})
    picture, before = picture_of(game), None
    for state, log in walk(game):
        cut = picture.events_before_dealing(log.news)
        if before and cut < len(log.news):
            closed = picture.seen_before_dealing(before, log.news[:cut])
            scene = picture.scene(
                {0: closed}, NAMES[:4], EventLog(log.events[: -(len(log.news) - cut)], cut)
            )
            assert len(scene.centre[0].cards) == 4
            assert sum(closed.totals) > sum(before.totals)
            kinds = [unpack(event).kind for event in log.news[cut:]]
            assert kinds[0] == HeartsEventKind.ROUND
            return
        before = state.observe(0)
    raise AssertionError("no second round was dealt")


def test_the_end_of_the_game_shows_its_last_round() -> None:
    game = make_game("hearts", {"target": 1})
    # The walk plays on with the state that it has yielded.
    *_, (state, _) = walk(game)
    assert state.seat == NOBODY
    log = EventLog(tuple(state.events), 0)
    assert picture_of(game).scene({0: state.observe(0)}, NAMES[:4], log).title == "Round 1"
