"""Which processes a worker has for a bot: one for each encounter, or one for each match."""

import asyncio

import pytest

from tests.tournaments.worker_at_work import MATCHES, at_work
from tournaments.core.dealing import MOST_ENCOUNTERS
from tournaments.formats.teams import all_teams
from tournaments.run.orders import PlayOrder


async def test_a_bot_has_a_process_for_each_encounter_once_it_is_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_work(monkeypatch) as at:
        await at.play(*(each for each in MATCHES if each.seating == 0))
        assert [bot.output.name for bot in at.bots] == ["worker-7"] * 2
        assert [len(bot.seated) for bot in at.bots] == [4, 4]
        await at.play(*(each for each in MATCHES if each.seating == 1))
        assert [bot.output.name for bot in at.bots[2:]] == ["worker-7-encounter-1"] * 2
        assert [len(bot.seated) for bot in at.bots] == [4, 4, 4, 4]


async def test_with_independent_deals_one_process_of_each_is_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_work(monkeypatch, deals="independent") as at:
        await at.play(*MATCHES)
        assert [bot.output.name for bot in at.bots] == ["worker-7"] * 2


async def test_what_was_begun_before_has_processes_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_work(monkeypatch) as at:
        await at.play(MATCHES[0])
        for begun in (1, 2):
            at.connection.send(PlayOrder(MATCHES[0], frozenset(), begun))
            await asyncio.to_thread(at.connection.recv)
        assert [bot.output.name for bot in at.bots[2:]] == [
            f"match-{MATCHES[0].id}-again-{begun}" for begun in (1, 1, 2, 2)
        ]
        assert [bot.left for bot in at.bots] == ["never"] * 2 + [None] * 4


async def test_where_a_bot_meets_a_deal_too_often_matches_have_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All teams of two out of ten: each bot is in nine of a board."""
    names = tuple(f"bot{number}" for number in range(10))
    teams = list(all_teams("cup", names, 2, 1))
    async with at_work(monkeypatch, names=names) as at:
        await at.play(*teams)
        assert max(len(bot.seated) for bot in at.bots) == 1
        stay = [bot for bot in at.bots if bot.left == "never"]
        assert {bot.output.name for bot in stay} == {
            "worker-7" + (f"-encounter-{encounter}" if encounter else "")
            for encounter in range(MOST_ENCOUNTERS)
        }


async def test_with_fresh_processes_every_match_has_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_work(monkeypatch, fresh_processes=True) as at:
        await at.play(*MATCHES[:3])
        assert len(at.bots) == 6
        assert [bot.left for bot in at.bots] == [None] * 6
        assert {bot.output.name for bot in at.bots} == {f"match-{m.id}" for m in MATCHES[:3]}
        assert all(len(bot.seated) == 1 for bot in at.bots)
