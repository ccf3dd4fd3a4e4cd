"""No orphan and no control group of a program is left, and its exit status is told as it was."""

import os
import secrets
import signal

import pytest

from tests.e2e.processes import until
from tests.sandbox.stage import POSTS, Post, posts, running, stage

pytestmark = pytest.mark.slow


@posts(POSTS)
def test_an_orphan_is_gone_when_the_program_has_ended(post: Post) -> None:
    mark = secrets.token_hex(8)
    with stage(post) as at:
        told = at.run("orphan.py", mark, 0.2)
        assert told["code"] == 0, told
        assert told["out"] == "left\n"
        assert running(mark) == []
        assert told["groups"] == 0


@posts(POSTS)
def test_an_orphan_is_gone_when_the_program_is_ended(post: Post) -> None:
    mark = secrets.token_hex(8)
    with stage(post) as at, at.started("orphan.py", mark, 600, until="left") as driver:
        driver.reached()
        assert running(mark)
        told = driver.told()
        assert (told["code"], told["groups"]) == (-9, 0)
        assert running(mark) == []


@posts(POSTS)
def test_all_is_gone_when_the_referee_is_killed(post: Post) -> None:
    mark = secrets.token_hex(8)
    with stage(post) as at, at.started("orphan.py", mark, 600, until="left") as driver:
        driver.reached()
        assert running(mark)
        driver.kill()
        until(lambda: running(mark) == [])


# On the other levels an orphan lives until the worker ends (docs/security.md).
@posts([post for post in POSTS if post.level == "bubblewrap"])
def test_all_is_gone_when_the_supervisor_is_killed(post: Post) -> None:
    mark = secrets.token_hex(8)
    with stage(post) as at, at.started("orphan.py", mark, 600, until="left") as driver:
        supervisor = driver.reached()["supervisor"]
        assert running(mark)
        os.kill(supervisor, signal.SIGKILL)
        until(lambda: running(mark) == [])
        assert driver.told()["groups"] == 0


@posts(POSTS)
def test_all_is_gone_after_sigterm_however_often_it_comes(post: Post) -> None:
    """As a service manager sends it to all processes, and a person who is in a hurry."""
    mark = secrets.token_hex(8)
    with stage(post) as at, at.started("orphan.py", mark, 600, until="left") as driver:
        supervisor = driver.reached()["supervisor"]
        assert running(mark)

        def gone() -> bool:
            for _ in range(1000):
                os.kill(supervisor, signal.SIGTERM)
            return not running(mark)

        until(gone)
        assert (told := driver.told())["code"] == -9, told


@posts(POSTS)
def test_who_forks_faster_than_one_can_look_is_caught(post: Post) -> None:
    mark = secrets.token_hex(8)
    with stage(post) as at, at.started("forking.py", mark, until="left") as driver:
        driver.reached()
        driver.told()
        assert running(mark) == []


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("import sys; sys.exit(7)", 7),
        ("import os; os.kill(os.getpid(), 11)", -11),
        ("import os; os.abort()", -6),
    ],
)
@posts(POSTS)
def test_its_end_is_told_as_it_was(post: Post, code: str, told: int) -> None:
    with stage(post) as at:
        (at.base / "folder" / "ending.py").write_text(code)
        assert at.run("ending.py")["code"] == told
