"""What the matches amount to before anything is rated: whole blocks, and counts by entrant.

Sums are of whole numbers, so that no order of anything can change a bit. A rank point is one
entrant beaten in a match; a tie is half of one. They are counted in halves.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.schedule import Block, Fixture

_NORMAL_95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Played:
    """A match that was played and counts: no void."""

    fixture: Fixture
    places: tuple[int, ...]
    """By seat; 1 is best, ties share."""
    points: tuple[int, ...]
    """The game's own, by seat."""
    faults: tuple[tuple[str, str], ...] = ()
    """Entrant and kind, such as ("ann 2", "late")."""


def checked(
    entrants: Sequence[str], played: Iterable[Played], withdrawn: Collection[str]
) -> list[Played]:
    """The matches by id, each once. Raises ValueError for what does not fit together."""
    known, by_id = set(entrants), dict[str, Played]()
    if strangers := sorted(set(withdrawn) - known):
        raise ValueError(f"only an entrant can be withdrawn, not {strangers}")
    for match in played:
        _check(match, known)
        if by_id.setdefault(match.fixture.id, match) != match:
            raise ValueError(f"two matches under one id: {by_id[match.fixture.id]} and {match}")
    matches = [by_id[key] for key in sorted(by_id)]
    if len(sizes := sorted({len(match.places) for match in matches})) > 1:
        raise ValueError(f"all matches of a table have the same number of seats, not {sizes}")
    return matches


def _check(match: Played, known: Collection[str]) -> None:
    fixture = match.fixture
    if strangers := sorted(set(fixture.seats) - set(known)):
        raise ValueError(f"a match of some who are not entrants: {strangers}")
    if tuple(sorted(fixture.seats)) != fixture.block.entrants:
        raise ValueError(f"the seats of a fixture are its block's entrants, not {fixture}")
    if not 0 <= fixture.seating < fixture.block.seatings:
        raise ValueError(f"seatings go from 0 to {fixture.block.seatings - 1}, not {fixture}")
    if not len(match.places) == len(match.points) == len(fixture.seats):
        raise ValueError(f"a match has a place and points for each seat, not {match}")
    if strangers := sorted({name for name, _ in match.faults} - set(fixture.seats)):
        raise ValueError(f"only who sat in the match can be at fault, not {strangers}")


def by_block(matches: Iterable[Played]) -> dict[Block, list[Played]]:
    """The matches of each block that was begun, by seating."""
    blocks: dict[Block, dict[int, Played]] = {}
    for match in matches:
        seatings = blocks.setdefault(match.fixture.block, {})
        if seatings.setdefault(match.fixture.seating, match) != match:
            raise ValueError(f"two matches of one block in one seating, such as {match}")
    return {block: list(seatings.values()) for block, seatings in blocks.items()}


def rank_points(places: Sequence[int]) -> list[int]:
    """Rank points by seat, in halves: two for each entrant beaten, one for each tie."""
    return [sum(2 * (other > own) + (other == own) for other in places) - 1 for own in places]


def block_total(block: Iterable[Played]) -> dict[str, int]:
    """Rank points of each entrant over the matches of a block, in halves."""
    total: Counter[str] = Counter()
    for match in block:
        for name, halves in zip(match.fixture.seats, rank_points(match.places), strict=True):
            total[name] += halves
    return dict(total)


@dataclass(slots=True)
class Tally:
    """Matches won, drawn and lost, and the game's own points in them."""

    matches: int = 0
    wins: int = 0
    draws: int = 0
    points: int = 0

    def add(self, *, lost: bool, tied: bool, points: int) -> None:
        """Take note of a match."""
        self.matches += 1
        self.wins += not lost and not tied
        self.draws += tied and not lost
        self.points += points

    @property
    def losses(self) -> int:
        """What is neither won nor drawn."""
        return self.matches - self.wins - self.draws


@dataclass(slots=True)
class Evidence(Tally):
    """What there is to say of one entrant."""

    totals: list[int] = field(default_factory=list)
    """Rank points of each block, in halves."""
    most: int = 0
    """What a block can give, in halves."""
    faults: Counter[str] = field(default_factory=Counter)

    @property
    def share(self) -> float | None:
        """Of all rank points there were; None without blocks."""
        return sum(self.totals) / (len(self.totals) * self.most) if self.totals else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """95 % of the share, from the variance over blocks; None for fewer than two."""
        n, total = len(self.totals), sum(self.totals)
        if n < 2:
            return None
        spread = n * sum(each * each for each in self.totals) - total * total
        reach = _NORMAL_95 * math.sqrt(spread / (n * n * (n - 1))) / self.most
        mean = total / (n * self.most)
        return max(0.0, mean - reach), min(1.0, mean + reach)


def gather(
    entrants: Iterable[str],
    matches: Iterable[Played],
    counted: Iterable[Played],
    totals: Iterable[Mapping[str, int]],
) -> dict[str, Evidence]:
    """The evidence on every entrant, from all matches and from those that count."""
    evidence = {name: Evidence() for name in entrants}
    for match in matches:
        for name, kind in match.faults:
            evidence[name].faults[kind] += 1
    for match in counted:
        best = min(match.places)
        shared = match.places.count(best) > 1
        for name, place, points in sitters(match):
            evidence[name].add(lost=place > best, tied=shared, points=points)
    for total in totals:
        for name, halves in total.items():
            evidence[name].totals.append(halves)
            evidence[name].most = 2 * len(total) * (len(total) - 1)
    return evidence


def sitters(match: Played) -> list[tuple[str, int, int]]:
    """Entrant, place and points by seat."""
    return list(zip(match.fixture.seats, match.places, match.points, strict=True))
