"""Runs a bot's build command, in a bounded time and with a bounded memory of what it prints."""

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
_NOTHING: Final[Templates] = MappingProxyType({})

Hear: TypeAlias = Callable[[str], None]
"""Is told the tools' last line several times a second while they run; "" if they printed none."""
Watch: TypeAlias = Callable[[str], AbstractContextManager[Hear]]
"""Shows that a bot, which is named, is being built for as long as the context lasts."""


@contextmanager
def unwatched(name: str) -> Iterator[Hear]:
    """A Watch that shows nothing of a build."""
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
    templates: Templates = _NOTHING,
) -> str:
    """Run the command in the folder.

    "" when all went well, else what went wrong, and the lines from the first error on.

    Its home is new and empty, and vanishes. Nothing that it started is left. It ends early when
    `stopped` says so, which is asked several times a second. `hear` is told how it goes on. On an
    isolation level that confines, it writes to the folder and the workspace around it alone;
    `by_itself`, and for agents, it passes over a workspace. There the build of a new bot begins
    with what its language has prepared, if that is one of the `templates`. Raises OSError when no
    temporary folder can be made.
    """
    home = PrivateFolder()
    try:
        # A workspace counts as only the user can make one: agents can as well.
        space = Workspace(folder) if by_itself or for_agents() else around(folder)
        place = place_to_build(folder, home.path, space.readable, space.folder)
        finished = _run(command, place, isolation, stopped, hear, templates)
    except OSError as error:
        known = not_there(command[0]) if isinstance(error, FileNotFoundError) else ""
        return f"its build command {command[0]!r} cannot be started: {error.strerror}{known}"
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
    """Run it with the tools of its isolation level. Raises OSError and LeftBehindError."""

    def heard(output: str) -> None:
        hear(next(reversed(lines_of(output)), ""))

    def waited() -> bool:
        hear("")
        return stopped()

    run_ = partial(run, isolation, command, seconds=BUILD_SECONDS, stopped=stopped, heard=heard)
    environment = clean_environment(place.home, {})
    if isolation is None or not _is_confined(isolation):
        return run_(place, {**environment, **toolchains.shared().environment})
    room = place.writable[0]
    with alone(room, BUILD_SECONDS, waited) as ours:
        if not ours:
            # Another build held the folder all the time: told like a build that took too long.
            return Finished(None, "", stopped=stopped())
        # On bubblewrap root puts together the view, so that closed folders are no hindrance.
        as_another = isolation.own_users and not isolation.private_network
        caches = toolchains.own_caches(room, as_another=as_another)
        path = environment["PATH"]
        wish = Wish(place.folder, caches, room != place.folder)
        fixed = Prebuilding(isolation, templates, stopped, hear).supply(wish, environment)
        tools = toolchains.apart(place.folder, caches, place.home, path, as_another=as_another)

        def build(these: toolchains.Tools) -> Finished:
            seen = place._replace(readable=(*place.readable, *these.readable))
            return run_(seen, {**environment, **these.environment})

        finished = build(reading(tools, fixed))
        if fixed and finished.code and str(fixed) in finished.output:
            # It wants to write there, as for packages that its lock file does not name yet.
            finished = build(tools)
        return finished


def _is_confined(isolation: Isolation | None) -> bool:
    return isolation is not None and isolation.level is not IsolationLevel.LIMITS


def _problem(finished: Finished, *, confined: bool) -> str:
    if finished.stopped:
        return "its build command was stopped"
    if finished.code == 0:
        return ""
    how = f"took more than {BUILD_SECONDS:g} s"
    if finished.code is not None:
        how = describe_exit(finished.code)
    where = " in its sandbox" if confined else ""
    cause, lines = explained(finished.output)
    why = f": {cause}" if cause else ""
    return "\n".join([f"its build command {how}{where}{why}", *lines])
