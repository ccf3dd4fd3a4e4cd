"""Runs a bot's build command for a bounded time, and says in words why it failed."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from referee.errors import StychError
from referee.rpc.build_failure import cause_and_lines, install_advice, lines_of
from referee.rpc.folders import PrivateFolder
from referee.rpc.prebuilding import Prebuilding, with_packages
from referee.rpc.prebuilt import BotToBuild
from referee.rpc.prebuilt_recipes import Templates
from referee.rpc.process import clean_environment
from referee.rpc.workspace import Workspace, WorkspaceError, workspace_around
from referee.sandbox import toolchains
from referee.sandbox.building import Finished, place_to_build, run
from referee.sandbox.confinement import Confinement
from referee.sandbox.exits import describe_exit
from referee.sandbox.isolation import Isolation
from referee.sandbox.lending import LeftBehindError, alone
from referee.serving_agents import for_agents

BUILD_SECONDS = 600.0
"""The most seconds for a run of the command, and for the wait until other builds have ended."""
_NO_TEMPLATES: Final[Templates] = MappingProxyType({})

Hear: TypeAlias = Callable[[str], None]
"""Called several times a second during a build with a line to show; "" when there is none.

The line is the last one of the command's output. Before the command runs, it may say what is being
prepared, such as "getting Rust's dependencies".
"""
Watch: TypeAlias = Callable[[str], AbstractContextManager[Hear]]
"""Takes a bot's name, and shows that the bot is being built for as long as the context lasts."""


class _NotPreparedError(StychError):
    """The build command was not run, for a reason that is not its own; the text says why."""


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
    ignore_workspace: bool = False,
    hear: Hear = lambda _: None,
    templates: Templates = _NO_TEMPLATES,
) -> str:
    """Run the build command in the bot's folder.

    Returns "" if it succeeded; otherwise what went wrong in one line, and in further lines a part
    of the output, as `cause_and_lines` chooses it.

    The command has a new, empty home, which is removed afterwards. No process that it started is
    left. `stopped` is asked several times a second, and ends the build when it returns True. On an
    isolation level that confines, the build may write only to its home, to the folder, and to the
    workspace around it, which is ignored with `ignore_workspace` and in processes that serve
    agents. It waits, for at most BUILD_SECONDS, until no other build runs in the same workspace or,
    without a workspace, in the same folder. On these levels the build begins with the prepared
    dependencies of its language, if `templates` has the language and the bot was not built without
    them before. Raises OSError when no temporary folder can be made.
    """
    home = PrivateFolder()
    try:
        # Normally only the user can write to the folders above a bot's folder. So a workspace there
        # is trusted, except in a process that serves agents: an agent can write there too.
        workspace = (
            Workspace(folder) if ignore_workspace or for_agents() else workspace_around(folder)
        )
        place = place_to_build(folder, home.path, workspace.readable, workspace.folder)
        finished = _run(command, place, isolation, stopped, hear, templates)
    except OSError as error:
        advice = install_advice(command[0]) if isinstance(error, FileNotFoundError) else ""
        why = error.strerror or error
        return f"its build command {command[0]!r} cannot be started: {why}{advice}"
    except LeftBehindError as error:
        return f"its build command leaves {error}"
    except (WorkspaceError, _NotPreparedError) as error:
        return str(error)
    finally:
        home.remove()
    return _problem(finished, confined=isolation is not None and isolation.confines)


def _run(
    command: Sequence[str],
    place: Confinement,
    isolation: Isolation | None,
    stopped: Callable[[], bool],
    hear: Hear,
    templates: Templates,
) -> Finished:
    """Run the command with the build tools of the isolation level.

    Raises OSError and LeftBehindError as `run` does, and _NotPreparedError.
    """

    def hear_last_line(output: str) -> None:
        hear(next(reversed(lines_of(output)), ""))

    def hear_and_ask() -> bool:
        # Otherwise the time of the build that is shown would stand still during the wait.
        hear("")
        return stopped()

    run_in = partial(
        run, isolation, command, seconds=BUILD_SECONDS, stopped=stopped, hear=hear_last_line
    )
    environment = clean_environment(place.home, {})
    if isolation is None or not isolation.confines:
        return run_in(place, {**environment, **toolchains.unconfined_tools().environment})
    writable = place.writable[0]
    with ExitStack() as stack:
        with _preparing("its folder cannot be locked for its build"):
            is_locked = stack.enter_context(alone(writable, BUILD_SECONDS, hear_and_ask))
        if not is_locked:
            if stopped():
                return Finished(None, "", stopped=True)
            raise _NotPreparedError(
                f"its build did not begin: other builds used {writable} for {BUILD_SECONDS:g} s"
            )
        linked = toolchains.may_link(isolation)
        with _preparing(f"its build cannot use the caches in {writable / toolchains.CACHES}"):
            caches = toolchains.make_caches(writable, unlinked=not linked)
            bot = BotToBuild(place.folder, caches, in_workspace=writable != place.folder)
            packages = Prebuilding(isolation, templates, stopped, hear).supply(bot, environment)
            own_tools = toolchains.confined_tools(
                place.folder, caches, place.home, environment["PATH"], linked=linked
            )

        def build(tools: toolchains.Tools) -> Finished:
            confinement = place._replace(readable=(*place.readable, *tools.readable))
            return run_in(confinement, {**environment, **tools.environment})

        finished = build(with_packages(own_tools, packages))
        if packages and finished.code and str(packages) in finished.output:
            # Probably the build failed to write to this folder, which is read-only since all builds
            # share it, as when its lock file lacks a package. So it gets a folder of its own.
            finished = build(own_tools)
        return finished


@contextmanager
def _preparing(problem: str) -> Iterator[None]:
    """Raise _NotPreparedError, whose text begins with `problem`, for an OSError in the context."""
    try:
        yield
    except OSError as error:
        raise _NotPreparedError(f"{problem}: {error.strerror or error}") from None


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
    cause, lines = cause_and_lines(finished.output)
    why = f": {cause}" if cause else ""
    return "\n".join([f"its build command {ending}{where}{why}", *lines])
