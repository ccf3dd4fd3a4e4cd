"""The table of a tournament with all that is shown with it, and the sentences that explain it."""

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
from tournaments.present.pair_texts import seats_text
from tournaments.ratings.duplicates import Gain
from tournaments.ratings.model_usage import ModelUsage
from tournaments.ratings.null_pairs import NullPair, null_pairs
from tournaments.ratings.standings import StandingsTable
from tournaments.ratings.timing import Times
from tournaments.run.stand import Stand

LEGEND = (
    "Rating: TrueSkill mu, the mean of all being 25; ranks: the 95 % interval of the rank; low is"
    " mu - 3 sigma; > next: the probability of being stronger than the next."
    " In brackets: 95 %, by whole blocks."
)
"""The end of the footer: what the heads of the columns mean."""

NO_RATINGS = (
    "There are no ratings, because no match was played to its end: in each of them somebody was at"
    " fault. The list of faults says what happened."
)
"""Takes the place of all sentences about ratings when there are none."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What all outputs of a tournament's table are made from."""

    definition: Definition
    table: StandingsTable
    schedule: StagedSchedule
    """The schedule of the tournament, as far as the results lead."""
    faulty: Sequence[Record] = ()
    """The records of matches with faults, in the order of board and id."""
    times: Mapping[str, Times] = field(default_factory=dict)
    """By entrant: the time of its decisions; empty if it is not known or not to be shown."""
    usage: Mapping[str, ModelUsage] = field(default_factory=dict)
    """By language model: its tokens and costs; empty if none plays or they are not to be shown."""
    counted: Sequence[PlayedMatch] = ()
    """The matches of whole blocks, which count, in the order of play."""

    @classmethod
    def of(
        cls,
        definition: Definition,
        stand: Stand,
        faulty: Sequence[Record] = (),
        times: Mapping[str, Times] | None = None,
        usage: Mapping[str, ModelUsage] | None = None,
    ) -> "Sheet":
        """The sheet of a tournament, with table, schedule and counted matches from `stand`.

        The other arguments are the attributes of `Sheet`.
        """
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
        # A finished schedule may still have unfinished blocks, whose matches do not count.
        return self.schedule.finished and self.table.matches == self.total

    @property
    def rated(self) -> bool:
        """Whether there are ratings; there are none if all matches ended by faults."""
        return not self.table.forfeits_only

    @property
    def has_teams(self) -> bool:
        """Whether teams of a cooperative game are compared."""
        return self.definition.cooperative

    @property
    def null_pairs(self) -> list[NullPair]:
        """The pairs of entrants that are the same bot, so that their difference is noise."""
        # By digests, which find two names of one bot even if the tournament file does not say so.
        return null_pairs(self.table, self.definition.digests)

    @property
    def total(self) -> int:
        """The number of matches in the stages so far; later stages may add more."""
        return len(self.schedule.fixtures)


def table_in_words(sheet: Sheet) -> Iterator[str]:
    """At most one sentence: what the table says about who is better than who.

    There is none for a duel, which has its verdict, and none where nothing can be said.
    """
    if sheet.definition.format is DUEL:
        return
    boards = len({match.fixture.block.board for match in sheet.counted})
    twins = [frozenset(pair.names) for pair in sheet.null_pairs]
    if sentence := in_words(sheet.table, boards, twins):
        yield sentence


def title(sheet: Sheet) -> str:
    """The title of a table: the tournament's name, game, format and options."""
    definition = sheet.definition
    options = ", ".join(f"{key} {value}" for key, value in definition.options.items())
    # A round robin is the usual format, so it is not named.
    format_name = f" {definition.format.name}" if definition.format is not ROUND_ROBIN else ""
    return f"{definition.name}: {definition.game}{format_name}, {options}"


def footer(sheet: Sheet, *, full: bool = False) -> Iterator[str]:
    """Sentences below a table: what its figures rest on, and what they mean.

    With `full`, the gain of shared deals is told as well.
    """
    table = sheet.table
    yield progress_in_words(sheet)
    if not sheet.rated:
        yield NO_RATINGS
        return
    yield from _repeats(table)
    yield from spread_in_words(table)
    yield from _other_opponents(table)
    draws = percent(table.draw_probability)
    if table.seats:
        yield f"Share of points by seat: {seats_text(table)}. Rated draws: {draws}."
    elif teams := sheet.definition.format.team_text:
        yield f"{teams} Teams are ranked by their points on the same board. Rated draws: {draws}."
    # Without `full`, only that deals are independent is told, since that is not usual.
    if full or not _shares_deals(sheet):
        yield _deals(sheet)
    yield from _noise_floors(sheet)
    yield from unconnected_in_words(table)
    yield LEGEND


def progress_in_words(sheet: Sheet) -> str:
    """The sentence about how many of the matches count, and in how many blocks."""
    table = sheet.table
    # If later stages depend on results, the number of matches may still grow.
    is_open_ended = sheet.definition.is_adaptive and not sheet.schedule.finished
    so_far = " known so far" if is_open_ended else ""
    counted = f"{table.matches} of {sheet.total} matches{so_far}"
    sentence = f"{counted} in {how_many(table.blocks, 'whole block')}"
    if table.partial_blocks:
        sentence += f"; {how_many(table.partial_blocks, 'unfinished block')} left out"
    return f"{sentence}."


def unconnected_in_words(table: StandingsTable) -> Iterator[str]:
    """A sentence if some of the ratings cannot be compared with each other, else none."""
    if not table.connected and table.matches:
        yield "Not all bots have met, directly or through others: their ratings do not compare."


def evidence_in_words(sheet: Sheet) -> Iterator[str]:
    """The sentences of the full footer about what the matches are worth as evidence.

    If there are no ratings, the only sentence says so.
    """
    if not sheet.rated:
        yield NO_RATINGS
        return
    yield from _repeats(sheet.table)
    yield from spread_in_words(sheet.table)
    yield from _other_opponents(sheet.table)
    yield _deals(sheet)
    yield from _noise_floors(sheet)


def spread_in_words(table: StandingsTable) -> Iterator[str]:
    """A sentence about how evenly meetings and seats are spread, if any two sat together."""
    if table.balance is None:
        return
    met = _from_to(table.balance.met, "block" if table.seats else "team")
    held = _from_to(table.balance.held, "time")
    yield f"Every two met in {met}; everybody held every seat {held}."


def _other_opponents(table: StandingsTable) -> Iterator[str]:
    """A sentence if shares do not compare, since some met stronger opponents than others."""
    if any(standing.expected_share is not None for standing in table.standings):
        yield (
            "Some met stronger opponents than others, so shares do not compare: vs all % is the"
            " share that the ratings expect against all others alike."
        )


def _from_to(ends: tuple[int, int], unit: str) -> str:
    least, most = ends
    numbers = how_many(most, unit)
    return numbers if least == most else f"{least} to {numbers}"


def _repeats(table: StandingsTable) -> Iterator[str]:
    """A sentence about the matches that repeat others move for move, if there are any."""
    if table.repeated:
        yield f"{table.repeated} of them repeat another move for move: no further evidence."


def _noise_floors(sheet: Sheet) -> Iterator[str]:
    """A sentence for each null pair: how far apart chance alone has set the two."""
    return (_noise_floor(pair) for pair in sheet.null_pairs)


def _shares_deals(sheet: Sheet) -> bool:
    return sheet.definition.deals != "independent"


def _deals(sheet: Sheet) -> str:
    if _shares_deals(sheet):
        return _duplicates(sheet.table.duplicates)
    return "Deals are independent: no two matches had the same cards."


def _duplicates(gain: Gain | None) -> str:
    if gain is None:
        return "What duplicate boards gain is not known yet."
    low, high = gain.interval
    interval = f"95 %: {low:.2f} {f'to {high:.2f}' if high else 'or more'}"
    if gain.times is None:
        return f"Duplicate boards leave no difference between blocks at all ({interval})."
    times = f"{gain.times:.2f} times fewer matches"
    return f"Duplicate boards need {times} than independent deals ({interval})."


def _noise_floor(pair: NullPair) -> str:
    one, other = pair.names
    parts = [f"Noise floor: {one} and {other} are one bot"]
    if pair.mu is not None and pair.mu_95 is not None:
        parts += [f"; mu {pair.mu:+.2f}, by chance within ±{pair.mu_95:.2f}"]
    if pair.points_share is not None:
        parts += [f", share {between(pair.points_share, pair.share_interval)} %"]
    return "".join([*parts, "."])
