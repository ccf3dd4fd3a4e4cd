"""Gives a confined build the prepared dependencies of its language, and prepares missing ones.

Preparing them is a build as well: it is confined like the build of a bot.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.rpc.build_failure import lines_of
from referee.rpc.folders import PrivateFolder
from referee.rpc.prebuilt import BotToBuild, copy_entry
from referee.rpc.prebuilt_recipes import Recipe, Templates
from referee.rpc.process import clean_environment
from referee.sandbox import toolchains
from referee.sandbox.building import place_to_build, run
from referee.sandbox.isolation import Isolation
from referee.sandbox.lending import LeftBehindError
from referee.sandbox.toolchains import Tools

_SECONDS: Final = 600.0
"""How long each command that prepares dependencies may take."""


@dataclass(frozen=True, slots=True)
class Prebuilding:
    """Supplies builds on one isolation level with prepared dependencies."""

    isolation: Isolation
    templates: Templates
    stopped: Callable[[], bool]
    """Asked several times a second: when it returns True, preparing is given up."""
    hear: Callable[[str], None]
    """Called several times a second with words that say what is being done."""

    def supply(self, bot: BotToBuild, environment: Mapping[str, str]) -> Path | None:
        """Copy the prepared dependencies of the bot's language to the bot, as `copy_entry` does.

        They are prepared first if they are missing. The tools of the language are looked for on the
        PATH in `environment`. Returns the folder of packages that the build is to read by
        `with_packages`; None if there is none. A failure raises nothing: the build then gets all
        dependencies by itself.
        """
        return copy_entry(bot, self.templates, environment["PATH"], self._hear_and_ask, self._make)

    def _hear_and_ask(self, recipe: Recipe) -> bool:
        """Say that the bot waits for the dependencies. Returns whether the wait is to end."""
        self.hear(f"getting {recipe.language}'s dependencies")
        return self.stopped()

    def _make(
        self, recipe: Recipe, command: Sequence[str], work: Path, packages: Path | None
    ) -> bool:
        """Run a command of the recipe in the folder `work`, and return whether it succeeded.

        The command reads the packages in `packages`, if that is not None. Raises OSError.
        """
        doing = f"preparing {recipe.language}'s dependencies, once on this machine"
        self.hear(doing)

        def hear_last_line(output: str) -> None:
            line = next(reversed(lines_of(output)), "")
            self.hear(f"{doing}: {line}" if line else doing)

        with PrivateFolder() as home:
            environment = clean_environment(home, {})
            caches = toolchains.make_caches(work)
            path = environment["PATH"]
            # The caches are copied for bots, so they get no links to files of the user.
            tools = toolchains.confined_tools(work, caches, home, path, linked=False)
            tools = with_packages(tools, packages)
            place = place_to_build(work, home)._replace(readable=tools.readable)
            try:
                done = run(
                    self.isolation,
                    command,
                    place,
                    {**environment, **tools.environment},
                    seconds=_SECONDS,
                    stopped=self.stopped,
                    hear=hear_last_line,
                )
            except LeftBehindError:
                return False
        return done.code == 0


def with_packages(tools: Tools, packages: Path | None) -> Tools:
    """The tools, with Cargo reading its packages in the folder `packages`; unchanged for None."""
    if packages is None:
        return tools
    environment = {**tools.environment, "CARGO_HOME": str(packages)}
    return Tools(environment, (*tools.readable, packages))
