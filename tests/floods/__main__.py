"""The figures of docs/reliability.md: python -m tests.floods [SECONDS] [KIND[+tls] ...].

Each flood goes on for so long against a host with an honest bot, which plays on meanwhile.
"""

import sys
import tempfile
from pathlib import Path

from tests.e2e.hosting import HostAndBots
from tests.floods import host
from tests.floods.kinds import KINDS

_MATCHES_A_SECOND = 5
"""How many are set up for each second of the flood: more than are played in it, so that some are
left for when it is over."""
_TLS = ("pings", "connections", "half-open")


def main(arguments: list[str]) -> int:
    """Print a name and figures as JSON for each flood, and first for a tournament without a flood.

    Before the first flood over TLS there is such a tournament over TLS as well.
    Returns 0, also if a flood changed something.
    """
    seconds = float(arguments[0]) if arguments else 10.0
    kinds = arguments[1:] or [*KINDS, *(f"{kind}+tls" for kind in _TLS)]
    boards = max(1, int(seconds * _MATCHES_A_SECOND / 2))
    calm: dict[bool, host.Result] = {}
    for each in kinds:
        kind, _, suffix = each.partition("+")
        tls = suffix == "tls"
        if tls not in calm:
            calm[tls] = _play(f"calm{'+tls' if tls else ''}", None, seconds, boards, tls=tls)
        result = _play(each, kind, seconds, boards, tls=tls)
        if result.plays != calm[tls].plays:
            sys.stdout.write(f"{each}: the records differ from the undisturbed ones\n")
    return 0


def _play(name: str, kind: str | None, seconds: float, boards: int, *, tls: bool) -> host.Result:
    def flood(there: HostAndBots) -> dict[str, int]:
        return host.attack(kind, there.address, seconds, tls=tls) if kind else {}

    with tempfile.TemporaryDirectory(prefix="floods-") as folder:
        result = host.played(Path(folder), flood, boards=boards, decision_ms=2000, tls=tls)
    sys.stdout.write(f"{name}: {result.line()}\n")
    sys.stdout.flush()
    return result


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
