"""The Python SDK: what a referee says comes to the bots, each match to its own."""

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

import pytest

from stych.v1 import fox_pb2
from stych.v1 import referee_pb2 as pb
from stych_bot import Bot, Match, Result, from_function
from stych_bot.runner import StreamPlayer
from tests.bots.scripted_referee import answered, decision, start


class Diary(Bot):
    """Takes the first legal action and writes down all that happens to it."""

    entries: ClassVar[list[tuple[Any, ...]]] = []

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.entries.append(("start", match.number, match.resumed))

    def choose(self, observation: Any, legal: Sequence[int]) -> int:
        events = tuple(self.events)
        self.entries.append(("choose", self.match.number, tuple(legal), events, self.bank_ms))
        return 0

    def over(self, result: Result) -> None:
        self.entries.append(("over", self.match.number, result, tuple(self.events)))


@pytest.fixture
def diary(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    monkeypatch.setattr(Diary, "entries", [])
    return Diary.entries


def test_all_of_a_response_in_the_order_of_its_fields(diary: list[tuple[Any, ...]]) -> None:
    response = pb.PlayResponse(
        overs=[
            pb.MatchOver(
                match=1, places=[2, 1], points=[-3, 9], events=[8], faults=[pb.Fault(seat=0)]
            )
        ],
        decisions=[
            decision(12, 2, events=[1, 2], bank_left_ms=700),
            decision(11, 1, legal_actions=[7, 8]),
        ],
        starts=[start(1), start(2)],
        openings=[pb.DealOpening(match=3)],
        goodbye=pb.Goodbye(),
    )
    player = StreamPlayer(Diary)
    answers = player.take(response)
    player.end(response)
    assert answers == pb.Answers(answers=[pb.Answer(decision=12), pb.Answer(decision=11)])
    assert diary == [
        ("start", 1, False),
        ("start", 2, False),
        ("choose", 2, (4, 5, 6), (1, 2), 700),
        ("choose", 1, (7, 8), (), 0),
        ("over", 1, Result(places=(2, 1), points=(-3, 9), faults=(0,)), (8,)),
    ]


@pytest.mark.parametrize(
    "response",
    [
        pb.PlayResponse(),
        pb.PlayResponse(welcome=pb.Welcome()),
        pb.PlayResponse(starts=[start(1)]),
        pb.PlayResponse(goodbye=pb.Goodbye()),
        pb.PlayResponse(overs=[pb.MatchOver(match=99)]),
        pb.PlayResponse(openings=[pb.DealOpening(match=99)]),
    ],
)
def test_nothing_to_decide_is_nothing_to_say(response: pb.PlayResponse) -> None:
    player = StreamPlayer(Diary)
    assert player.take(response) is None
    player.end(response)


def test_a_match_that_is_over_is_forgotten(diary: list[tuple[Any, ...]]) -> None:
    player = StreamPlayer(Diary)
    over = pb.MatchOver(match=1)
    for response in (
        pb.PlayResponse(starts=[start(1)], overs=[over]),
        pb.PlayResponse(overs=[over]),
    ):
        player.take(response)
        player.end(response)
    assert [entry[0] for entry in diary] == ["start", "over"]


def test_a_match_that_is_resumed_gets_a_new_bot(diary: list[tuple[Any, ...]]) -> None:
    player = StreamPlayer(Diary)
    player.take(pb.PlayResponse(starts=[start(1)]))
    again = pb.PlayResponse(starts=[start(1, resumed=True)], overs=[pb.MatchOver(match=1)])
    player.take(again)
    player.end(again)
    assert diary[:2] == [("start", 1, False), ("start", 1, True)]
    assert len(diary) == 3


def test_each_match_has_a_bot_of_its_own() -> None:
    class Counting(Bot):
        count = 0

        def choose(self, observation: Any, legal: Sequence[int]) -> int:
            self.count += 1
            return self.count - 1

    player = StreamPlayer(Counting)
    player.take(pb.PlayResponse(starts=[start(1), start(2)]))
    decisions = [decision(number, match) for number, match in enumerate([1, 1, 2, 1, 2])]
    assert [choice for _, choice in answered(player, *decisions)] == [0, 1, 0, 2, 1]


def test_what_a_bot_knows_of_its_match() -> None:
    known: list[Match] = []

    class Reader(Bot):
        def __init__(self, match: Match) -> None:
            super().__init__(match)
            known.append(match)

    message = start(7, 2**64 - 1)
    message.seat = 1
    message.fox.target = 35
    message.clock.CopyFrom(pb.Clock(decision_ms=100, bank_ms=2000, grace_ms=30))
    StreamPlayer(Reader).take(pb.PlayResponse(starts=[message]))
    options = fox_pb2.FoxOptions(target=35)
    seed = 2**64 - 1
    assert known == [Match(7, "fox", options, 1, 2, seed, 100, 2000, resumed=False)]


def test_the_observation_is_the_games_message() -> None:
    seen: list[Any] = []

    def choose(observation: Any, legal: Sequence[int], random: Random) -> int:
        seen.append(observation)
        return len(legal) - 1

    player = StreamPlayer(from_function(choose))
    player.take(pb.PlayResponse(starts=[start(1)]))
    observation = fox_pb2.FoxObservation(private_view=fox_pb2.FoxPrivate(hand=[3, 4]))
    assert answered(player, decision(1, 1, fox=observation)) == [(1, 2)]
    assert seen == [observation]


class Hearts(Bot):
    """Keeps what it is told of a game that the protocol has no message for."""

    told: ClassVar[list[Any]] = []

    def choose(self, observation: Any, legal: Sequence[int]) -> int:
        self.told[:] = [self.match.options, observation]
        return 1


def hearts(seen: pb.GameData) -> list[Any]:
    """The options and the observation that a bot gets of a match of hearts."""
    player = StreamPlayer(Hearts)
    options = pb.GameData(json='{"players":4}')
    player.take(pb.PlayResponse(starts=[pb.MatchStart(match=1, game="hearts", other=options)]))
    asked = pb.Decision(decision=1, match=1, legal_actions=[4, 5, 6], other=seen)
    assert answered(player, asked) == [(1, 1)]
    return Hearts.told


def test_the_json_of_another_game_comes_as_a_dict() -> None:
    assert hearts(pb.GameData(json='{"hand":[3,4],"led":null}')) == [
        {"players": 4},
        {"hand": [3, 4], "led": None},
    ]


def test_the_message_of_another_game_comes_parsed_where_its_module_is_imported() -> None:
    own = fox_pb2.FoxPrivate(hand=[3, 4])
    given = pb.GameData(type="stych.v1.FoxPrivate", data=own.SerializeToString())
    options, seen = hearts(given)
    assert options == {"players": 4}
    assert (type(seen), seen) == (fox_pb2.FoxPrivate, own)


def test_a_message_of_a_type_that_is_not_imported_stays_in_its_game_data() -> None:
    given = pb.GameData(type="hearts.v1.HeartsObservation", data=b"\x0a\x02\x03\x04")
    assert hearts(given) == [{"players": 4}, given]


def test_a_match_without_options_that_the_sdk_knows_is_told() -> None:
    """Those of a game that has got a message of its own since this SDK was made."""
    sentence = "match 1 of hearts starts without options that this SDK knows"
    with pytest.raises(ValueError, match=sentence):
        StreamPlayer(Hearts).take(pb.PlayResponse(starts=[pb.MatchStart(match=1, game="hearts")]))
