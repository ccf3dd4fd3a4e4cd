"""What drawn tables show, and hide, in random games."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from referee.deals import Deal, derive
from referee.games.events import unpack
from referee.games.fox.actions import FoxEventKind
from referee.games.game import NOBODY, AnyGame
from referee.games.nase_hra.actions import NaseHraEventKind
from referee.games.picture import GamePicture, hand_zone
from referee.games.plain_picture import PlainPicture, picture_of
from referee.games.registry import make_game
from referee.games.scene import EventLog, Scene, SceneCard, Zone
from referee.testing import check_no_leak
from stych_web.drawn.table import table_html
from tests.games.every_variant import name_of
from tests.web.walks import NAMES, Checked, Moment, every_game, every_variant, walk


def zones_of(scene: Scene) -> Iterator[Zone]:
    yield from scene.centre
    for side in scene.sides:
        yield from side.zones


def cards_of(scene: Scene) -> Iterator[SceneCard]:
    for zone in zones_of(scene):
        yield from zone.cards


def drawn(picture: GamePicture, moment: Moment, *seats: int) -> Scene:
    seen = {seat: moment.state.observe(seat) for seat in seats}
    return picture.scene(seen, NAMES[: picture.game.seats], moment.log)


def check_tables(picture: GamePicture) -> None:
    for moment in walk(picture.game, "html", every=40):
        for seats in (range(picture.game.seats), (picture.game.seats - 1,)):
            text = table_html(drawn(picture, moment, *seats), picture)
            assert Checked(text).used <= {*picture.faces, "back"}


@every_variant
def test_every_moment_can_be_drawn_from_every_seat(game: AnyGame) -> None:
    picture = picture_of(game)
    for moment in walk(game, "drawn", every=5):
        views = [drawn(picture, moment, *range(game.seats))]
        views += [drawn(picture, moment, seat) for seat in range(game.seats)]
        for own, scene in zip([None, *range(game.seats)], views, strict=True):
            assert scene.viewer == own or game.seats == 1
            assert [side.seat for side in scene.sides] == list(range(game.seats))
            keys = [zone.key for zone in zones_of(scene)]
            assert len(set(keys)) == len(keys)
            assert {card.face for card in cards_of(scene)} <= set(picture.faces)


@every_variant
def test_hands_have_as_many_cards_as_the_rules_say(game: AnyGame) -> None:
    picture = picture_of(game)
    for moment in walk(game, "sizes", every=7):
        sizes = moment.state.observe(0).hand_sizes
        for seats in (range(game.seats), (0,)):
            scene = drawn(picture, moment, *seats)
            hands = [side.zones[0] for side in scene.sides]
            assert [zone.key for zone in hands] == [hand_zone(seat) for seat in range(game.seats)]
            assert tuple(len(zone.cards) + zone.backs for zone in hands) == tuple(sizes)


@every_variant
def test_a_seat_sees_its_own_hand_and_the_referee_sees_all_hands(game: AnyGame) -> None:
    picture = picture_of(game)
    for moment in walk(game, "own", every=7):
        everything = drawn(picture, moment, *range(game.seats))
        for seat in range(game.seats):
            hand = list(picture.hand(moment.state.observe(seat)))
            for scene in (everything, drawn(picture, moment, seat)):
                assert [card.face for card in scene.sides[seat].zones[0].cards] == hand


@every_game
def test_tables_of_games_without_a_picture_are_well_formed(game: AnyGame) -> None:
    check_tables(PlainPicture(game))


@pytest.mark.slow
@every_variant
def test_tables_are_well_formed_and_refer_only_to_cards(game: AnyGame) -> None:
    check_tables(picture_of(game))


def check_leaks(picture: GamePicture) -> None:
    game = picture.game

    def shown(seen: Any) -> bytes:
        # Only what comes from the observation: `check_no_leak` compares public events itself.
        log = EventLog(seen.history, min(3, len(seen.history)))
        scene = picture.scene({seen.seat: seen}, NAMES[: game.seats], log)
        return f"{scene} {picture.hand(seen)}".encode()

    key = derive("redealt scenes", name_of(game))
    assert check_no_leak(game, key, Random(5), shown, pairs=2).compared > 0


@pytest.mark.slow
@every_variant
def test_a_seat_sees_the_same_table_in_redealt_worlds(game: AnyGame) -> None:
    check_leaks(picture_of(game))


def test_counts_of_a_game_whose_cards_are_numbers_are_drawn_as_words() -> None:
    game = make_game("the-game", {})
    moment = next(iter(walk(game, "counts")))
    scene = drawn(PlainPicture(game), moment, *range(game.seats))
    assert not scene.centre
    assert {"hand_limit: 7", "hand_sizes: 7 7"} <= set(scene.facts)


@every_game
def test_a_plain_table_is_the_same_in_redealt_worlds(game: AnyGame) -> None:
    check_leaks(PlainPicture(game))


def test_names_are_escaped_in_a_table() -> None:
    game = make_game("fox", {})
    picture, moment = picture_of(game), next(iter(walk(game, "names")))
    seen = {seat: moment.state.observe(seat) for seat in (0, 1)}
    scene = picture.scene(seen, ("<b>&", '" onload="x'), moment.log)
    text = table_html(scene, picture)
    assert "<b>" not in text
    Checked(text)


def test_a_trick_lies_on_the_table_while_its_end_is_news() -> None:
    game = make_game("fox", {})
    picture = picture_of(game)
    over = next(
        moment
        for moment in walk(game, "tricks")
        if any(unpack(event).kind == FoxEventKind.TRICK for event in moment.log.news)
    )
    trick = next(zone for zone in drawn(picture, over, 0, 1).centre if zone.key == "trick")
    assert len(trick.cards) == 2
    assert sum(card.is_winner for card in trick.cards) == 1
    later = Moment(over.state, EventLog(over.log.events, 0))
    zones = {zone.key: zone for zone in drawn(picture, later, 0, 1).centre}
    assert not zones["trick"].cards
    assert [card.face for card in zones["last"].cards] == [card.face for card in trick.cards]


@pytest.mark.parametrize("players", [2, 3])
def test_nase_hra_before_a_dealing_is_seen_as_at_the_end_of_the_last_game(players: int) -> None:
    """At the end no cards are dealt, so `observe` gives what `seen_before_dealing` should."""
    picture, ends = picture_of(make_game("nase-hra", {"players": players})), set()
    for number in range(20):
        random, state = Random(number), picture.game.new(Deal(derive("ends", str(number))))
        before, told = [], 0
        while state.seat != NOBODY:
            before = [state.observe(seat) for seat in range(players)]
            told = len(state.events)
            state.apply(random.choice(state.legal_actions()))
        events = state.events[told:]
        ends |= {unpack(event).kind for event in events}
        for seat, seen in enumerate(before):
            assert picture.seen_before_dealing(seen, events) == state.observe(seat)
    assert (NaseHraEventKind.PILE_TRICK in ends) == (players == 2)
