"""The random bot of each language that has an SDK, built and started by hand."""

import shlex
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.bots import cpp_room, go_room
from tests.bots.lone_referee import TOKEN, begin, finish
from tests.bots.rooms import ROOMS, build_once, command, exit_of, undisturbed
from tests.bots.toolchains import TOOLS, needs

LANGUAGES = ("python", *TOOLS)
ROOM_BUILDS = {"cpp": cpp_room.build, "go": go_room.build}
"""By language, a function that builds the random bot and more: other tests use what it leaves in
folders and caches."""

CLASSES = ROOMS / "java" / "build" / "classes.jsa"
"""The classes of the bot in Java, loaded and checked, which is more than half of a start's work.

Java checks whether this archive fits the bot, and loads the classes anew if it does not.
"""


@dataclass(frozen=True)
class Started:
    """How a bot is started."""

    command: list[str]
    folder: Path

    async def play(
        self, address: str, environment: Mapping[str, str] | None = None
    ) -> tuple[int, str]:
        """Run it to its end; returns its exit code, and what it wrote to its standard error."""
        return await finish(await begin(self.command, address, environment or {}, self.folder))


@contextmanager
def built(language: str) -> Iterator[Started]:
    """The random bot of the language, while nobody else builds in its room."""
    needs(language, *TOOLS.get(language, ()))
    folder = ROOMS / language / "examples" / "random"
    manifest = tomllib.loads((folder / "bot.toml").read_text())
    if language in ROOM_BUILDS:
        ROOM_BUILDS[language]()
    elif "build" in manifest:
        words = shlex.split(manifest["build"])
        build_once(language, "random", lambda: _build(words, folder))
    words = shlex.split(manifest["command"])
    if language == "java":
        build_once(language, "classes", lambda: _keep_classes(words, folder))
        words[1:1] = (f"-XX:SharedArchiveFile={CLASSES}", "-Xlog:disable")
    with undisturbed(language):
        yield Started([sys.executable if word == "python" else word for word in words], folder)


def _build(words: Sequence[str], folder: Path) -> None:
    command(*words, folder=folder)


def _keep_classes(words: Sequence[str], folder: Path) -> None:
    """Make the archive CLASSES, by a run of the bot that finds no referee."""
    java, *others = words
    keep = (f"-XX:ArchiveClassesAtExit={CLASSES}", "-Xlog:disable")
    given = {"STYCH_ADDRESS": "127.0.0.1:1", "STYCH_TOKEN": TOKEN}
    code, said = exit_of(java, *keep, *others, folder=folder, **given)
    assert code == 3, said
