"""Programs that use up what they can: each stops by itself before the machine would suffer."""

from typing import Any

import pytest

from tests.sandbox.stage import ISOLATED, POSTS, Post, posts, stage

pytestmark = pytest.mark.slow

MB = 1 << 20
LIMITS = {
    "memory": 128 * MB,
    "processes": 24,
    "open_files": 64,
    "file_size": 16 * MB,
    "tmp": 24 * MB,
    "shared": 16 * MB,
}
OF_DESCRIPTORS = ("sockets", "hidden_sockets", "streams", "descriptors")
SLACK = 200
"""MB that may be used beyond the limit before a supervisor notices, if no group bounds the use."""


def bomb(
    post: Post, name: str, cap: int, wait: float = 0.0, **more: Any
) -> tuple[int, dict[str, Any]]:
    """How far it came, and how it ended."""
    limits = {**LIMITS, "open_files": 1024} if name in OF_DESCRIPTORS else LIMITS
    with stage(post) as at:
        told = at.run("bombs.py", name, cap, wait, limits=limits, **more)
    numbers = [int(line) for line in told["out"].split()]
    return max(numbers, default=0), told


@posts(POSTS)
@pytest.mark.parametrize("name", ["memory", "many", "shared"])
def test_memory_is_bounded_for_all_processes_together(post: Post, name: str) -> None:
    reached, told = bomb(post, name, 600, 20)
    peak = told["usage"][2]
    assert peak <= (128 + SLACK) * MB
    # Without a group a supervisor measures the use; the program may end before the first time.
    assert peak >= 64 * MB or (post.who == "user" and reached >= 64)
    assert told["code"] != 0
    assert "memory" in told["err"].lower()
    assert told["groups"] == 0


@posts(POSTS)
@pytest.mark.parametrize("name", ["sockets", "hidden_sockets", "hidden"])
def test_no_memory_is_out_of_sight(post: Post, name: str) -> None:
    reached, told = bomb(post, name, 768, 20)
    # Without a group a supervisor measures the use, seldom on a busy machine, but it does act.
    assert reached <= 128 or post.who == "user", told
    assert told["code"] != 0
    assert "memory" in told["err"].lower()


@posts([post for post in POSTS if post.level == "bubblewrap"])
def test_buffers_of_its_own_network_are_memory_too(post: Post) -> None:
    reached, told = bomb(post, "streams", 768, 20, port=50051)
    assert reached <= 128 or post.who == "user", told
    # A group keeps the buffers from growing, so the program need not be ended.
    assert post.who == "root" or "memory" in told["err"].lower()


@posts([post for post in POSTS if post.who == "user"])
def test_open_files_of_all_processes_are_bounded(post: Post) -> None:
    reached, told = bomb(post, "descriptors", 8800, 5)
    assert reached < 8800
    assert "more than the 4096 open files" in told["err"]


@posts(ISOLATED)
def test_files_without_a_name_count_as_memory_or_cannot_be_made(post: Post) -> None:
    reached, told = bomb(post, "nameless", 400)
    assert reached <= 128
    assert told["code"] != 0


@posts(POSTS)
@pytest.mark.parametrize("name", ["processes", "threads"])
def test_processes_are_bounded(post: Post, name: str) -> None:
    reached, told = bomb(post, name, 300, 2)
    # Without a group a supervisor counts them; there may be more before it does.
    assert reached < 24 or post.who == "user"
    assert told["code"] != 0
    assert reached < 24 or "more than the 24 processes" in told["err"]


@posts(POSTS)
def test_open_files_are_bounded(post: Post) -> None:
    reached, told = bomb(post, "files", 300)
    assert reached < 64
    assert "Too many open files" in told["err"]


@posts(POSTS)
def test_a_file_is_bounded(post: Post) -> None:
    reached, told = bomb(post, "one_file", 100)
    assert reached <= 16
    assert told["code"] != 0


@posts(ISOLATED)
def test_memory_cannot_be_locked(post: Post) -> None:
    assert bomb(post, "locked", 64)[0] == 0


@posts([post for post in POSTS if post.level == "bubblewrap"])
@pytest.mark.parametrize("name", ["tmp", "home", "shm"])
def test_places_to_write_to_are_bounded(post: Post, name: str) -> None:
    reached, told = bomb(post, name, 300)
    assert reached <= 24
    assert told["code"] != 0


@posts([post for post in POSTS if post.level == "landlock"])
@pytest.mark.parametrize("name", ["tmp", "shm"])
def test_landlock_leaves_no_place_but_home(post: Post, name: str) -> None:
    assert bomb(post, name, 64)[0] == 0
