"""The command server (tests/e2e/command_server.py) that sees the games of installed packages.

The tests hide those from themselves.
"""

from importlib import reload

from referee.games import installed
from tests.e2e.command_server import main

if __name__ == "__main__":
    reload(installed)
    main()
