"""How the machines are made of the one that this runs on, and how a command is given on them."""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock
from typing import Final

from tests.machines import limits
from tests.machines.commands import BUBBLEWRAP, has_make, lay_out
from tests.machines.ending import StoppedError, finish
from tests.machines.interpreters import as_root, find
from tests.machines.machine import Machine, Who
from tests.machines.users import add_user, hand_over, remove_user

ROOT: Final = Path(__file__).parents[2]
_KEPT: Final = ("PIP_", "SSL_CERT_", "REQUESTS_CA_", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
"""How the machine reaches the package registries: no part of what is tried."""


@dataclass
class Builder:
    """A folder in which machines are made, by more than one thread."""

    base: Path
    bubblewrap: Path | None
    """The program, from wherever; None where there is none."""
    anew: bool = False
    """A checkout of its own for each machine."""
    stopping: Event = field(default_factory=Event)
    """Once it is set, what runs on the machines ends, and nothing more begins."""
    _user: pwd.struct_passwd | None = None
    _user_name: str = ""
    """Of a user who is there, or is just being made."""
    _checkouts: dict[object, Path] = field(default_factory=dict)
    _making: Lock = field(default_factory=Lock)
    """What machines share is made once: of two that want it at the same time, one waits."""

    def lacks(self, machine: Machine) -> str:
        """Why the machine cannot be made here; "" when it can."""
        if machine.who is Who.ROOT and not as_root():
            return "only root plays as root"
        if machine.bubblewrap and not self.bubblewrap:
            return "bubblewrap is neither on the PATH nor named (--bwrap)"
        if machine.container and not limits.AVAILABLE:
            return "no filter of system calls is known for this processor"
        if machine.who is Who.USER and as_root() and not shutil.which("useradd"):
            return "useradd is not installed, so no user can be made"
        with self._making:
            return _lacks_tools() or find(machine.interpreter, self.base)[1]

    def make(self, machine: Machine) -> "Made":
        """The machine, with a clone of what is committed.

        Unless `anew` is set, machines of one place share a clone and what earlier ones left there.
        Raises OSError, CalledProcessError, or StoppedError once `stopping` is set.
        """
        with self._making:
            if self.stopping.is_set():
                raise StoppedError
            return self._make(machine)

    def _make(self, machine: Machine) -> "Made":
        python, _ = find(machine.interpreter, self.base)
        assert python
        path = self.base / f"bin-{machine.interpreter}{'-bubblewrap' * machine.bubblewrap}"
        if not path.exists():
            lay_out(path, python)
            if machine.bubblewrap and self.bubblewrap:
                (path / BUBBLEWRAP).symlink_to(self.bubblewrap)
        checkout = self._checkout(machine)
        made = Made(machine, checkout, self._environment(machine, path), self.stopping)
        if machine.who is Who.USER and as_root():
            made.user = self._user = self._user or self._add_user()
            hand_over(self.base / f"of-{machine.name}", made.user)
            hand_over(checkout.parent, made.user)
        return made

    def _checkout(self, machine: Machine) -> Path:
        key = machine.name if self.anew else machine.place
        if key not in self._checkouts:
            folder = self.base / f"place-{len(self._checkouts)}" / machine.checkout
            folder.parent.mkdir()
            clone = ["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(folder)]
            subprocess.run(clone, check=True)
            self._checkouts[key] = folder
        return self._checkouts[key]

    def _environment(self, machine: Machine, path: Path) -> dict[str, str]:
        own = self.base / f"of-{machine.name}"
        own.mkdir()
        (own / "home").mkdir()
        kept = {name: value for name, value in os.environ.items() if name.upper().startswith(_KEPT)}
        told = {"PATH": str(path), "HOME": str(own / "home"), "LANG": "C.UTF-8"}
        if machine.temporary:
            told["TMPDIR"] = str(_long(own, machine.temporary))
        return kept | told

    def _add_user(self) -> pwd.struct_passwd:
        self._user_name = f"stych-{os.getpid()}"
        return add_user(self._user_name, self.base / "home-of-user")

    def close(self) -> None:
        """Remove the user and the folder; if the user stays, say so on standard error."""
        if self._user_name and (stays := remove_user(self._user_name)):
            sys.stderr.write(f"machines: {stays}\n")
        shutil.rmtree(self.base, ignore_errors=True)


@dataclass
class Made:
    """A machine that was made, on which commands can be given."""

    machine: Machine
    checkout: Path
    environment: Mapping[str, str]
    stopping: Event = field(default_factory=Event)
    user: pwd.struct_passwd | None = None

    def give(
        self, command: Sequence[str], log: Path, seconds: float
    ) -> "subprocess.CompletedProcess[str]":
        """A command in the checkout, killed after `seconds`; what it says is kept in the log too.

        Raises StoppedError once `stopping` is set: then it has ended, or does not begin.
        """
        if self.stopping.is_set():
            raise StoppedError
        program = shutil.which(command[0], path=self.environment["PATH"]) or command[0]
        process = subprocess.Popen(
            [*limits.entering(self.machine, self.user), program, *command[1:]],
            cwd=self.checkout,
            env=dict(self.environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        said = finish(process, seconds, self.stopping)
        with log.open("a") as file:
            file.write(f"$ {' '.join(command)}\n{said}exit code {process.returncode}\n")
        return subprocess.CompletedProcess(command, process.returncode, said)


def _lacks_tools() -> str:
    """Why no machine at all can be made here."""
    if not has_make():
        return "make is not installed"
    if not shutil.which("git"):
        return "git is not installed, and each machine gets a clone"
    if not (ROOT / ".git").exists():
        return f"{ROOT} is no clone of the repository (git clone), so nothing can be cloned"
    return ""


@contextmanager
def building(bubblewrap: str = "", *, anew: bool = False) -> Iterator[Builder]:
    """A Builder in a new folder; in the end the folder and the user that it made are removed."""
    found = bubblewrap or shutil.which(BUBBLEWRAP)
    base = Path(tempfile.mkdtemp(prefix="stych-machines-"))
    base.chmod(0o755)
    made = Builder(base, Path(found).resolve() if found else None, anew)
    try:
        yield made
    finally:
        made.close()


def _long(folder: Path, length: int) -> Path:
    """Makes a folder in `folder` whose path has `length` characters, if that is not too few."""
    missing = length - len(str(folder)) - 1
    place = folder / ("t" * max(missing, 1))
    place.mkdir()
    return place
