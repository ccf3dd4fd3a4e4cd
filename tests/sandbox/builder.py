"""A process that has something built, as root or as a user: prints what came of it as JSON.

Its arguments are a folder and an isolation level. In the folder lie `folder` and `home`, those of
the build, and `rival`, the folder of another bot, which the build tries to list.
"""

import json
import os
import socket
import sys
from pathlib import Path

from referee.sandbox import cgroups, landlock
from referee.sandbox.building import place_to_build, run
from referee.sandbox.isolation import Isolation
from referee.sandbox.levels import IsolationLevel

CODE = """
import os, socket, sys, time
os.makedirs("build/deep")
open("build/deep/bot", "w").write("made")
socket.create_connection(("127.0.0.1", int(sys.argv[1]))).close()
socket.socket(type=socket.SOCK_DGRAM).close()
for path in sys.argv[2:]:
    try:
        print(path, len(os.listdir(path)))
    except OSError as error:
        print(path, type(error).__name__)
open(os.path.join(os.environ["HOME"], "cached"), "w").close()
sys.stdout.flush()
if os.fork() == 0:
    os.setsid()
    time.sleep(600)
os._exit(3)
"""


def main() -> None:
    base, level = Path(sys.argv[1]), IsolationLevel(sys.argv[2])
    isolation = Isolation(level, os.geteuid() == 0, cgroups.find(), landlock.version())
    server = socket.create_server(("127.0.0.1", 0))
    folder, home = base / "folder", base / "home"
    environment = {"PATH": os.defpath, "HOME": str(home), "TMPDIR": str(home)}
    port, rival = server.getsockname()[1], base / "rival"
    command = ["python3", "-c", CODE, str(port), str(rival), "/root"]
    place = place_to_build(folder, home)
    done = run(isolation, command, place, environment)
    slow = ["sh", "-c", "echo begun; touch begun; exec sleep 600"]
    begun = folder / "begun"
    ended = run(isolation, slow, place, environment, stopped=begun.exists)
    made = folder / "build" / "deep" / "bot"
    told = {
        "code": done.code,
        "output": done.output,
        "made": made.read_text(),
        "owner": made.stat().st_uid == folder.stat().st_uid == os.getuid(),
        "ended": [ended.code, ended.stopped, ended.output],
    }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
