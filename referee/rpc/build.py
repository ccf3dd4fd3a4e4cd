"""Runs a bot's build command for a bounded time, and keeps a bounded part of its output."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from referee.rpc.build_failure import explained, lines_of, not_there
from referee.rpc.folders import PrivateFolder
from referee.rpc.prebuilding import Prebuilding, reading
from referee.rpc.prebuilt import Wish
from referee.rpc.prebuilt_recipes import Templates
from referee.rpc.process import clean_environment
from referee.rpc.workspace import Workspace, WorkspaceError, around
from referee.sandbox import toolchains
from referee.sandbox.building import Finished, place_to_build, run
from referee.sandbox.confinement import Confinement
from referee.sandbox.exits import describe_exit
from referee.sandbox.isolation import Isolation
from referee.sandbox.lending import LeftBehindError, alone
from referee.sandbox.levels import IsolationLevel
from referee.serving_agents import for_agents

BUILD_SECONDS = 600.0
"""Seconds that a run of the command may take, and for which it waits for another build at most."""
_NO_TEMPLATES: Final[Templates] = MappingProxyType({})

Hear: TypeAlias = Callable[[str], None]
"""Is called several times a second during a build with the last line of its output; "" for none."""
Watch: TypeAlias = Callable[[str], AbstractContextManager[Hear]]
"""Takes a bot's name, and shows that it is being built for as long as the context lasts."""


@contextmanager
def unwatched(name: str) -> Iterator[Hear]:
    """A `Watch` that shows nothing of a build."""
    del name
    yield lambda _: None


def run_build(
    command: Sequence[str],
    folder: Path,
    stopped: Callable[[], bool] = lambda: False,
    isolation: Isolation | None = None,
    *,
    by_itself: bool = False,
    hear: Hear = lambda _: None,
    templates: Templates = _NO_TEMPLATES,
) -> str:
    """Run the build command in the bot's folder.

    Returns "" if it succeeded; otherwise what went wrong, with the output's lines from the first
    error on.

    The command has a new, empty home, which is removed afterwards. No process that it started is
    left. `stopped` is asked several times a second, and ends the build when it returns True. On an
    isolation level that confines, the build may write only to the folder and to the workspace
    around it, which is ignored with `by_itself` and in processes that serve agents. On these levels
    the build begins with what is prepared for its language, if `templates` has the language and the
    bot was not built without that before. Raises OSError when no temporary folder can be made.
    """
    home = PrivateFolder()
    try:
        # A workspace is trusted because only the user can make one. Agents can make one as well.
        workspace = Workspace(folder) if by_itself or for_agents() else around(folder)
        place = place_to_build(folder, home.path, workspace.readable, workspace.folder)
        finished = _run(command, place, isolation, stopped, hear, templates)
    except OSError as error:
        advice = not_there(command[0]) if isinstance(error, FileNotFoundError) else ""
        return f"its build command {command[0]!r} cannot be started: {error.strerror}{advice}"
    except LeftBehindError as error:
        return f"its build command leaves {error}"
    except WorkspaceError as error:
        return str(error)
    finally:
        home.remove()
    return _problem(finished, confined=_is_confined(isolation))


def _run(
    command: Sequence[str],
    place: Confinement,
    isolation: Isolation | None,
    stopped: Callable[[], bool],
    hear: Hear,
    templates: Templates,
) -> Finished:
    """Run the command with the build tools of the isolation level.

    Raises OSError when it cannot be started, and LeftBehindError as `run` does.
    """

    def hear_last_line(output: str) -> None:
        hear(next(reversed(lines_of(output)), ""))

    def stopped_waiting() -> bool:
        hear("")
        return stopped()

    run_in = partial(
        run, isolation, command, seconds=BUILD_SECONDS, stopped=stopped, heard=hear_last_line
    )
    environment = clean_environment(place.home, {})
    if isolation is None or not _is_confined(isolation):
        return run_in(place, {**environment, **toolchains.shared().environment})
    writable = place.writable[0]
    with alone(writable, BUILD_SECONDS, stopped_waiting) as is_locked:
        if not is_locked:
            # Another build held the lock all the time. This counts as a build that took too long.
            return Finished(None, "", stopped=stopped())
        # With bubblewrap root mounts what a build sees, so that closed folders do not matter.
        as_another = isolation.own_users and not isolation.private_network
        caches = toolchains.own_caches(writable, as_another=as_another)
        path = environment["PATH"]
        wish = Wish(place.folder, caches, writable != place.folder)
        packages = Prebuilding(isolation, templates, stopped, hear).supply(wish, environment)
        own_tools = toolchains.apart(place.folder, caches, place.home, path, as_another=as_another)

        def build(tools: toolchains.Tools) -> Finished:
            confinement = place._replace(readable=(*place.readable, *tools.readable))
            return run_in(confinement, {**environment, **tools.environment})

        finished = build(reading(own_tools, packages))
        if packages and finished.code and str(packages) in finished.output:
            # The build failed to write to the read-only folder of packages that all builds share,
            # as when its lock file lacks a package. So it is run with a folder of its own.
            finished = build(own_tools)
        return finished


def _is_confined(isolation: Isolation | None) -> bool:
    return isolation is not None and isolation.level is not IsolationLevel.LIMITS


def _problem(finished: Finished, *, confined: bool) -> str:
    """What went wrong, for the user; "" if the command succeeded."""
    if finished.stopped:
        return "its build command was stopped"
    if finished.code == 0:
        return ""
    ending = f"took more than {BUILD_SECONDS:g} s"
    if finished.code is not None:
        ending = describe_exit(finished.code)
    where = " in its sandbox" if confined else ""
    cause, lines = explained(finished.output)
    why = f": {cause}" if cause else ""
    return "\n".join([f"its build command {ending}{where}{why}", *lines])
