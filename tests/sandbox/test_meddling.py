"""What a confined program must not be able to do to those beside it, nor tell them."""

import fcntl
import json
import os
from typing import Any

import pytest

from tests.sandbox.stage import ISOLATED, POSTS, Post, posts, stage

pytestmark = pytest.mark.slow


def meddled(post: Post) -> dict[str, Any]:
    """What the probes tell; a lock is held meanwhile on a file that they can read."""
    with stage(post) as at:
        owned, locked = at.base / "folder" / "bot.toml", at.base / "folder" / "probes.py"
        places = {"referee": "@REFEREE", "owned": str(owned), "locked": str(locked)}
        with locked.open() as file:
            fcntl.lockf(file, fcntl.LOCK_SH)
            before = owned.stat()
            told = at.run("meddling.py", json.dumps(places))
        assert told["code"] == 0, told["err"]
        after = owned.stat()
    if post in ISOLATED:
        assert (after.st_mode, after.st_mtime) == (before.st_mode, before.st_mtime)
        assert (after.st_uid, after.st_gid) == (before.st_uid, before.st_gid)
    found: dict[str, Any] = json.loads(told["out"])
    return found


@posts(ISOLATED)
def test_it_neither_harms_those_beside_it_nor_tells_them_anything(post: Post) -> None:
    found = meddled(post)
    assert found["good"]
    allowed = {name for name, came in found["probes"].items() if came == "allowed"}
    assert allowed == set(), found["probes"]


@posts([post for post in POSTS if str(post) == "limits-user"])
def test_without_isolation_it_could_do_nearly_all_of_it(post: Post) -> None:
    """The probes do find what is open, so that what they do not find is closed."""
    probes = meddled(post)["probes"]
    kept = {name for name, came in probes.items() if came != "allowed"}
    # Attributes and flags depend on the file system, the rest on the machine: on the locks of
    # other programs, on whether /proc/locks is hidden, and on the limit for pipes.
    may_fail = {"attributes", "flags", "write_lock_on_a_device", "list_of_locks", "larger_pipes"}
    assert kept <= may_fail | ({"priority_of_the_user"} if os.geteuid() else set()), probes
