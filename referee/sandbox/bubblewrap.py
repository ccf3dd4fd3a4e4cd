"""The command line of bubblewrap: a view of the machine in which nothing else exists."""

import errno
import os
import platform
import resource
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from referee.sandbox.confinement import Confinement, ResourceLimits
from referee.sandbox.runtime import SYSTEM, settings
from referee.sandbox.starting import STATUS

PACKAGES: Final = {"bwrap": "bubblewrap", "prlimit": "util-linux", "setpriv": "util-linux"}
"""The programs that the command line needs, and the packages that have them."""
# Handles of the supervisor's child. 8 is STATUS; the generated files follow from 10 on.
_SECCOMP, _FIRST_FILE = 9, 10
_RELAY: Final = Path(__file__).with_name("relay.py")
_RELAY_INSIDE: Final = "/run/stych/relay.py"
_NETWORK: Final = ("/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf")
_PROCESSORS: Final = tuple(Path("/sys/devices/system/cpu", name) for name in ("online", "possible"))
"""The files from which the C library counts processors. Where they are missing, its search leaves
an error number behind, and gRPC in C++ before the fix of grpc/grpc#35064 may take that for the
result of its connect."""
_COUNTS_BY_NAMESPACE: Final = (5, 14)
"""The kernel from which on a user's processes are counted in each user namespace by itself, so that
RLIMIT_NPROC bounds one bot and not all that the user runs."""


def command_line(
    command: Sequence[str], confinement: Confinement, filter_: bytes, uid: int | None
) -> tuple[list[str], dict[int, str]]:
    """The command, confined, and the files that bubblewrap finds open, in hexadecimal digits.

    As root the program runs under the `uid`, which nobody else has: bubblewrap itself sees what
    root sees and puts together the view, and the program has no rights left. Otherwise it runs in a
    user namespace, in which no other one can be made. Raises FileNotFoundError when one of PACKAGES
    is not installed.
    """
    files = {_SECCOMP: filter_}
    generated = _generated(uid, network=confinement.network)
    line = [_tool("bwrap"), *_apart(confinement, uid), *_system()]
    for number, (path, content) in enumerate(generated.items(), _FIRST_FILE):
        files[number] = content.encode()
        # Without a mode bubblewrap makes such files readable for their owner alone, which is root
        # when the program runs as another user.
        line += ["--perms", "0444", "--ro-bind-data", str(number), path]
    line += [*_places(confinement), *_view(confinement)]
    # Last of all mounts: nothing can be bound or made in a file system that is read-only already.
    line += ["--remount-ro", "/", "--remount-ro", "/dev", "--chdir", str(confinement.folder)]
    line += ["--json-status-fd", str(STATUS), "--seccomp", str(_SECCOMP), "--"]
    # The limits are set inside, where the kernel counts processes by the program's user namespace.
    line += _bounded(confinement.limits, uid)
    line += [*_relay(confinement), *command]
    return line, {number: data.hex() for number, data in files.items()}


def _apart(confinement: Confinement, uid: int | None) -> Iterator[str]:
    yield from ("--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try")
    # With a session of its own no program can put words into the terminal that the referee runs in.
    yield from ("--die-with-parent", "--new-session", "--hostname", "bot")
    if not confinement.network:
        yield "--unshare-net"
    if uid is None:
        yield from ("--unshare-user", "--disable-userns")
    else:
        # Started by root, bubblewrap would leave all capabilities to the program. These two are for
        # setpriv, which becomes the bot's user and gives them up.
        yield from ("--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")


def _system() -> Iterator[str]:
    for path in SYSTEM:
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))
        # Where /bin is a folder and not a link into /usr, it is bound by itself.
        elif path.exists():
            yield from (*_parents([path]), "--ro-bind", str(path), str(path))
    yield from ("--dir", "/etc", *_parents(settings()))
    for path in settings():
        yield from ("--ro-bind", str(path), str(path))


def _generated(uid: int | None, *, network: bool) -> Mapping[str, str]:
    """The files in /etc that are made for the bot; they tell nothing about other users or hosts."""
    number = os.getuid() if uid is None else uid
    group = os.getgid() if uid is None else uid
    files = {
        "/etc/passwd": f"bot:x:{number}:{group}:bot:/tmp:/bin/sh\n",
        "/etc/group": f"bot:x:{group}:\n",
    }
    if not network:
        files["/etc/hosts"] = "127.0.0.1 localhost bot\n::1 localhost\n"
        files["/etc/nsswitch.conf"] = "passwd: files\ngroup: files\nhosts: files\n"
    return files


def _places(confinement: Confinement) -> Iterator[str]:
    """What each Linux has; the places that it may write to lie in memory and have a size."""
    limits, home = confinement.limits, confinement.home
    yield from ("--dev", "/dev", "--proc", "/proc")
    # It lists locks of other processes in every namespace; docs/security.md promises that a bot
    # sees none of them.
    if Path("/proc/locks").exists():
        yield from ("--ro-bind", "/dev/null", "/proc/locks")
    # Bubblewrap starts nothing where it may not read what it is to bind.
    there = [path for path in _PROCESSORS if os.access(path, os.R_OK)]
    yield from _parents(there)
    for path in there:
        yield from ("--ro-bind", str(path), str(path))
    yield from ("--perms", "1777", "--size", str(limits.tmp), "--tmpfs", "/tmp")  # noqa: S108
    yield from ("--perms", "1777", "--size", str(limits.shared), "--tmpfs", "/dev/shm")  # noqa: S108
    # The new /tmp hides the real one, and already bounds what is written below it.
    if home.is_relative_to("/tmp"):  # noqa: S108
        yield from (*_parents([home]), "--perms", "0777", "--dir", str(home))
    else:
        place = ("--perms", "0777", "--size", str(limits.tmp), "--tmpfs", str(home))
        yield from (*_parents([home]), *place)


def _view(confinement: Confinement) -> Iterator[str]:
    """Binds all that it sees at the path that it has outside, so that links and scripts hold."""
    readable = {*confinement.readable, confinement.folder} - {*confinement.writable}
    binds = dict.fromkeys(readable, "--ro-bind")
    binds |= dict.fromkeys(confinement.writable, "--bind")
    seen = confinement.readable
    # A socket below a readable folder is there with that folder.
    if (socket := confinement.socket) and not any(map(socket.is_relative_to, seen)):
        binds[socket] = "--ro-bind"
    # The folders are made before anything is bound: a bound folder is read-only.
    yield from _parents(binds)
    # Sorted, an outer folder comes before what lies in it, which it would hide otherwise.
    for path in sorted(binds):
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))
        else:
            yield from (binds[path], str(path), str(path))
    if confinement.network:
        yield from chain(*(("--ro-bind-try", name, name) for name in _NETWORK))
    if _relayed(confinement):
        yield from ("--dir", "/run", "--dir", "/run/stych")
        yield from ("--ro-bind", str(_RELAY), _RELAY_INSIDE)


def _parents(paths: Sequence[Path] | Mapping[Path, str]) -> Iterator[str]:
    """Make the folders above the paths, open for everybody.

    The system's folders are there already.
    """
    above = {each for path in paths for each in path.parents if each != Path("/")}
    for folder in sorted(above):
        if not any(folder.is_relative_to(each) for each in SYSTEM):
            yield from ("--dir", str(folder))


def _bounded(limits: ResourceLimits, uid: int | None) -> Iterator[str]:
    if uid is not None:
        yield from (_tool("setpriv"), f"--reuid={uid}", f"--regid={uid}", "--clear-groups")
        yield from ("--inh-caps=-all", "--no-new-privs", "--")
    yield _tool("prlimit")
    for name, value in {
        "data": limits.memory,
        "fsize": limits.file_size,
        "nofile": limits.open_files,
        "nproc": _nproc(limits, uid),
        "core": 0,
        "memlock": 0,
    }.items():
        yield f"--{name}={_at_most(name, value)}"
    yield "--"


def _at_most(name: str, value: int) -> int:
    """The value, or our own hard limit if that is lower: nobody can be given more than we have."""
    hard = resource.getrlimit(getattr(resource, f"RLIMIT_{name.upper()}"))[1]
    return value if hard == resource.RLIM_INFINITY else min(value, hard)


def _tool(name: str) -> str:
    """The tool's path as the referee finds it, whatever the bot's PATH says.

    A link in a folder of the user's is followed into the system, since the view has only the
    system. Raises FileNotFoundError when it is not installed.
    """
    found = shutil.which(name)
    if found is None:
        raise FileNotFoundError(errno.ENOENT, f"{name} is not installed", name)
    inside = (place for place in (Path(found), Path(found).resolve()) if _of_system(place))
    return str(next(inside, found))


def _of_system(path: Path) -> bool:
    return any(map(path.is_relative_to, SYSTEM))


def _nproc(limits: ResourceLimits, uid: int | None) -> int:
    """The limit of processes; a loose one where the kernel counts all that the user runs."""
    release = tuple(int(each) for each in platform.release().split("-")[0].split(".")[:2])
    own = uid is not None or release >= _COUNTS_BY_NAMESPACE
    return limits.processes if own else limits.processes + 8192


def _relayed(confinement: Confinement) -> bool:
    return confinement.socket is not None and confinement.port is not None


def _relay(confinement: Confinement) -> list[str]:
    if not _relayed(confinement):
        return []
    python = str(Path(sys.executable).resolve())
    return [
        # -I and -S: nothing of the bot's folder or environment changes what this program imports.
        *(python, "-I", "-S", _RELAY_INSIDE),
        *(str(confinement.port), str(confinement.socket)),
    ]
