"""Seats that never talk: what to say is not asked of them, and the table says nothing for them."""

from collections.abc import Sequence
from typing import Any

import pytest

from referee.conduct import Fault, FaultKind, FaultStage
from referee.deals import Deal, derive
from referee.games.events import unpack
from referee.games.fox import FoxGame, FoxOptions
from referee.games.the_game import TheGamePhase
from referee.games.the_game.actions import FLAGS, GLAD, TheGameEventKind
from referee.player import Choice
from referee.table import TableResult
from tests.conduct.players import Delays, Uniform, Watcher, fault, sit_down
from tests.games.the_game_positions import the_game
from tests.rpc.timeless import timeless

GAME = the_game(3, talk=True)


class Talker(Watcher):
    """Would start most gladly, sets all flags, places the first card that it can."""

    def decide(
        self, observation: Any, legal: Sequence[int], events: Sequence[int]
    ) -> Choice | Fault:
        answer = super().decide(observation, legal, events)
        if isinstance(answer, Fault):
            return answer
        return Choice(0 if observation.phase == TheGamePhase.TURN else len(legal) - 1, self.pace)


def phases(player: Watcher) -> set[TheGamePhase]:
    """What the player was asked for."""
    return {seen.phase for seen in player.seen}


def said(result: TableResult, seat: int) -> set[int]:
    """What the seat said or had said for it, as actions."""
    words = {TheGameEventKind.GLAD: GLAD, TheGameEventKind.FLAGS: FLAGS}
    events = [event for event in map(unpack, result.events) if event.seat == seat]
    return {words[TheGameEventKind(each.kind)] + each.a for each in events if each.kind in words}


@pytest.mark.rule("TG-R1", "TG-R2")
async def test_a_seat_that_never_talks_is_asked_for_cards_alone_and_the_others_for_all() -> None:
    players = [Talker(), Talker(silent=True), Talker()]
    result = await sit_down(GAME, players)
    assert phases(players[1]) == {TheGamePhase.TURN}
    assert phases(players[0]) == phases(players[2]) == set(TheGamePhase)
    assert said(result, 1) == {GLAD, FLAGS}
    assert result.silent == {1}
    assert said(result, 0) == said(result, 2) == {GLAD + 3, FLAGS + 80}
    last = players[0].seen[-1].flags
    assert (last[4:8], last[8:]) == ((0,) * 4, (2,) * 4)


@pytest.mark.rule("TG-R1")
async def test_when_nobody_talks_the_seat_drawn_starts() -> None:
    deal = Deal(derive("silent"))
    result = await sit_down(GAME, [Talker(silent=True) for _ in range(3)], deal)
    turns = [
        event.seat for event in map(unpack, result.events) if event.kind == TheGameEventKind.TURN
    ]
    assert turns[0] == GAME.new(deal).seat
    assert result.silent == {0, 1, 2}


async def test_the_silence_is_news_like_any_other() -> None:
    players = [Talker(), Talker(silent=True), Talker()]
    result = await sit_down(GAME, players)
    assert all(player.news == result.events for player in players)
    asked = [seat for seat, _ in result.thought]
    assert [asked.count(seat) for seat in range(3)] == [len(player.seen) for player in players]


@timeless
async def test_to_say_nothing_takes_the_delay_of_the_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    delays = Delays(monkeypatch)
    players = [Talker(pace=1), Talker(pace=0.25, silent=True), Talker(pace=2)]
    result = await sit_down(GAME, players)
    words = [action for action in result.actions if action >= GLAD]
    silences = sum(action in (GLAD, FLAGS) for action in words)
    assert 2 < silences < len(words)
    assert delays.seconds.count(0.25) >= silences


async def test_a_bot_that_never_came_has_not_said_that_it_never_talks() -> None:
    missing = fault(FaultKind.CRASHED, FaultStage.START)
    for game in (GAME, the_game(3)):
        result = await sit_down(game, [Talker(), Talker(silent=True, missing=missing), Talker()])
        assert (result.silent, result.actions) == (frozenset(), [])


class Fickle(Talker):
    """Changes whether it talks when it is asked for a card for the third time."""

    def decide(
        self, observation: Any, legal: Sequence[int], events: Sequence[int]
    ) -> Choice | Fault:
        if sum(seen.phase == TheGamePhase.TURN for seen in self.seen) == 2:
            self.silent = not self.silent
        return super().decide(observation, legal, events)


@pytest.mark.parametrize("silent", [True, False])
async def test_what_was_said_last_counts_and_only_who_never_talked_is_called_silent(
    silent: bool,
) -> None:
    fickle = Fickle(silent=silent)
    result = await sit_down(GAME, [Talker(), fickle, Talker()])
    assert result.silent == frozenset()
    assert said(result, 1) > {FLAGS, FLAGS + 80}
    asked = [seen.phase for seen in fickle.seen]
    talk = [number for number, phase in enumerate(asked) if phase == TheGamePhase.FLAGS]
    third = [number for number, phase in enumerate(asked) if phase == TheGamePhase.TURN][2]
    assert all((number > third) is silent for number in talk)


async def test_a_game_without_talk_is_played_as_ever() -> None:
    async def once(*, silent: bool) -> TableResult:
        players = [Uniform(1), Uniform(2)]
        for player in players:
            player.silent = silent
        return await sit_down(FoxGame(FoxOptions()), players)

    assert (await once(silent=True)).actions == (await once(silent=False)).actions
