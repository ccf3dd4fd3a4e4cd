"""The family of the bot's folder: its bot.toml, its builds and its command."""

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


@step("manifest", "its bot.toml is right")
async def manifest(tested: BotUnderTest) -> Finding:
    """`bot.toml` can be read and says what it must, in known keys."""
    try:
        tested.manifest = read_manifest(tested.folder)
        tested.digest = digest(tested.folder, built=tested.manifest.build is not None)
    except ManifestError as error:
        raise StepFailedError(
            "a bot.toml with name, version, games and command, and files that can be read",
            str(error),
            "correct it; docs/bots.md lists the keys of bot.toml",
        ) from None
    return Passed(f"{tested.manifest.name} {tested.manifest.version}")


@step("games-known", "it claims games that there are", "manifest")
async def games_known(tested: BotUnderTest) -> Finding:
    """Every game in `bot.toml` is one of the referee's, and none stands there twice."""
    claimed = tested.manifest.games
    unknown = [game for game in claimed if game not in GAMES]
    twice = [game for game in dict.fromkeys(claimed) if claimed.count(game) > 1]
    if unknown or twice:
        raise StepFailedError(
            f"games out of {', '.join(sorted(GAMES))}, each once",
            ", ".join(claimed),
            f"correct `games` in bot.toml: {', '.join(unknown or twice)}",
        )
    if not tested.games:
        raise StepFailedError(
            f"one of the games that are to be checked: {', '.join(tested.settings.games)}",
            ", ".join(claimed),
            "check it for a game that it plays",
        )
    return Passed(", ".join(claimed))


async def _build(tested: BotUnderTest, command: tuple[str, ...]) -> None:
    """Run the build command. Raises StepFailedError when it fails."""
    stopped, confining = threading.Event(), tested.settings.confining
    isolation = confining.isolation if confining else None
    try:
        with tested.settings.watch(tested.manifest.name) as hear:
            problem = await asyncio.to_thread(
                run_build,
                command,
                tested.folder,
                stopped.is_set,
                isolation,
                hear=hear,
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
            "run it in the bot's folder; it has a home of its own and few environment variables; in"
            " a sandbox it has the network, its tools and its folder alone (docs/security.md)",
            output,
        )


def _nothing_to_build(tested: BotUnderTest) -> NotApplicable:
    """Why the check does not build this bot."""
    if tested.manifest.build is None:
        return NotApplicable("its bot.toml has no build command")
    return NotApplicable("it is built already")


@step("build", "it builds", "manifest")
async def build(tested: BotUnderTest) -> Finding:
    """The `build` command ends with exit code 0, in a clean environment."""
    if tested.manifest.build is None or tested.settings.built:
        return _nothing_to_build(tested)
    await _build(tested, tested.manifest.build)
    return Passed()


@step("build-again", "it builds again at once, and stays the same bot", "build")
async def build_again(tested: BotUnderTest) -> Finding:
    """A second build succeeds, and no file outside of the folders for builds is new or changed."""
    if tested.manifest.build is None or tested.settings.built:
        return _nothing_to_build(tested)
    await _build(tested, tested.manifest.build)
    # The digest identifies a bot: one whose own files change with a build would be another bot
    # after each build.
    if digest(tested.folder, built=True) != tested.digest:
        raise StepFailedError(
            f"builds that write into {', '.join(BUILT)} only",
            "other files than before the builds: it would count as another bot",
            "let the build put what it makes into one of these folders",
        )
    return Passed()


@step("command", "its command exists", "build")
async def command(tested: BotUnderTest) -> Finding:
    """The first word of `command` is a program in the bot's folder, or on the path."""
    word = tested.manifest.command[0]
    # Searched in the PATH that bots get, which is not that of the author's shell.
    path = clean_environment(tested.folder, {})["PATH"]
    if not shutil.which(str(tested.folder / word) if "/" in word else word, path=path):
        raise StepFailedError(
            "a program that can be run, in the bot's folder or on the path",
            f"{word!r}, which is none",
            "correct `command` in bot.toml, or make the file executable with chmod +x",
        )
    return Passed(" ".join(tested.manifest.command))
