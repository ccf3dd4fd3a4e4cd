"""What a program uses is counted together with all that it started, and it has its own port."""

import pytest

from tests.sandbox.stage import ISOLATED, POSTS, Post, posts, stage

pytestmark = pytest.mark.slow


@posts(POSTS)
def test_what_it_used_is_known_while_it_runs(post: Post) -> None:
    with stage(post) as at, at.started("burning.py", 0.5, 64, until="burnt") as driver:
        driver.reached()
        told = driver.told()
    seconds, memory, peak = told["usage"]
    assert 0.45 <= seconds < 20, told
    assert 64 << 20 <= memory <= peak < 512 << 20


@posts(ISOLATED)
def test_a_port_leads_to_the_referee_and_no_other_does(post: Post) -> None:
    with stage(post) as at:
        told = at.run("caller.py", "@PORT", 1, port=50051)
    assert told["out"].split("\n")[:1] == ["heard HELLO"], told
    assert told["out"].split("\n")[1] in ("other ConnectionRefusedError", "other PermissionError")
    assert "udp refused" in told["out"]
