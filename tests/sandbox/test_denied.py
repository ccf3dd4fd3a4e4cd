"""What a confined program must not be able to do, tried by one that does its worst."""

import json
import os
import secrets
from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.stage import ISOLATED, POSTS, Post, Stage, listening, posts, stage

pytestmark = pytest.mark.slow

OPEN_TO_LANDLOCK = {"socket_of_rival"}
"""Of the same user, a socket that has a path can be called."""


def hostile(at: Stage) -> dict[str, Any]:
    """What the probes tell, of a stage with everything on it."""
    abstract, rival = f"stych-{secrets.token_hex(8)}", at.base / "rival-home" / "referee.sock"
    places = {
        "database": str(at.base / "stych.sqlite"),
        "rival": str(at.base / "rival"),
        "rival_socket": str(rival),
        "tmp": str(at.base / "tmp.txt"),
        "user_home": str(Path.home()),
        "may_see": [".pyenv"],
        "abstract": abstract,
        "referee": "@REFEREE",
        "address": "@SECRET_ADDRESS",
        "tcp": "@TCP",
        "socket": str(at.base / "home" / "referee.sock"),
    }
    with listening(str(rival)), listening(f"\0{abstract}"):
        rival.chmod(0o777)
        if at.post.who == "user":
            os.chown(rival, at.base.stat().st_uid, -1)
        told = at.run("probes.py", json.dumps(places))
    assert told["code"] == 0, told["err"]
    found: dict[str, Any] = json.loads(told["out"])
    return found


@posts(ISOLATED)
def test_what_must_be_denied_is_denied(post: Post) -> None:
    with stage(post) as at:
        found = hostile(at)
        assert not (at.base / "folder" / "note").exists()
    assert found["good"]
    allowed = {name for name, came in found["probes"].items() if came == "allowed"}
    known = OPEN_TO_LANDLOCK if str(post) == "landlock-user" else set()
    assert allowed == known, found["probes"]
    own = found["own"]
    assert own["capabilities"] == 0
    assert own["uid"] != 0
    assert (own["no_new_privileges"], own["filtered"]) == ("1", "2")


@posts(POSTS)
def test_it_finds_nothing_of_the_referees(post: Post) -> None:
    with stage(post) as at:
        own = hostile(at)["own"]
    assert own["files"] == [0, 1, 2]
    assert "CANARY" not in own["environment"]
    assert own["environment"]["HOME"] == own["environment"]["TMPDIR"] == str(at.base / "home")


@posts([post for post in POSTS if post.level == "limits"])
def test_limits_are_no_isolation(post: Post) -> None:
    """The probes do find what is open: where nothing is closed, they say so."""
    with stage(post) as at:
        probes = hostile(at)["probes"]
    for name in ("read_database", "read_rival", "write_own_folder", "tcp", "udp", "see_referee"):
        assert probes[name] == "allowed", name
