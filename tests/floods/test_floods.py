"""Each flood in small form: an honest bot plays on as if there were none."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.e2e.hosting import HostAndBots
from tests.floods.host import Result, attack, played
from tests.floods.kinds import KINDS

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]

BOARDS = 12
DECISION_MS = 2000
SECONDS = 1.0
MOST_MB = 60
"""By how much a host may have grown after the floods of a test; one alone could cost hundreds."""

FRAMES = ("pings", "settings", "window updates", "priorities", "empty data")
CALLS = ("resets", "calls", "long headers", "headers without end", "health")
CONNECTIONS = ("connections", "connections with a call", "half-open", "slow")


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """The tournament without a flood."""
    folder = tmp_path_factory.mktemp("calm")
    return played(folder, lambda _: {}, boards=BOARDS, decision_ms=DECISION_MS)


MOST_LINES = 14
"""Lines about refused connections: two messages of up to seven lines, as there is one a minute."""


def test_every_flood_is_tried() -> None:
    assert {*FRAMES, *CALLS, *CONNECTIONS} == set(KINDS)


@pytest.mark.parametrize(
    ("kinds", "tls"),
    [
        pytest.param(FRAMES, False, id="frames"),
        pytest.param(CALLS, False, id="calls"),
        pytest.param(CONNECTIONS, False, id="connections"),
        pytest.param(("pings", "long headers", *CONNECTIONS[::2]), True, id="over TLS"),
    ],
)
def test_floods_without_a_token_change_nothing_for_an_honest_bot(
    kinds: Sequence[str], tls: bool, calm: Result, tmp_path: Path
) -> None:
    def flood(there: HostAndBots) -> dict[str, int]:
        for kind in kinds:
            sent = attack(kind, there.address, SECONDS, threads=2, tls=tls)
            # It came through to somebody: what nobody answers is no flood.
            assert sent["connections"], kind
        return {}

    found = played(tmp_path, flood, boards=BOARDS, decision_ms=DECISION_MS, tls=tls)
    assert (found.faults, found.lost) == ([], 0)
    assert found.plays == calm.plays
    assert found.refused <= MOST_LINES
    assert sum(found.after_mb.values()) - sum(found.before_mb.values()) < MOST_MB
