"""What a table is shown with: the tournament that it is of, and the sentences that explain it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from referee.record import Record
from tournaments.config.definition import Definition
from tournaments.core.results import PlayedMatch
from tournaments.core.words import how_many
from tournaments.formats.duel import DUEL
from tournaments.formats.round_robin import ROUND_ROBIN
from tournaments.formats.staged_schedule import StagedSchedule
from tournaments.present.figures import between, percent
from tournaments.present.in_words import in_words
from tournaments.present.pair_texts import seats
from tournaments.ratings.duplicates import Gain
from tournaments.ratings.model_usage import ModelUsage
from tournaments.ratings.null_pairs import NullPair, null_pairs
from tournaments.ratings.standings import StandingsTable
from tournaments.ratings.timing import Times
from tournaments.run.stand import Stand

LEGEND = (
    "Rating: TrueSkill mu, the mean of all being 25; ranks: where one may stand, 95 %; low is"
    " mu - 3 sigma; > next: the probability of being stronger than the next."
    " In brackets: 95 %, by whole blocks."
)


NO_RATINGS = (
    "There are no ratings, because no match was played to its end: in each of them somebody was at"
    " fault. What happened stands with the faults."
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with the tournament that it is of: what all ways to show it are given."""

    definition: Definition
    table: StandingsTable
    schedule: StagedSchedule
    """The schedule of the tournament, as far as it has come."""
    faulty: Sequence[Record] = ()
    """The records of matches with faults, by board and id."""
    times: Mapping[str, Times] = field(default_factory=dict)
    """How long the entrants thought, if it is known and wanted."""
    usage: Mapping[str, ModelUsage] = field(default_factory=dict)
    """What language models used up, where there are any."""
    counted: Sequence[PlayedMatch] = ()
    """The matches that count, in the order of play."""

    @classmethod
    def of(
        cls,
        definition: Definition,
        stand: Stand,
        faulty: Sequence[Record] = (),
        times: Mapping[str, Times] | None = None,
        usage: Mapping[str, ModelUsage] | None = None,
    ) -> "Sheet":
        """The sheet of a tournament as it stands."""
        return cls(
            definition,
            stand.table,
            stand.schedule,
            faulty,
            times or {},
            usage or {},
            stand.counted,
        )

    @property
    def complete(self) -> bool:
        """Whether every match of the tournament counts."""
        # Both, since matches of a block that is not whole are played and do not count.
        return self.schedule.finished and self.table.matches == self.total

    @property
    def rated(self) -> bool:
        """Whether there are ratings to show."""
        return not self.table.forfeits_only

    @property
    def of_teams(self) -> bool:
        """Whether teams of a cooperative game are compared."""
        return self.definition.cooperative

    @property
    def null_pairs(self) -> list[NullPair]:
        """The pairs of entrants that are one bot; what differs between them is noise."""
        # By digests, so that two names of one bot are found whatever the file calls them.
        return null_pairs(self.table, self.definition.digests)

    @property
    def total(self) -> int:
        """How many matches the tournament has, as far as that is known."""
        return len(self.schedule.fixtures)


def said(sheet: Sheet) -> Iterator[str]:
    """What the table says, as one sentence; nothing of a duel, which has its verdict."""
    if sheet.definition.format is DUEL:
        return
    boards = len({match.fixture.block.board for match in sheet.counted})
    twins = [frozenset(pair.names) for pair in sheet.null_pairs]
    if sentence := in_words(sheet.table, boards, twins):
        yield sentence


def title(sheet: Sheet) -> str:
    """The name of the tournament, its game, its format and its options."""
    definition = sheet.definition
    options = ", ".join(f"{key} {value}" for key, value in definition.options.items())
    how = f" {definition.format.name}" if definition.format is not ROUND_ROBIN else ""
    return f"{definition.name}: {definition.game}{how}, {options}"


def footer(sheet: Sheet, *, full: bool = False) -> Iterator[str]:
    """What the figures rest on, and what they mean."""
    table = sheet.table
    yield progress(sheet)
    if not sheet.rated:
        yield NO_RATINGS
        return
    yield from repeated(table)
    yield from spread(table)
    yield from other_opponents(table)
    draws = percent(table.draw_probability)
    if table.seats:
        yield f"Share of points by seat: {seats(table)}. Rated draws: {draws}."
    elif teams := sheet.definition.format.team_text:
        yield f"{teams} Teams are ranked by their points on the same board. Rated draws: {draws}."
    # That deals are independent is said in the short table too (docs/tables.md).
    if full or not _shared(sheet):
        yield _deals(sheet)
    yield from noise(sheet)
    yield from unconnected(table)
    yield LEGEND


def progress(sheet: Sheet) -> str:
    """The sentence about how many matches count, and of how many."""
    table = sheet.table
    # Later stages are not made yet where they depend on results.
    open_end = sheet.definition.is_adaptive and not sheet.schedule.finished
    known = " known so far" if open_end else ""
    left = table.partial_blocks
    partial = f"; {how_many(left, 'unfinished block')} left out" * bool(left)
    counted = f"{table.matches} of {sheet.total} matches{known}"
    return f"{counted} in {how_many(table.blocks, 'whole block')}{partial}."


def unconnected(table: StandingsTable) -> Iterator[str]:
    """A sentence, if there are ratings that cannot be compared with each other."""
    if not table.connected and table.matches:
        yield "Not all bots have met, directly or through others: their ratings do not compare."


def evidence(sheet: Sheet) -> Iterator[str]:
    """What the matches are worth as evidence, as sentences."""
    if not sheet.rated:
        yield NO_RATINGS
        return
    yield from repeated(sheet.table)
    yield from spread(sheet.table)
    yield from other_opponents(sheet.table)
    yield _deals(sheet)
    yield from noise(sheet)


def spread(table: StandingsTable) -> Iterator[str]:
    """How evenly the matches are spread, where there is anything to say of it."""
    if table.balance is None:
        return
    met = _between(table.balance.met, "block" if table.seats else "team")
    held = _between(table.balance.held, "time")
    yield f"Every two met in {met}; everybody held every seat {held}."


def other_opponents(table: StandingsTable) -> Iterator[str]:
    """A sentence, if shares do not compare since opponents were not alike."""
    if any(standing.expected_share is not None for standing in table.standings):
        yield (
            "Some met stronger opponents than others, so shares do not compare: vs all % is the"
            " share that the ratings expect against all others alike."
        )


def _between(ends: tuple[int, int], what: str) -> str:
    least, most = ends
    return f"{least} to " * (least != most) + how_many(most, what)


def repeated(table: StandingsTable) -> Iterator[str]:
    """How many matches repeat others, if any do."""
    if table.repeated:
        yield f"{table.repeated} of them repeat another move for move: no further evidence."


def noise(sheet: Sheet) -> Iterator[str]:
    """How much chance alone sets apart, as sentences about the null pairs."""
    return (_noise(pair) for pair in sheet.null_pairs)


def _shared(sheet: Sheet) -> bool:
    return sheet.definition.deals != "independent"


def _deals(sheet: Sheet) -> str:
    if _shared(sheet):
        return _duplicates(sheet.table.duplicates)
    return "Deals are independent: no two matches had the same cards."


def _duplicates(gain: Gain | None) -> str:
    if gain is None:
        return "What duplicate boards gain is not known yet."
    low, high = gain.interval
    reach = f"95 %: {low:.2f} {f'to {high:.2f}' if high else 'or more'}"
    if gain.times is None:
        return f"Duplicate boards leave no difference between blocks at all ({reach})."
    times = f"{gain.times:.2f} times fewer matches"
    return f"Duplicate boards need {times} than independent deals ({reach})."


def _noise(pair: NullPair) -> str:
    one, other = pair.names
    told = [f"Noise floor: {one} and {other} are one bot"]
    if pair.mu is not None and pair.mu_95 is not None:
        told += [f"; mu {pair.mu:+.2f}, by chance within ±{pair.mu_95:.2f}"]
    if pair.points_share is not None:
        told += [f", share {between(pair.points_share, pair.share_interval)} %"]
    return "".join([*told, "."])
