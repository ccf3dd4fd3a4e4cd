"""A referee for one confined program, in a process of its own: it may be root, a user, or killed.

Beside the sandbox it needs only the standard library. Its only argument is a JSON object, as
`Stage.started` makes it. Without a `program` in it, it only finds out which level works here.
"""

import ctypes
import json
import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from referee.sandbox import cgroups, landlock
from referee.sandbox.confined_process import ConfinedProcess
from referee.sandbox.confinement import Confinement, ResourceLimits
from referee.sandbox.isolation import Isolation
from referee.sandbox.levels import IsolationLevel
from referee.sandbox.probe import find_isolation

SECRET = ctypes.create_string_buffer(b"the cards")


def main() -> None:
    drive(json.loads(sys.argv[1]))


def drive(told: dict[str, Any]) -> None:
    """Run the program that `told` names to its end; without one, tell the level that works here."""
    level = IsolationLevel(told["level"])
    if "program" in told:
        # Another driver has found out before that the level works here.
        isolation = Isolation(level, os.geteuid() == 0, cgroups.find(), landlock.version())
        Run(told, isolation).run()
        return
    found = find_isolation(best=level)
    assert found
    say({"level": found.level, "lacks": found.missing, "groups": found.cgroups is not None})


def say(what: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


class Run:
    """One program from its start to its end."""

    def __init__(self, told: dict[str, Any], isolation: Isolation) -> None:
        self.told = told
        self.base = Path(told["base"])
        self.isolation = isolation
        self.socket = listen(str(self.base / "home" / "referee.sock"))
        self.tcp = socket.create_server(("127.0.0.1", 0))
        answer(self.tcp)
        answer(self.socket)

    def run(self) -> None:
        told = self.told
        confined = self.confined()
        output = (self.base / "stdout.txt", self.base / "stderr.txt")
        with output[0].open("wb") as out, output[1].open("wb") as err:
            try:
                supervisor = subprocess.Popen(
                    confined.argv,
                    env=confined.environment,
                    stdin=confined.stdin,
                    stdout=out,
                    stderr=err,
                    start_new_session=True,
                )
                confined.started(supervisor.pid)
                (self.base / "folder" / "supervisor").write_text(str(supervisor.pid))
                if word := told.get("until"):
                    self.wait_for(output[0], word)
                    say({"reached": word, "supervisor": supervisor.pid})
                    sys.stdin.readline()
                    usage = confined.usage()
                    confined.end()
                    code = supervisor.wait(60)
                else:
                    code = wait(supervisor, confined)
                    usage = confined.usage()
            finally:
                confined.release()
        say(
            {
                "code": code,
                "out": output[0].read_text(errors="replace"),
                "err": output[1].read_text(errors="replace"),
                "usage": [usage.cpu_seconds, usage.memory, usage.peak],
                "groups": groups_left(self.isolation),
            }
        )

    def confined(self) -> ConfinedProcess:
        told = self.told
        home, folder = self.base / "home", self.base / "folder"
        port = told.get("port")
        if port is not None and not self.isolation.private_network:
            port = self.tcp.getsockname()[1]
        confinement = Confinement(
            folder,
            home,
            socket=home / "referee.sock",
            port=port,
            limits=ResourceLimits(**told.get("limits", {})),
        )
        environment = {
            "PATH": f"{Path(sys.executable).parent}:{os.defpath}",
            "HOME": str(home),
            "TMPDIR": str(home),
            "LANG": "C.UTF-8",
            "PYTHONUNBUFFERED": "1",
        }
        arguments = [self.filled(str(each), port) for each in told.get("arguments", [])]
        command = ["python3", told["program"], *arguments]
        return self.isolation.confine(command, confinement, environment)

    def filled(self, argument: str, port: int | None) -> str:
        """The argument, in which values that only this process knows replace their names."""
        known = {
            "REFEREE": str(os.getpid()),
            "TCP": str(self.tcp.getsockname()[1]),
            "PORT": str(port),
            "SECRET_ADDRESS": str(ctypes.addressof(SECRET)),
        }
        for name, value in known.items():
            argument = argument.replace(f'"@{name}"', value).replace(f"@{name}", value)
        return argument

    def wait_for(self, path: Path, word: str) -> None:
        end = time.monotonic() + 60
        while word not in path.read_text(errors="replace"):
            if time.monotonic() > end:
                sys.exit(f"the program never said {word!r}")
            time.sleep(0.02)


def wait(supervisor: "subprocess.Popen[bytes]", confined: ConfinedProcess) -> int:
    """The supervisor's exit code, when it has ended.

    Usage is read until then: without a control group only such readings show the peak.
    """
    end = time.monotonic() + 90
    while time.monotonic() < end:
        confined.usage()
        try:
            return supervisor.wait(0.05)
        except subprocess.TimeoutExpired:
            continue
    sys.exit("the program did not end")


def listen(path: str) -> socket.socket:
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    server.listen(8)
    return server


def answer(server: socket.socket) -> None:
    """Answer everybody who calls: with what they say, in capitals."""

    def serve() -> None:
        while True:
            line, _ = server.accept()
            with line:
                if data := line.recv(100):
                    line.sendall(data.upper())

    threading.Thread(target=serve, daemon=True).start()


def groups_left(isolation: Isolation) -> int:
    """How many control groups that this process made for bots are left."""
    if not isolation.cgroups:
        return 0
    places = filter(None, {isolation.cgroups.unified, *isolation.cgroups.controllers.values()})
    return sum(1 for place in places for _ in place.glob(f"stych-bot-{os.getpid()}-*"))


if __name__ == "__main__":
    main()
