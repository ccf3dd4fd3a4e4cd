"""What stands around the table: how matches begin and end, the news, the clock."""

from typing import Any

import pytest

from referee.games.events import pack
from referee.games.fox.actions import FoxEventKind
from referee.games.korist.events import KoristEventKind
from referee.games.registry import make_game
from referee.games.screen import with_names
from stych.v1 import referee_pb2 as pb
from tests.joining.moments import Moment, match_start, moments, shown
from tournaments.person import person_match, screen

FOX = make_game("fox", {})
PLAYS = [pack(FoxEventKind.PLAY, number % 2, number) for number in range(30)]


def fox(**more: Any) -> person_match.PersonMatch:
    return person_match.begin(match_start(FOX, 1, **more))


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [(0, "0 s"), (500, "0.5 s"), (59_999, "59.999 s"), (60_000, "1:00"), (3_661_000, "1:01:01")],
)
def test_durations(milliseconds: int, text: str) -> None:
    assert screen.duration(milliseconds) == text


def test_a_match_begins() -> None:
    told = shown(screen.announced(fox()))
    assert told.startswith("The Fox in the Forest: match 1 ──")
    assert "target 21. You are seat 1 of 2, counted from 0." in told
    assert "2 s for each decision and 30 s for the match" in told
    assert "go on where you were" not in told
    assert "go on where you were" in shown(screen.announced(fox(resumed=True)))


def test_options_in_words() -> None:
    start = match_start(make_game("the-game", {"talk": True, "fire": False}), 0)
    told = shown(screen.announced(person_match.begin(start)))
    assert "players 2, variant base, talk on, fire off" in told


def test_the_last_news_are_told() -> None:
    told = shown(screen.news(fox(), PLAYS)).splitlines()
    assert told[0] == "  ... 14 more before, h shows all"
    assert len(told) == 17
    assert told[-1] == "  seat 1 (you) plays M8"
    assert told[-2] == "  seat 0 plays M7"
    assert len(shown(screen.news(fox(), PLAYS[:16])).splitlines()) == 16


def test_an_event_of_another_version_is_told_as_such() -> None:
    assert "event 31, which this version cannot read" in shown(screen.news(fox(), [31]))


def test_how_points_came_about_is_left_out_where_a_referee_tells_nonsense() -> None:
    events = [pack(FoxEventKind.TRICK, 5, 1), pack(FoxEventKind.SCORE, 0, 1, 2)]
    match = fox()
    match.history += events
    told = shown(screen.news(match, events)).splitlines()
    assert len(told) == 2


def test_seats_are_marked_whole() -> None:
    game = make_game("korist", {"players": 5})
    match = person_match.begin(match_start(game, 1))
    capture = pack(KoristEventKind.CAPTURE, 1, 4, 3, 2)
    assert "seat 1 (you) captures 3 3 from seat 4" in shown(screen.news(match, [capture]))


def first_of(name: str) -> Moment:
    return next(iter(moments(name)))


def test_history_grows_by_the_news() -> None:
    moment = first_of("fox-16")
    match = person_match.begin(moment.match.start)
    match.learn(moment.seen, [1, 2])
    match.learn(moment.seen, [3])
    assert match.history == [1, 2, 3]


def test_history_of_a_match_under_way_is_that_of_the_observation() -> None:
    moment = first_of("fox-16")
    start = match_start(moment.game, moment.state.seat, resumed=True)
    match = person_match.begin(start)
    match.learn(moment.seen, moment.decision.events[-1:])
    assert match.history == list(moment.seen.history)
    match.learn(moment.seen, [7])
    assert match.history == [*moment.seen.history, 7]


def test_a_match_is_over() -> None:
    message = pb.MatchOver(match=1, places=[1, 2], points=[9, -3], events=PLAYS[:1])
    told = shown(screen.over(fox(), message)).splitlines()
    assert told[0] == "  seat 0 plays B1"
    assert told[1].startswith("The Fox in the Forest: match 1 is over ──")
    assert told[2:] == ["1. seat 0: 9 points", "2. you: -3 points"]


def test_faults_in_words() -> None:
    faults = [
        pb.Fault(seat=0, kind=pb.FAULT_KIND_LATE),
        pb.Fault(seat=1, kind=pb.FAULT_KIND_ILLEGAL, text="answered with index 9\x1b[2J"),
    ]
    message = pb.MatchOver(match=1, places=[2, 2], points=[0, 0], faults=faults)
    told = shown(screen.over(fox(), message)).splitlines()
    assert told[1:3] == [
        "seat 0 forfeits: no answer in time",
        "You forfeit: answered with index 9\ufffd[2J",
    ]


@pytest.mark.parametrize("kind", pb.FaultKind.values())
def test_every_fault_has_words(kind: int) -> None:
    fault = pb.Fault(seat=0, kind=kind)  # type: ignore[arg-type]  # one of its numbers
    told = shown(screen.over(fox(), pb.MatchOver(faults=[fault])))
    assert ("does not know" in told) is (kind == pb.FAULT_KIND_UNSPECIFIED)


def test_a_team_has_one_result() -> None:
    start = match_start(make_game("the-game", {}), 0)
    message = pb.MatchOver(match=1, places=[1, 1], points=[-12, -12])
    told = shown(screen.over(person_match.begin(start), message))
    assert told.endswith("The team has -12 points; the best is 0.\n")


def test_a_promise_kept_and_one_broken() -> None:
    start = match_start(FOX, 0, key=bytes(32))
    kept = shown([screen.opened(start, pb.DealOpening(match=1, deal_key=bytes(32)))])
    assert kept == "The cards of match 1 were those promised at its start.\n"
    broken = shown([screen.opened(start, pb.DealOpening(match=1, deal_key=bytes(31) + b"x"))])
    assert "were NOT those" in broken


@pytest.mark.parametrize(
    ("start", "words"),
    [
        (pb.MatchStart(game="chess"), "the referee sent a match of 'chess'"),
        (pb.MatchStart(game="fox"), "the referee sent a match of 'fox'"),
        (pb.MatchStart(game="fox", fox={"target": 0}), "the option target of fox should be"),
    ],
)
def test_a_match_of_another_version(start: pb.MatchStart, words: str) -> None:
    with pytest.raises(person_match.UnknownMessageError, match=words):
        person_match.begin(start)


def test_an_observation_of_another_version() -> None:
    with pytest.raises(
        person_match.UnknownMessageError, match="an observation of fox that this version"
    ):
        person_match.observed(fox(), pb.Decision(match=1))


@pytest.mark.parametrize(
    ("known", "told"),
    [
        ((), ["you", "seat 1", "seat 2"]),
        (("you", "thumb", "thumb-2"), ["you", "thumb", "thumb-2"]),
        (("you", "a-very-long-name", "a-very-long-name-2"), ["you", "seat 1", "seat 2"]),
        (("you", "thumb"), ["you", "seat 1", "seat 2"]),
    ],
)
def test_the_names_of_the_others_where_they_are_known_and_differ(
    known: tuple[str, ...], told: list[str]
) -> None:
    game = make_game("korist", {"players": 3})
    assert person_match.begin(match_start(game, 0), known).names == told


def test_events_name_the_others() -> None:
    match = person_match.begin(match_start(FOX, 1), ("thumb", "you"))
    said = shown(screen.news(match, PLAYS[:2])).splitlines()
    assert said == ["  thumb plays B1", "  seat 1 (you) plays B2"]


def test_a_text_of_any_game_gets_the_names() -> None:
    told = with_names("seat 0: 3, seat 1: 4; seat 12 and seats 1", ["you", "thumb"])
    assert told == "you: 3, thumb: 4; seat 12 and seats 1"
