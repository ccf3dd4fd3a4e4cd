"""Gives a confined build what its language has prepared, and prepares it where it is missing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.rpc.build_failure import lines_of
from referee.rpc.folders import PrivateFolder
from referee.rpc.prebuilt import Wish, supply
from referee.rpc.prebuilt_recipes import Recipe, Templates
from referee.rpc.process import clean_environment
from referee.sandbox import toolchains
from referee.sandbox.building import place_to_build, run
from referee.sandbox.isolation import Isolation
from referee.sandbox.lending import LeftBehindError
from referee.sandbox.toolchains import Tools

_SECONDS: Final = 600.0


@dataclass(frozen=True, slots=True)
class Prebuilding:
    """Prepares what the builds of an isolation level begin with."""

    isolation: Isolation
    templates: Templates
    stopped: Callable[[], bool]
    hear: Callable[[str], None]
    """Is told what is done, several times a second."""

    def supply(self, wish: Wish, environment: Mapping[str, str]) -> Path | None:
        """Give the bot's build what its language has; the environment has the PATH of its tools.

        Returns what the build is to read with `reading`, if there is such. Raises nothing when that
        does not succeed: the build then does all by itself.
        """
        return supply(wish, self.templates, environment["PATH"], self._waiting, self._make)

    def _waiting(self, recipe: Recipe) -> bool:
        self.hear(f"getting {recipe.called}'s dependencies")
        return self.stopped()

    def _make(self, recipe: Recipe, command: Sequence[str], work: Path, fixed: Path | None) -> bool:
        """Run its command in the folder, confined as the build of a bot; whether all went well."""
        told = f"preparing {recipe.called}'s dependencies, once on this machine"
        self.hear(told)

        def heard(output: str) -> None:
            line = next(reversed(lines_of(output)), "")
            self.hear(f"{told}: {line}" if line else told)

        with PrivateFolder() as home:
            environment = clean_environment(home, {})
            caches = toolchains.own_caches(work, as_another=False)
            tools = toolchains.apart(
                work, caches, home, environment["PATH"], as_another=False, linked=False
            )
            tools = reading(tools, fixed)
            place = place_to_build(work, home)._replace(readable=tools.readable)
            try:
                done = run(
                    self.isolation,
                    command,
                    place,
                    {**environment, **tools.environment},
                    seconds=_SECONDS,
                    stopped=self.stopped,
                    heard=heard,
                )
            except LeftBehindError:
                return False
        return done.code == 0


def reading(tools: Tools, fixed: Path | None) -> Tools:
    """The tools with packages that lie in one place for all builds, if there are such."""
    if fixed is None:
        return tools
    environment = {**tools.environment, "CARGO_HOME": str(fixed)}
    return Tools(environment, (*tools.readable, fixed))
