"""Gives a confined build the prepared dependencies of its language, and prepares missing ones.

Preparing them is a build as well: it is confined like the build of a bot.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.rpc.build_failure import lines_of
from referee.rpc.folders import PrivateFolder
from referee.rpc.prebuilt import BotToBuild, supply
from referee.rpc.prebuilt_recipes import Recipe, Templates
from referee.rpc.process import clean_environment
from referee.sandbox import toolchains
from referee.sandbox.building import place_to_build, run
from referee.sandbox.isolation import Isolation
from referee.sandbox.lending import LeftBehindError
from referee.sandbox.toolchains import Tools

_SECONDS: Final = 600.0
"""How long a command that prepares dependencies may take."""


@dataclass(frozen=True, slots=True)
class Prebuilding:
    """Supplies builds on one isolation level with prepared dependencies."""

    isolation: Isolation
    templates: Templates
    stopped: Callable[[], bool]
    hear: Callable[[str], None]
    """Is told what is being done, in words, several times a second."""

    def supply(self, bot: BotToBuild, environment: Mapping[str, str]) -> Path | None:
        """Copy the prepared dependencies of the bot's language to its caches and its folder.

        The tools of the language are looked for on the PATH in `environment`. Returns the folder of
        packages that the build is to read by `with_packages`; None if there is none. A failure
        raises nothing: the build then gets all dependencies by itself.
        """
        return supply(bot, self.templates, environment["PATH"], self._waiting, self._make)

    def _waiting(self, recipe: Recipe) -> bool:
        self.hear(f"getting {recipe.called}'s dependencies")
        return self.stopped()

    def _make(self, recipe: Recipe, command: Sequence[str], work: Path, fixed: Path | None) -> bool:
        """Run a command of the recipe in the folder `work`; whether it succeeded."""
        doing = f"preparing {recipe.called}'s dependencies, once on this machine"
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
            tools = with_packages(tools, fixed)
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


def with_packages(tools: Tools, fixed: Path | None) -> Tools:
    """The tools with packages that Cargo reads in the folder `fixed`; unchanged if that is None."""
    if fixed is None:
        return tools
    environment = {**tools.environment, "CARGO_HOME": str(fixed)}
    return Tools(environment, (*tools.readable, fixed))
