"""The steps about the bot's folder: its bot.toml, its files, its builds and its command."""

import asyncio
import shutil
import threading

from referee.games.registry import GAMES
from referee.rpc.build import BUILD_SECONDS, run_build
from referee.rpc.manifest import BUILT, ManifestError, digest, read_manifest
from referee.rpc.process import clean_environment
from referee.testing.bot.bot_under_test import BotUnderTest
from referee.testing.bot.family import Family, Finding
from referee.testing.bot.findings import NotApplicable, Passed, StepFailedError

FAMILY = Family("the folder")
step = FAMILY.step


@step("manifest", "its bot.toml is right, and its files can be read")
async def manifest(tested: BotUnderTest) -> Finding:
    """`bot.toml` has all required keys, no unknown ones, and a valid value for each. All files of
    the bot can be read, and keep to the limits for the files of a bot."""
    try:
        tested.manifest = read_manifest(tested.folder)
        tested.digest = digest(tested.folder, built=tested.manifest.build is not None)
    except ManifestError as error:
        raise StepFailedError(
            "a bot.toml with name, version, games and command, and files that can be read",
            str(error),
            "correct this; docs/bots.md has the keys of bot.toml and the limits for files",
        ) from None
    return Passed(f"{tested.manifest.name} {tested.manifest.version}")


@step("games-known", "the games in its bot.toml are known", "manifest")
async def games_known(tested: BotUnderTest) -> Finding:
    """Every game in `bot.toml` is one of the referee's, and none stands there twice. At least one
    of them is a game for which the check is made."""
    claimed = tested.manifest.games
    unknown = [game for game in claimed if game not in GAMES]
    twice = [game for game in dict.fromkeys(claimed) if claimed.count(game) > 1]
    if unknown or twice:
        raise StepFailedError(
            f"only games out of {', '.join(sorted(GAMES))}, each once",
            ", ".join(claimed),
            f"correct `games` in bot.toml: {', '.join(unknown or twice)}",
        )
    if not tested.games:
        raise StepFailedError(
            f"one of the games for which the check is made: {', '.join(tested.settings.games)}",
            ", ".join(claimed),
            "check the bot for one of the games in its bot.toml",
        )
    return Passed(", ".join(claimed))


async def _build(tested: BotUnderTest, command: tuple[str, ...]) -> None:
    """Run the build command. Raises StepFailedError when it fails."""
    stopped, confining = threading.Event(), tested.settings.confining
    isolation = confining.isolation if confining else None
    try:
        with tested.settings.watch(tested.manifest.name) as show_last_line:
            problem = await asyncio.to_thread(
                run_build,
                command,
                tested.folder,
                stopped.is_set,
                isolation,
                hear=show_last_line,
                templates=tested.settings.templates,
            )
    finally:
        # A check that is cancelled does not end the thread of the build by itself.
        stopped.set()
    if problem:
        received, _, output = problem.partition("\n")
        raise StepFailedError(
            f"its build command to end with exit code 0 within {BUILD_SECONDS:g} s",
            received,
            "run the command yourself in the bot's folder; the check gives it a new home and few"
            " environment variables, and in a sandbox only the network, the build tools and the"
            " bot's folder (docs/security.md)",
            output,
        )


def _nothing_to_build(tested: BotUnderTest) -> NotApplicable:
    """Why the check does not build this bot."""
    if tested.manifest.build is None:
        return NotApplicable("its bot.toml has no build command")
    return NotApplicable("it is built already")


@step("build", "it builds", "manifest")
async def build(tested: BotUnderTest) -> Finding:
    """The `build` command ends with exit code 0 within ten minutes, in a clean environment."""
    if tested.manifest.build is None or tested.settings.built:
        return _nothing_to_build(tested)
    await _build(tested, tested.manifest.build)
    return Passed()


@step("build-again", "it builds a second time, and stays the same bot", "build")
async def build_again(tested: BotUnderTest) -> Finding:
    """A second build, after the first, ends with exit code 0. No file of the bot is new, changed or
    gone after the builds, except in the folders `build`, `node_modules` and `target`. Hidden files,
    `__pycache__` and `stych-data` do not count."""
    if tested.manifest.build is None or tested.settings.built:
        return _nothing_to_build(tested)
    await _build(tested, tested.manifest.build)
    # The digest identifies a bot: one whose own files change with a build would be another bot
    # after each build.
    received = ""
    try:
        if digest(tested.folder, built=True) != tested.digest:
            received = "other files than before the builds: it would count as another bot"
    except ManifestError as error:
        received = str(error)
    if received:
        raise StepFailedError(
            f"builds that write into {', '.join(BUILT)} only",
            received,
            "let the build put what it makes into one of these folders",
        )
    return Passed()


@step("command", "its command exists", "build")
async def command(tested: BotUnderTest) -> Finding:
    """The first word of `command` is a program that can be run. A relative path with a slash, such
    as `./bot`, counts from the bot's folder; a name without a slash is searched on the PATH of
    bots."""
    word = tested.manifest.command[0]
    # Searched on the PATH that bots get, which is not that of the author's shell.
    path = clean_environment(tested.folder, {})["PATH"]
    # Absolute, since the path of a folder such as "." would lose the slash.
    if not shutil.which(str(tested.folder.absolute() / word) if "/" in word else word, path=path):
        raise StepFailedError(
            "a program that can be run: a path in the bot's folder, or a name on the path",
            f"{word!r}, which is none",
            "correct `command` in bot.toml: a program in the bot's folder is written with a slash,"
            " such as ./bot, and has to be executable (chmod +x)",
        )
    return Passed(" ".join(tested.manifest.command))
