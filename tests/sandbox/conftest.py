"""Hostile programs are started here: only by `make sandbox`, until bots are started in it."""

import os

collect_ignore_glob = [] if os.environ.get("STYCH_SANDBOX_TESTS") else ["test_*.py"]
