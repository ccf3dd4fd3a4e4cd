"""How often an entrant meets a deal, by format: `python -m tests.tournaments.how_often`."""

import sys
from collections import Counter
from typing import Final

from tournaments.core.dealing import MOST_ENCOUNTERS, Deals, deal_of, encounters
from tournaments.core.fixtures import Fixture
from tournaments.formats.field import Field
from tournaments.formats.registry import FORMATS

CASES: Final = (
    *[(form, 6, seats) for form in ("round-robin", "gauntlet") for seats in (2, 3, 5)],
    *[(form, 6, 2) for form in ("rounds", "swiss", "ladder")],
    *[("duel", 2, seats) for seats in (2, 3, 5)],
    *[("self-play", 6, 3), ("mixed-teams", 6, 3), ("all-teams", 6, 2), ("all-teams", 12, 3)],
)
"""Format, entrants, seats."""


def stage(form: str, entrants: int, seats: int) -> list[Fixture]:
    """The first stage; the later ones are like it."""
    names = {f"bot{number:02}": 1 for number in range(entrants)}
    cooperative = bool(FORMATS[form].team_text)
    field = Field("cup", names, seats, 2, hero="bot00", cooperative=cooperative)
    return next(FORMATS[form].stages(field))


def most(fixtures: list[Fixture], deals: Deals) -> int:
    """The most matches of an entrant on one deal."""
    met = Counter((name, deal_of(each, deals)) for each in fixtures for name in {*each.seats})
    return max(met.values())


def main() -> None:
    """Print the rows of the table in docs/ratings.md (Who shares a deal), one for each case."""
    for form, entrants, seats in CASES:
        fixtures = stage(form, entrants, seats)
        found = [encounters(each, "duplicate") for each in fixtures]
        kept = 1 + max(max(each.values()) for each in found if each is not None)
        fresh = sum(each is None for each in found) / len(found)
        sys.stdout.write(
            f"| {form} | {entrants} | {seats} | {most(fixtures, 'board')}"
            f" | {most(fixtures, 'duplicate')} | {kept}"
            f" | {f'{100 * fresh:.0f} % of the matches' if fresh else ''} |\n"
        )
    sys.stdout.write(f"Encounters with processes at most: {MOST_ENCOUNTERS}.\n")


if __name__ == "__main__":
    main()
