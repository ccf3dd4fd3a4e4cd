"""The command line of bubblewrap, which gives a program a view of the machine of its own."""

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

from referee.sandbox.confinement import FURTHER_TASKS, Confinement, ResourceLimits
from referee.sandbox.runtime import SYSTEM, settings
from referee.sandbox.starting import STATUS_HANDLE

PACKAGES: Final = {"bwrap": "bubblewrap", "prlimit": "util-linux", "setpriv": "util-linux"}
"""The programs that the command line needs, each with the package that has it."""
# Numbers of handles that are open in the supervisor's child: the filter's, and that of the first
# generated file. The number before these two is STATUS_HANDLE.
_SECCOMP, _FIRST_FILE = 9, 10
_RELAY: Final = Path(__file__).with_name("relay.py")
# The path of relay.py in the bot's view, which need not have the folder of this package.
_RELAY_INSIDE: Final = "/run/stych/relay.py"
# The machine's files by which programs find the addresses of hosts; shown only with the network.
_NETWORK: Final = ("/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf")
_PROCESSORS: Final = tuple(Path("/sys/devices/system/cpu", name) for name in ("online", "possible"))
"""The files from which the C library counts processors. If they are missing, the C library leaves
an error number in `errno`, and gRPC in C++ before the fix of grpc/grpc#35064 may take that number
for the result of its `connect`."""
_COUNTS_BY_NAMESPACE: Final = (5, 14)
"""The first version of the kernel that counts a user's processes separately in each user namespace,
so that RLIMIT_NPROC bounds one bot and not everything that the user runs."""


def command_line(
    command: Sequence[str], confinement: Confinement, filter_: bytes, uid: int | None
) -> tuple[list[str], dict[int, str]]:
    """The command line that runs `command` confined, and the files that have to be open for it.

    These are the contents, in hexadecimal digits, by the number of the handle at which bubblewrap
    finds the file. `filter_` is the filter of system calls.

    As root, pass a `uid` that nobody else has: bubblewrap makes the view as root, and the program
    runs as that user without any rights. With None the program runs in a user namespace, in which
    it cannot make another one. Raises FileNotFoundError when a program is missing that the command
    line needs (PACKAGES).
    """
    files = {_SECCOMP: filter_}
    generated = _generated(uid, network=confinement.network)
    line = [_tool("bwrap"), *_namespaces(confinement, uid), *_system()]
    for number, (path, content) in enumerate(generated.items(), _FIRST_FILE):
        files[number] = content.encode()
        # Without --perms bubblewrap makes the file readable only for its owner, which is root when
        # the program runs as another user.
        line += ["--perms", "0444", "--ro-bind-data", str(number), path]
    line += [*_places(confinement), *_view(confinement)]
    # After all mounts, since nothing can be bound or made in a file system that is read-only.
    line += ["--remount-ro", "/", "--remount-ro", "/dev", "--chdir", str(confinement.folder)]
    line += ["--json-status-fd", str(STATUS_HANDLE), "--seccomp", str(_SECCOMP), "--"]
    # The limits are set inside, where the kernel counts processes by the program's user namespace.
    line += _bounded(confinement.limits, uid)
    line += [*_relay(confinement), *command]
    return line, {number: data.hex() for number, data in files.items()}


def _namespaces(confinement: Confinement, uid: int | None) -> Iterator[str]:
    yield from ("--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try")
    # In a new session the program cannot put input into the terminal that the referee runs in.
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
        # On some systems /bin is a folder and not a link into /usr.
        elif path.exists():
            yield from (*_parents([path]), "--ro-bind", str(path), str(path))
    yield from ("--dir", "/etc", *_parents(settings()))
    for path in settings():
        yield from ("--ro-bind", str(path), str(path))


def _generated(uid: int | None, *, network: bool) -> Mapping[str, str]:
    """The contents by path of the files in /etc that are made for the bot.

    They tell nothing about other users or hosts.
    """
    user = os.getuid() if uid is None else uid
    group = os.getgid() if uid is None else uid
    files = {
        "/etc/passwd": f"bot:x:{user}:{group}:bot:/tmp:/bin/sh\n",
        "/etc/group": f"bot:x:{group}:\n",
    }
    if not network:
        files["/etc/hosts"] = "127.0.0.1 localhost bot\n::1 localhost\n"
        files["/etc/nsswitch.conf"] = "passwd: files\ngroup: files\nhosts: files\n"
    return files


def _places(confinement: Confinement) -> Iterator[str]:
    """Options for /dev, /proc, /tmp, /dev/shm and the home; the last three have bounded memory."""
    limits, home = confinement.limits, confinement.home
    yield from ("--dev", "/dev", "--proc", "/proc")
    # /proc/locks lists locks of processes outside of the bot's namespaces too, and docs/security.md
    # promises that a bot sees no locks of others.
    if Path("/proc/locks").exists():
        yield from ("--ro-bind", "/dev/null", "/proc/locks")
    # Bubblewrap fails if it is told to bind a file that it may not read.
    processors = [path for path in _PROCESSORS if os.access(path, os.R_OK)]
    yield from _parents(processors)
    for path in processors:
        yield from ("--ro-bind", str(path), str(path))
    yield from ("--perms", "1777", "--size", str(limits.tmp), "--tmpfs", "/tmp")  # noqa: S108
    yield from ("--perms", "1777", "--size", str(limits.shared), "--tmpfs", "/dev/shm")  # noqa: S108
    # The new /tmp hides the real one, and its size already bounds a home below it.
    if home.is_relative_to("/tmp"):  # noqa: S108
        yield from (*_parents([home]), "--perms", "0777", "--dir", str(home))
    else:
        mount = ("--perms", "0777", "--size", str(limits.tmp), "--tmpfs", str(home))
        yield from (*_parents([home]), *mount)


def _view(confinement: Confinement) -> Iterator[str]:
    """Options that bind the files of the confinement at the paths that they have outside.

    So links, and paths in scripts, lead to the same files inside.
    """
    readable = {*confinement.readable, confinement.folder} - {*confinement.writable}
    binds = dict.fromkeys(readable, "--ro-bind")
    binds |= dict.fromkeys(confinement.writable, "--bind")
    seen = confinement.readable
    # A socket in a readable folder is bound with that folder.
    if (socket := confinement.socket) and not any(map(socket.is_relative_to, seen)):
        binds[socket] = "--ro-bind"
    # The folders above are made before anything is bound: most bound folders are read-only.
    yield from _parents(binds)
    # Sorted, since an outer folder has to be bound before a path in it, which it would else hide.
    for path in sorted(binds):
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))
        else:
            yield from (binds[path], str(path), str(path))
    if confinement.network:
        yield from chain(*(("--ro-bind-try", name, name) for name in _NETWORK))
    if _is_relayed(confinement):
        yield from ("--dir", "/run", "--dir", "/run/stych")
        yield from ("--ro-bind", str(_RELAY), _RELAY_INSIDE)


def _parents(paths: Sequence[Path] | Mapping[Path, str]) -> Iterator[str]:
    """Options that make the folders above the paths, except for those in SYSTEM.

    Everybody may enter the folders that are made.
    """
    above = {each for path in paths for each in path.parents if each != Path("/")}
    for folder in sorted(above):
        if not any(folder.is_relative_to(each) for each in SYSTEM):
            yield from ("--dir", str(folder))


def _bounded(limits: ResourceLimits, uid: int | None) -> Iterator[str]:
    """The commands before the program's own: they change to the user and set the limits."""
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
        yield f"--{name}={_allowed(name, value)}"
    yield "--"


def _allowed(name: str, value: int) -> int:
    """The value, or this process's hard limit if that is lower: only root could raise that."""
    hard = resource.getrlimit(getattr(resource, f"RLIMIT_{name.upper()}"))[1]
    return value if hard == resource.RLIM_INFINITY else min(value, hard)


def _tool(name: str) -> str:
    """The tool's path, found on the referee's PATH and not on the bot's.

    A link outside of SYSTEM is replaced by its target if that lies in SYSTEM, since the view need
    not have the link. Raises FileNotFoundError when the tool is not installed.
    """
    tool = shutil.which(name)
    if tool is None:
        raise FileNotFoundError(errno.ENOENT, f"{name} is not installed", name)
    inside = (path for path in (Path(tool), Path(tool).resolve()) if _of_system(path))
    return str(next(inside, tool))


def _of_system(path: Path) -> bool:
    return any(map(path.is_relative_to, SYSTEM))


def _nproc(limits: ResourceLimits, uid: int | None) -> int:
    """The limit of processes, with FURTHER_TASKS where the kernel counts all those of the user."""
    release = tuple(int(each) for each in platform.release().split("-")[0].split(".")[:2])
    counted_alone = uid is not None or release >= _COUNTS_BY_NAMESPACE
    return limits.processes if counted_alone else limits.processes + FURTHER_TASKS


def _is_relayed(confinement: Confinement) -> bool:
    return confinement.socket is not None and confinement.port is not None


def _relay(confinement: Confinement) -> list[str]:
    """The command's beginning, by which relay.py serves the port; [] if nothing is relayed."""
    if not _is_relayed(confinement):
        return []
    python = str(Path(sys.executable).resolve())
    return [
        # -I and -S: nothing of the bot's folder or environment changes what this program imports.
        *(python, "-I", "-S", _RELAY_INSIDE),
        *(str(confinement.port), str(confinement.socket)),
    ]
