"""Builds: they write to their folder and reach the network, and see nobody else's files."""

import json

import pytest

from tests.sandbox.forked_driver import SECONDS
from tests.sandbox.stage import ISOLATED, Post, in_place_of, posts, stage

pytestmark = pytest.mark.slow


@posts(ISOLATED)
def test_a_build_has_its_folder_and_the_network_and_nothing_else(post: Post) -> None:
    with stage(post) as at:
        process = in_place_of(post, "tests.sandbox.builder", str(at.base), str(post.level))
        out, err = process.communicate(timeout=SECONDS)
        assert process.returncode == 0, err
    told = json.loads(out)
    assert (told["code"], told["made"], told["owner"]) == (3, "made", True), told
    for line in told["output"].split("\n")[:2]:
        assert line.endswith(("FileNotFoundError", "PermissionError", " 0")), told["output"]
    assert told["ended"] == [None, True, "begun\n"]
