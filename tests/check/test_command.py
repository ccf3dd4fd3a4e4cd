"""`stych check` as a user calls it."""

import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from referee.sandbox.promise import OFF
from referee.testing.bot import STEPS
from referee.version import STYCH
from tests.check.acting import Actor, acted
from tests.check.bad_leavers import BAD as BAD_LEAVERS
from tests.check.bots import bot_folder
from tests.check.page import PAGE, page
from tests.e2e.command import BOTS, call, finish, start, write_bot
from tests.e2e.processes import bots, descendants, gone, until
from tests.e2e.test_terminal import on_a_terminal

KEYS = [
    *("step", "title", "family", "verdict", "text", "expected", "received", "advice", "output"),
    "seconds",
]


class Rude(Actor):
    """Fails one step, and would steer the terminal."""

    async def run(self) -> int:
        if "STYCH_TOKEN" not in self.environment:
            self.print("\x1b[2J[red]bye")
            return 0
        return await super().run()


def checked(folder: Path, actor: type[Actor], *arguments: object) -> Any:
    """What the command says of an actor."""
    with acted(actor):
        return call("check", bot_folder(folder / "bot"), "--isolation", "off", *arguments)


def test_a_bot_that_passes(tmp_path: Path) -> None:
    done = checked(tmp_path, Actor, "--only", "legal", "--only", "goodbye")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == f"{tmp_path / 'bot'}: 14 steps, 1800 s at most, builds aside."
    assert lines[1] == OFF
    assert "start and handshake" in lines
    passed = "its bot.toml is right, and its files can be read: actor 1"
    assert f"  passed          manifest            {passed}" in lines
    assert lines[-2:] == [
        "13 passed, 0 failed, 1 not applicable.",
        "actor 1 is fit to play.",
    ]


def test_a_bot_that_fails_is_told_what_to_do(tmp_path: Path) -> None:
    done = checked(tmp_path, Rude, "--only", "no-environment")
    assert (done.code, done.err) == (1, "")
    said = done.out[done.out.index("  failed ") :]
    assert said == (
        "  failed          no-environment      it says what is missing when it is started by hand\n"
        "      expected    another exit code than 0 when"
        " STYCH_ADDRESS and STYCH_TOKEN are not set\n"
        "      received    its process exited with code 0\n"
        "      what to do  exit with a code that says so: the bots here exit with 2 or 3\n"
        "      its output  \ufffd[2J[red]bye\n"
        "\n"
        "4 passed, 1 failed, 1 not applicable.\n"
        "failed: no-environment.\n"
    )


def test_json(tmp_path: Path) -> None:
    done = checked(tmp_path, Rude, "--only", "no-environment", "--json", "--quick")
    assert (done.code, done.err) == (1, "")
    values = json.loads(done.out)
    steps = values.pop("steps")
    assert values == {
        "format": 1,
        "stych": STYCH,
        "folder": str(tmp_path / "bot"),
        "bot": "actor",
        "version": "1",
        "quick": True,
        "isolation": "off",
        "passed": False,
        "counts": {"passed": 4, "failed": 1, "not applicable": 1},
    }
    assert [list(step) for step in steps] == [KEYS] * 6
    assert steps[-1]["verdict"] == "failed"
    assert steps[-1]["received"] == "its process exited with code 0"
    assert steps[-1]["output"] == "\ufffd[2J[red]bye"


def test_one_game_of_several(tmp_path: Path) -> None:
    done = checked(tmp_path, Actor, "--game", "korist", "--only", "plays-korist", "--quick")
    assert done.code == 0
    assert re.search(
        r"passed .* it plays Kořist \(Linko!\): with 2 players: \d+ decisions", done.out
    )
    done = checked(tmp_path, Actor, "--game", "korist", "--only", "plays-fox", "--quick")
    assert done.code == 0
    why = "its bot.toml does not name this game, or the check is made for other games"
    assert f"it plays The Fox in the Forest: {why}" in done.out


def test_what_is_the_users_mistake(tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "bot")
    (tmp_path / "empty").mkdir()
    for arguments, sentence in {
        (tmp_path / "none",): f"{tmp_path / 'none'} is no bot: there is no such folder",
        (tmp_path / "empty",): f"{tmp_path / 'empty'} is no bot: there is no bot.toml in it",
        (bot / "bot.py",): f"{bot / 'bot.py'} is a file; a bot is a folder with a bot.toml",
        (bot, "--game", "chess"): "the games are fox, korist, nase-hra, the-game; received 'chess'",
        (bot, "--game", "korist"): f"{bot} does not play korist; the games in its bot.toml: fox",
        (bot, "--only", "luck"): (
            f"the steps are {', '.join(step.name for step in STEPS)}; received 'luck'"
        ),
    }.items():
        done = call("check", *arguments)
        assert (done.code, done.out, done.err) == (2, "", f"stych: {sentence}\n")


def test_a_bot_toml_that_is_wrong_is_the_bots_mistake(tmp_path: Path) -> None:
    done = call("check", write_bot(tmp_path / "bot", version="1"))
    assert (done.code, done.err) == (1, "")
    assert "bot.toml: version must be a text; received 1\n" in done.out
    assert done.out.count("not reached, since manifest failed") == len(STEPS) - 1


def test_the_time_is_up(tmp_path: Path) -> None:
    waits_forever = next(bad.actor for bad in BAD_LEAVERS["stream-ends"])
    steps = ("--only", "stream-ends", "--only", "killed")
    done = checked(tmp_path, waits_forever, *steps, "--limit", 3)
    assert done.code == 1
    assert "expected    to be through with all steps within 3 s\n" in done.out
    assert "not reached: the check's time is up" in done.out


def test_the_page_lists_the_steps_as_they_are() -> None:
    said = "docs/check.md is not up to date: python -m tests.check.page --write"
    assert PAGE.read_text(encoding="utf-8") == page(), said
    for key in KEYS:
        assert f"`{key}`" in PAGE.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_can_be_stopped(tmp_path: Path, number: signal.Signals) -> None:
    process = start("check", BOTS / "search", folder=tmp_path)
    until(lambda: bool(bots(descendants(process.pid))))
    running = descendants(process.pid)
    os.kill(process.pid, number)
    done = finish(process)
    assert (done.code, done.err) == (130, "stych: stopped; nothing of the bot is left running\n")
    gone(running)


@pytest.mark.slow
def test_the_step_under_way_is_shown_on_a_terminal(tmp_path: Path) -> None:
    arguments = ("check", BOTS / "random", "--only", "legal")
    code, said = on_a_terminal(*arguments, folder=tmp_path)
    assert code == 0
    assert "\x1b[" in said
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", said)
    assert re.search(r"\d+/13 \d:\d\d:\d\d it ", plain), plain
    assert "random 1.0.0 is fit to play." in plain
    assert "\x1b[?25h" in said, "the cursor is shown again"
