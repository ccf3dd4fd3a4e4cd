"""The steps that an actor can fail: honest actors pass each of them, and a bad one fails it."""

from pathlib import Path

import pytest

from referee.testing.bot import STEPS, Verdict
from stych.v1 import referee_pb2 as pb
from tests.check import bad_deciders, bad_leavers, bad_players, bad_processes, bad_starters
from tests.check.acting import Actor
from tests.check.bad_leavers import DialsAgain, OwnChances
from tests.check.bots import Bad, check_actor, failed, result

BAD = bad_starters.BAD | bad_deciders.BAD | bad_players.BAD | bad_leavers.BAD
CASES = [
    pytest.param(step, bad, id=f"{step}-{bad.actor.__name__.strip('_')}")
    for step, bads in BAD.items()
    for bad in bads
]
STEPS_OF_A_FOLDER = {"manifest", "games-known", "build", "build-again", "command"}
"""Steps that examine a bot's folder. Bad folders are in test_folder.py; actors have good ones."""


def test_every_step_has_a_bot_that_fails_it() -> None:
    names = [step.name for step in STEPS]
    assert len(set(names)) == len(names)
    assert set(names) == STEPS_OF_A_FOLDER | BAD.keys() | bad_processes.BAD.keys()


@pytest.mark.slow
@pytest.mark.parametrize(("step", "bad"), CASES)
async def test_a_bad_actor_fails_the_step_that_is_there_for_it(
    tmp_path: Path, step: str, bad: Bad
) -> None:
    report = await check_actor(tmp_path, bad.actor, step, settings=bad.settings)
    assert failed(report) == [step], report.to_json()
    found = result(report, step)
    assert bad.received in found.received
    assert found.expected
    assert found.advice
    assert not report.passed


@pytest.mark.slow
async def test_an_honest_actor_passes_all_steps_that_apply_to_it(tmp_path: Path) -> None:
    report = await check_actor(tmp_path, Actor)
    assert failed(report) == [], report.to_json()
    not_passed = [each for each in report.results if each.verdict is not Verdict.PASSED]
    assert [each.step.name for each in not_passed] == ["build", "build-again", "reconnect"]
    assert result(report, "reconnect").text.startswith("it does not dial again: its process")


async def test_one_that_dials_again_passes_that_as_well(tmp_path: Path) -> None:
    report = await check_actor(tmp_path, DialsAgain, "reconnect")
    assert result(report, "reconnect").verdict is Verdict.PASSED, report.to_json()


async def test_chances_of_its_own_are_no_failure(tmp_path: Path) -> None:
    report = await check_actor(tmp_path, OwnChances, "same-seed")
    found = result(report, "same-seed")
    assert found.verdict is Verdict.NOT_APPLICABLE
    assert found.text.startswith("it draws random numbers of its own")
    assert report.passed


class _Nameless(Actor):
    def greeting(self) -> pb.Hello:
        said = super().greeting()
        said.bot_name = said.bot_version = ""
        return said


async def test_a_bot_need_not_say_its_name(tmp_path: Path) -> None:
    report = await check_actor(tmp_path, _Nameless, "name")
    assert result(report, "name").verdict is Verdict.PASSED, report.to_json()
