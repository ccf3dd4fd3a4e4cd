"""What is asked of a bot's folder, before its command is started."""

from pathlib import Path

import pytest

from referee.testing.bot import Settings, Verdict, check_bot
from tests.check.acting import Actor
from tests.check.bots import bot_folder, check_actor, failed, result

LINES = {
    "manifest": ({"transport": '"udp"'}, "transport must be 'unix' or 'tcp'; received 'udp'"),
    "games-known": ({"games": '["fox", "chess"]'}, "fox, chess"),
    "build": ({"build": '"false"'}, "its build command exited with code 1"),
    "build-again": (
        {"build": '["sh", "-c", "echo >> made"]'},
        "other files than before the builds: it would count as another bot",
    ),
    "command": ({"command": '"./nothing"'}, "'./nothing', which is none"),
}


@pytest.mark.parametrize("step", LINES)
async def test_a_folder_that_is_not_right(tmp_path: Path, step: str) -> None:
    lines, received = LINES[step]
    report = await check_bot(bot_folder(tmp_path, **lines))
    assert failed(report)[0] == step, report.to_json()
    assert received in result(report, step).received
    # No other step needs the second build.
    if step != "build-again":
        why = f"not reached, since {step} failed"
        assert failed(report) == [step]
        assert result(report, "start").text.startswith(why)
        assert result(report, "folder-unchanged").text.startswith(why)


async def test_a_game_that_stands_there_twice(tmp_path: Path) -> None:
    report = await check_bot(bot_folder(tmp_path, games='["fox", "fox"]'))
    assert failed(report) == ["games-known"]


async def test_a_check_for_a_game_that_it_does_not_play(tmp_path: Path) -> None:
    report = await check_bot(bot_folder(tmp_path, ("fox",)), Settings(games=("korist",)))
    assert failed(report) == ["games-known"]
    assert result(report, "games-known").received == "fox"


async def test_a_second_build_that_fails(tmp_path: Path) -> None:
    once = "test ! -e build || { echo it is there; exit 1; }; mkdir build"
    bot = bot_folder(tmp_path, build=f'["sh", "-c", "{once}"]')
    report = await check_bot(bot)
    assert failed(report)[:1] == ["build-again"]
    assert result(report, "build").verdict is Verdict.PASSED
    assert result(report, "build-again").output == "it is there"


async def test_a_build_that_makes_more_than_a_bot_may_have(tmp_path: Path) -> None:
    deep = "/".join("a" * 65)
    bot = bot_folder(tmp_path, build=f'["sh", "-c", "mkdir -p {deep}"]')
    report = await check_bot(bot)
    assert failed(report)[0] == "build-again"
    assert "has more than 64 folders in one another" in result(report, "build-again").received


async def test_a_program_in_a_folder_that_is_given_by_a_dot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = bot_folder(tmp_path, command='"./bot"')
    (bot / "bot").write_text("")
    (bot / "bot").chmod(0o755)
    monkeypatch.chdir(bot)
    report = await check_bot(Path(), Settings(only=("command",)))
    assert failed(report) == []


async def test_a_folder_that_is_not_read(tmp_path: Path) -> None:
    """It is deeper than a bot's may be."""
    bot = bot_folder(tmp_path)
    bot.joinpath(*"a" * 65).mkdir(parents=True)
    report = await check_bot(bot)
    assert failed(report) == ["manifest"]
    assert "has more than 64 folders in one another" in result(report, "manifest").received


class NeedsItsBuild(Actor):
    async def run(self) -> int:
        if not (self.folder / "build" / "done").exists():
            raise FileNotFoundError("build/done")
        return await super().run()


async def test_a_bot_that_must_be_built_is_built_first(tmp_path: Path) -> None:
    build = '["sh", "-c", "mkdir -p build && touch build/done"]'
    report = await check_actor(tmp_path, NeedsItsBuild, "build-again", "legal", build=build)
    assert failed(report) == []
    assert [result(report, name).verdict for name in ("build", "legal")] == [Verdict.PASSED] * 2
