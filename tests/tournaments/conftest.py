"""What several modules of these tests read and none of them writes to: it is made once."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def intact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tournament that was played, to be copied before it is tampered with."""
    # Most modules here need nothing of what this imports.
    from tests.tournaments.tampering import play_intact

    return play_intact(tmp_path_factory.mktemp("intact"))
