"""Chaos for as long as one likes: python -m tests.chaos KILLS [REAL] [SERVER] [SEED].

KILLS, REAL and SERVER are numbers of kills. KILLS hit the command in forks of this process, in
which workers are threads: several kills a second. REAL hit a real tournament: main process,
workers, supervisors, sandboxes and bots; a third of KILLS if not given. SERVER hit the command, a
server of PostgreSQL that has its results, or both; none if not given.
"""

import sys
import tempfile
import time
from pathlib import Path

from tests.chaos.kills import Campaign
from tests.chaos.real import RealCampaign
from tests.chaos.served import ServedCampaign
from tests.postgresql.server import new_server


def main(arguments: list[str]) -> int:
    """Ends by an AssertionError when anything was lost, or left behind."""
    kills, *more = map(int, arguments)
    real = more[0] if more else kills // 3
    server = more[1] if more[1:] else 0
    seed = more[2] if more[2:] else time.time_ns() % 2**32
    sys.stdout.write(f"seed {seed}\n")
    with tempfile.TemporaryDirectory(prefix="chaos-") as folder:
        for campaign, most in ((_play_forked, kills), (_play_real, real), (_play_served, server)):
            if most:
                campaign(Path(folder) / campaign.__name__, most, seed)
    return 0


def _play_forked(folder: Path, kills: int, seed: int) -> None:
    folder.mkdir()
    began = time.monotonic()
    campaign = Campaign(folder, seed)
    campaign.run(kills)
    sys.stdout.write(
        f"{campaign.kills} kills of the command in {campaign.finished} tournaments, nothing lost;"
        f" {campaign.worker_failures} runs ended because workers died;"
        f" {time.monotonic() - began:.0f} s\n"
    )


def _play_served(folder: Path, kills: int, seed: int) -> None:
    folder.mkdir()
    began = time.monotonic()
    with new_server() as server:
        campaign = ServedCampaign(folder, seed, server)
        campaign.run(kills)
    hit = ", ".join(f"{kind} {times}" for kind, times in campaign.hits.most_common())
    sys.stdout.write(
        f"{campaign.kills} kills with a server in {campaign.finished} tournaments (tried: {hit}),"
        f" nothing lost; {campaign.stopped} runs ended in a sentence;"
        f" {time.monotonic() - began:.0f} s\n"
    )


def _play_real(folder: Path, kills: int, seed: int) -> None:
    folder.mkdir()
    began = time.monotonic()
    campaign = RealCampaign(folder, seed, kills)
    campaign.run()
    hit = ", ".join(f"{kind} {times}" for kind, times in campaign.kills.most_common())
    sys.stdout.write(
        f"{campaign.kills.total()} kills in {campaign.finished} real tournaments ({hit}), nothing"
        f" lost and nothing left; {campaign.faults} faults of bots that were killed,"
        f" {campaign.worker_failures} runs ended because workers died;"
        f" {time.monotonic() - began:.0f} s\n"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
