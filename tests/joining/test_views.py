"""The screens of all games: complete, at most 80 columns wide, and without hidden cards."""

import re
from math import ceil
from random import Random

import pytest

from referee.deals import Deal, derive
from referee.games import fox, korist, nase_hra, the_game
from referee.games.game import NOBODY
from referee.games.plain import view_of
from referee.games.registry import GAMES, make_game, part_of
from referee.games.the_game.actions import FLAG_ACTIONS
from referee.wire import codec
from stych.v1 import referee_pb2 as pb
from tests.games.golden import PLAYTHROUGHS
from tests.joining.moments import Moment, decision, match_start, moments, shown
from tournaments.person import person_match, screen

_CARD = {
    "fox": re.compile(r"\b[BKM](?:1[01]|[1-9])\b"),
    "nase-hra": re.compile(r"\b[KCLZ][7890PVKE]\b"),
}
_MOST = 20
"""The most decisions of a playthrough in a sample, which is spread over all of it."""


@pytest.fixture(params=PLAYTHROUGHS, scope="module")
def sample(request: pytest.FixtureRequest) -> list[tuple[Moment, str]]:
    """Some decisions of a playthrough, each with a copy of its state, and their screens."""
    return [(moment, moment.text) for moment in _frozen(str(request.param))]


def _frozen(name: str) -> list[Moment]:
    found = [
        Moment(each.game, each.state.copy(), each.match, each.decision) for each in moments(name)
    ]
    return found[:: ceil(len(found) / _MOST)]


Sample = list[tuple[Moment, str]]


def test_every_game_has_a_view() -> None:
    assert all(part_of(game, "screen") for game in GAMES)


@pytest.mark.slow
def test_it_fits_in_80_columns_without_colours(sample: Sample) -> None:
    for _, text in sample:
        assert max(map(len, text.splitlines())) <= 80
        assert "…" not in text, "something was cut off"
        assert "\x1b" not in text


@pytest.mark.slow
def test_all_that_can_be_chosen_is_there(sample: Sample) -> None:
    for moment, text in sample:
        legal = moment.state.legal_actions()
        if legal == FLAG_ACTIONS:
            assert "What do you say about the rows" in text
            continue
        for number, action in enumerate(legal, start=1):
            named = re.escape(moment.game.action_text(action))
            assert re.search(rf"(^|\s){number}\) {named}(\s|$)", text, re.MULTILINE)


def test_the_hand_is_there(sample: Sample) -> None:
    for moment, text in sample:
        hand = moment.game.layout(moment.state)[f"hand {moment.state.seat}"]
        rows = re.search(r"^hand +(.*(?:\n {6,}\S.*)*)", text, re.MULTILINE)
        assert rows is not None
        assert sorted(rows[1].split()) == sorted(hand)


def test_no_hidden_card_is_named(sample: Sample) -> None:
    """What is hidden is told by `Game.hidden`, which the screens do not use.

    Only in the games of _CARD: there each card has a name of its own, which means nothing else.
    """
    for moment, text in sample:
        if card := _CARD.get(moment.game.id):
            hidden = moment.game.hidden(moment.state, moment.state.seat)
            named = set(card.findall(_of_now(text)))
            assert not named & set(map(moment.game.card_text, hidden))


def _of_now(text: str) -> str:
    """The screen without the lines that are indented by two spaces or more.

    The news are such lines, and may tell of cards that were shuffled in again.
    """
    return "\n".join(line for line in text.splitlines() if not line.startswith("  "))


@pytest.mark.slow
def test_it_is_the_same_in_another_world_that_the_seat_thinks_possible(sample: Sample) -> None:
    for number, (moment, text) in enumerate(sample[::2]):
        world = moment.game.determinize(moment.seen, Random(number))
        wire = codec(moment.game.id)
        again = pb.Decision()
        again.CopyFrom(moment.decision)
        observed = getattr(again, wire.field)
        observed.CopyFrom(wire.encode(world.observe(moment.state.seat)))
        assert Moment(moment.game, world, moment.match, again).text == text


@pytest.mark.slow
def test_every_kind_of_decision_was_seen() -> None:
    found: dict[str, set[object]] = {game: set() for game in GAMES}
    for name in PLAYTHROUGHS:
        for moment in moments(name):
            found[moment.game.id].add(moment.seen.phase)
            assert moment.match.view.question(moment.seen)
    assert found["fox"] == set(fox.FoxPhase)
    assert found["korist"] == set(korist.KoristPhase)
    assert found["the-game"] == set(the_game.TheGamePhase)
    # To announce the number of the taking cards is always forced, so nobody is asked.
    assert found["nase-hra"] == set(nase_hra.NaseHraPhase) - {nase_hra.NaseHraPhase.ANNOUNCE}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_help_fits(game: str) -> None:
    summary = view_of(make_game(game, {})).summary
    assert max(map(len, summary.splitlines())) <= 80


def test_history_shows_more_than_the_last_news(sample: Sample) -> None:
    moment, _ = sample[-1]
    told = shown(screen.history(moment.match)).splitlines()
    assert len(told) > len(moment.decision.events)


@pytest.mark.parametrize("name", ["fox-21", "nase-hra-3-triple", "nase-hra-2-triple"])
def test_a_round_is_scored_line_by_line(name: str) -> None:
    """The parts of each line add up to the points that the engine counted."""
    *_, moment = moments(name)
    names = moment.match.names
    told = [
        (shown([moment.game.event_text(event)]), shown(moment.match.view.account(history, names)))
        for number, event in enumerate(moment.state.events)
        if shown(moment.match.view.account(history := moment.state.events[: number + 1], names))
    ]
    assert told
    for event, account in told:
        numbers = re.findall(r"\d+", event.partition(":")[2])
        lines = account.splitlines()
        assert [re.split(r"[:=] ", line)[-1] for line in lines] == numbers
        for line in lines:
            *parts, points = re.findall(r"(?:(?<=: )|(?<=, )|(?<=\+ )|(?<== ))\d+", line)
            assert sum(map(int, parts)) == int(points)


@pytest.mark.parametrize("name", [name for name in PLAYTHROUGHS if "-5" in name or "hra" in name])
def test_long_names_fit_in_80_columns(name: str) -> None:
    *_, moment = moments(name)
    known = tuple(f"{seat}-of-a-long-name" for seat in range(moment.game.seats))
    match = person_match.begin(match_start(moment.game, moment.seen.seat), known)
    text = shown(screen.question_lines(match, moment.decision, moment.seen))
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text


@pytest.mark.slow
def test_five_long_names_at_the_game_fit_in_80_columns() -> None:
    game = make_game("the-game", {"players": 5, "fire": True})
    state, random = game.new(Deal(derive("five"))), Random(0)
    while state.seat != NOBODY:
        known = ["12345678901234"[number:] for number in range(5)]
        match = person_match.begin(match_start(game, state.seat), known)
        asked = decision(game, state, ())
        text = shown(screen.question_lines(match, asked, person_match.observed(match, asked)))
        assert max(map(len, text.splitlines())) <= 80
        assert "…" not in text
        state.apply(random.choice(state.legal_actions()))
