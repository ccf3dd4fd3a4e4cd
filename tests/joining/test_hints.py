"""Hints from what the seat sees, and the look back at a finished match with all hands."""

import re
from pathlib import Path

import pytest

from referee.rpc.bot_entry import BotEntry
from referee.rpc.manifest import read_manifest
from stych.v1 import referee_pb2 as pb
from tests.e2e.command import BOTS, write_bot
from tests.e2e.processes import descendants, gone
from tests.joining.moments import match_start, moments
from tests.joining.terminal import at_random, join
from tests.seeds import SEED
from tournaments.person.hints import HintBot

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]


def entry(folder: Path) -> BotEntry:
    return BotEntry("hints", folder, read_manifest(folder))


async def test_a_hint_is_one_of_the_legal_actions(tmp_path: Path) -> None:
    """The bot is sent what the person is sent, in one match of each seat."""
    for seat in (0, 1):
        asked = [each for each in moments("fox-16") if each.state.seat == seat][:5]
        async with HintBot(entry(BOTS / "fox_thumb"), tmp_path / str(seat), None) as bot:
            bot.note(pb.PlayResponse(starts=[match_start(asked[0].game, seat)]))
            for number, moment in enumerate(asked, start=1):
                moment.decision.decision = number
                assert await bot.hint(moment.decision) in moment.decision.legal_actions


async def test_a_bot_that_ends_gives_no_hint(tmp_path: Path) -> None:
    mute = write_bot(tmp_path / "mute", "import sys; sys.exit(1)")
    moment = next(moments("fox-16"))
    async with HintBot(entry(mute), tmp_path / "printed", None) as bot:
        bot.note(pb.PlayResponse(starts=[match_start(moment.game, 0)]))
        assert [await bot.hint(moment.decision) for _ in range(2)] == [None, None]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (("fox", BOTS / "random", "--option", "target=1"), "random"),
        (("the-game", "--option", "players=1"), None),
        (("the-game", BOTS / "random", "--silent"), "random"),
    ],
)
def test_hints_and_where_they_differed(
    tmp_path: Path, line: tuple[object, ...], name: str | None
) -> None:
    # With a drawn seed a short match might have no choice that differs from the hint.
    with join(*line, "--seed", SEED, "--hint", "--replay", folder=tmp_path) as screen:
        assert screen.prompt() is not None
        below = descendants(screen.process.pid)
        screen.write("#1")
        end = screen.play(at_random("x"))
        assert screen.code() == 0
    gone(below)
    *asked, _ = screen.said
    assert all(re.search(r"^hint: .+\n> $", each, re.MULTILINE) for each in asked)
    hinted = [re.findall(r"^hint: (.+)$", each, re.MULTILINE)[-1] for each in asked]
    told = re.findall(r"action \d+: you chose (.+), the hint was (.+)$", end, re.MULTILINE)
    assert told, screen.text
    assert {hint for _, hint in told} <= set(hinted)
    assert all(chosen != hint for chosen, hint in told)
    if name:
        assert f"{name} (1)" in end, "the other hand is shown, by its owner's name"
