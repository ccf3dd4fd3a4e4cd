"""A hosted tournament with one honest remote bot, for a flood to hit."""

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean

import psutil
import trustme

from referee.record import Record
from tests.e2e.command import BOTS, finish, write_bot
from tests.e2e.hosting import HostAndBots, ended, host_and_bots, said, write_cup
from tests.e2e.processes import descendants, line, workers
from tests.root import ROOT
from tournaments.storage.store import Store

SOURCE = "127.0.0.7"
"""The attacker's address: another than the honest bot's, as on another machine."""
CONDUCT = (
    "conduct.decision_ms = {decision_ms}\nconduct.bank_ms = 0\nconduct.grace_ms = 0\n"
    "conduct.strikes = 0\nplay.matches_at_once = 1\n"
)
_HONEST = """
import os
import time
from pathlib import Path
from random import Random
from stych_bot import Bot, run

OVER = Path(os.environ["FLOOD_OVER"])
LAST = int(os.environ["FLOOD_MATCHES"]) - 10
seen = set()

class Honest(Bot):
    def choose(self, observation, legal):
        seen.add(self.match.seed)
        time.sleep(0.02 if len(seen) <= LAST or OVER.exists() else 0.3)
        moment = len(observation.public_view.history)
        return Random(f"{self.match.seed}/{moment}").randrange(len(legal))

run(Honest, games=["fox"])
"""
"""It takes a moment for each answer, and plays the same wherever in a match it begins.

In the last ten matches it takes longer until the flood is over, so that the tournament outlasts the
flood.
"""


@dataclass
class Result:
    """What came of a tournament under a flood."""

    matches: int
    faults: list[str]
    lost: int
    """How often the bot's connection was lost."""
    mean_ms: float
    """What an answer took in matches that began before the flood ended, by the bot's clock."""
    longest_ms: float
    mean_after_ms: float
    """The same in matches that began after the flood had ended."""
    longest_after_ms: float
    before_mb: dict[str, float]
    """What `resident_mb` gave before the flood."""
    after_mb: dict[str, float]
    sent: dict[str, int]
    refused: int
    """How many lines about refused connections the host printed."""
    plays: dict[str, str]
    """By id of the match: its record without what was measured."""

    def line(self) -> str:
        """All but the records."""
        return json.dumps({key: value for key, value in asdict(self).items() if key != "plays"})


def attack(
    kind: str, address: str, seconds: float, threads: int = 3, *, tls: bool = False
) -> dict[str, int]:
    """Run the flood to its end, and return what it sent."""
    line = [sys.executable, "-m", "tests.floods.attack", kind, address, str(seconds), str(threads)]
    line += [SOURCE, *(["tls"] if tls else [])]
    # It stands for another machine: of the processors of this one it gets what is left.
    line = ["nice", "-n", "19", *line]
    done = subprocess.run(
        line, cwd=ROOT, stdout=subprocess.PIPE, check=True, start_new_session=True
    )
    sent: dict[str, int] = json.loads(done.stdout)
    return sent


def resident_mb(pid: int) -> dict[str, float]:
    """The memory of the host's worker, and of the proxy before it; 0 where there is none."""
    proxies = [each for each in descendants(pid) if "referee.rpc.proxy" in line(each)]
    found = {"worker": 0.0, "proxy": 0.0}
    for name, processes in (("worker", workers(pid)), ("proxy", proxies)):
        for each in processes:
            with suppress(psutil.NoSuchProcess):
                found[name] += round(each.memory_info().rss / 1e6, 1)
    return found


def certificate(folder: Path) -> tuple[list[str], str]:
    """Make a certificate: the host's options for it, and the file that the bot is to trust."""
    authority = trustme.CA()
    issued = authority.issue_cert("127.0.0.1")
    chain, key, trusted = (folder / name for name in ("chain.pem", "key.pem", "trusted.pem"))
    chain.write_bytes(b"".join(pem.bytes() for pem in issued.cert_chain_pems))
    issued.private_key_pem.write_to_path(str(key))
    authority.cert_pem.write_to_path(str(trusted))
    return ["--tls-cert", str(chain), "--tls-key", str(key)], str(trusted)


def played(
    folder: Path,
    flood: Callable[[HostAndBots], dict[str, int]],
    *,
    boards: int,
    decision_ms: int,
    tls: bool = False,
) -> Result:
    """The tournament, played to its end; the flood begins with it, and is over before it."""
    honest = write_bot(folder / "honest", _HONEST)
    more = CONDUCT.format(decision_ms=decision_ms)
    file = write_cup(
        folder / "cup.toml", BOTS / "random", remote=("ann",), boards=boards, more=more
    )
    options, trusted = certificate(folder) if tls else ([], "")
    with host_and_bots(folder, file) as there:
        host = there.host(*options)
        over = folder / "over"
        told = {"FLOOD_OVER": str(over), "FLOOD_MATCHES": str(2 * boards)}
        bot = there.bot("ann", honest, **told, **({"STYCH_TLS": trusted} if tls else {}))
        said(host, "play begins")
        before = resident_mb(host.pid)
        sent = flood(there)
        end = datetime.now(UTC).isoformat()
        after = resident_mb(host.pid)
        over.touch()
        done = finish(host)
        assert done.code == 0, done
        ended(bot)
        with Store(there.data) as store:
            records = list(store.records("cup"))
    result = _result(records, done.out.count("ann: lost"), before, after, sent, end)
    refused = sum(line.startswith("refused") for line in done.out.splitlines())
    return replace(result, refused=refused)


def _result(
    records: list[Record],
    lost: int,
    before: dict[str, float],
    after: dict[str, float],
    sent: dict[str, int],
    end: str,
) -> Result:
    during = _times([each for each in records if each.measured.started < end])
    later = _times([each for each in records if each.measured.started >= end])
    return Result(
        matches=len(records),
        faults=[
            f"{record.seats[each.seat].entrant}: {each.fault.kind}: {each.fault.text}"
            for record in records
            for each in record.faults
        ],
        lost=lost,
        mean_ms=round(fmean(during), 1),
        longest_ms=max(during),
        mean_after_ms=round(fmean(later), 1),
        longest_after_ms=max(later),
        before_mb=before,
        after_mb=after,
        sent=sent,
        refused=0,
        plays={record.id: record.to_json(measured=False) for record in records},
    )


def _times(records: list[Record]) -> list[float]:
    """Milliseconds of each of the honest bot's answers; a single 0 if there are none."""
    return [
        milliseconds
        for record in records
        for seat, milliseconds in record.measured.thought
        if record.seats[seat].entrant == "ann"
    ] or [0.0]
