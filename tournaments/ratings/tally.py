"""The sums over whole blocks from which a table is made, and the results to be rated.

Blocks can be added later, without counting the earlier blocks again.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from referee.conduct import faults_that_end
from tournaments.core.fixtures import Block
from tournaments.core.results import PlayedMatch
from tournaments.ratings.balance import Spread
from tournaments.ratings.contests import Contest, contests, result, teams_per_entrant
from tournaments.ratings.duplicates import Gain, SeatLuck, gain
from tournaments.ratings.pairs import Cross, Pair, Partners, partners
from tournaments.ratings.rankings import BlockResult
from tournaments.ratings.repeats import Repeats
from tournaments.ratings.scores import ScoreStatistics, score_entrants, score_seats, unscored

Whole: TypeAlias = Mapping[Block, Sequence[PlayedMatch]]
"""Whole blocks, each with its matches."""


class BlockTally:
    """The sums over the whole blocks of one tournament that were added so far."""

    def __init__(self, entrants: Sequence[str], perfect: int | None, *, with_gain: bool) -> None:
        """`perfect` is the best points of a match, or None; `with_gain` is as in `tabulate`."""
        self._entrants, self._perfect, self._with_gain = entrants, perfect, with_gain
        self.scores = unscored(entrants)
        self.seats: list[ScoreStatistics] = []
        """By seat. Empty for teams: a team gets its points together, so seats have no shares."""
        self.cross = Cross()
        self.spread = Spread()
        self.results: list[BlockResult] = []
        """The results to be rated. A board with a single team has no comparison, and no result."""
        self.pieces: list[int] = []
        """By result: the number of the piece of evidence that the result belongs to."""
        self.blocks = self.matches = self.repeated = 0
        self.teams = 1
        """The number of teams of a board that an entrant is in, at most."""
        self.of_teams = False
        """Whether blocks are boards that several teams play."""
        self._luck = SeatLuck()
        self._boards: list[Sequence[Contest]] = []
        """Blocks of one contest each; the gain of duplicates is computed from all at once."""
        self._team_blocks: list[tuple[int, list[Contest]]] = []
        """Blocks of teams with their piece of evidence, for the table of partners."""
        self._plays: set[str] = set()
        """`MatchResult.play` of all counted matches."""
        self._fair: dict[str, ScoreStatistics] | None = None
        """Scores without the matches that somebody lost by a fault; None until such a match."""
        self._faultless: list[Whole] = []
        """The blocks that were counted before the first such match."""
        self._played_out = False
        """Whether any match was played to its end: it had too few faults to be ended early."""

    def can_add(self, blocks: Whole) -> bool:
        """Whether `blocks` can be added to the blocks that were counted.

        If not, all blocks have to be counted anew. That is so if a game repeats an earlier one,
        since then both count less, and for teams: the gain takes the number of teams of the first
        block in the order of ids, which may come later than others.
        """
        plays = {match.result.play for group in blocks.values() for match in group} - {""}
        return self._plays.isdisjoint(plays) and not self.of_teams

    def add(self, whole: Whole) -> None:
        """Count further whole blocks; no block may be counted twice."""
        repeats = Repeats(whole)
        compared = [(block, contests(block, group)) for block, group in whole.items()]
        # Blocks that repeat a game belong to the same piece, so the bootstrap draws them together.
        by_piece = [
            (self.blocks + piece, each)
            for piece, (_, each) in zip(repeats.pieces(), compared, strict=True)
        ]
        counted = [(piece, contest) for piece, each in by_piece for contest in each]
        self.of_teams = self.of_teams or any(block.teams for block in whole)
        score_entrants(self.scores, counted, self._perfect)
        self.cross.add(by_piece)
        self.spread.add(whole)
        for (block, each), (piece, _) in zip(compared, by_piece, strict=True):
            if len(each[0]) > 1:
                self.results.append(result(each, repeats.weights(block)))
                self.pieces.append(piece)
        boards = [each for _, each in compared if len(each) == 1]
        self.teams = max([self.teams, *[teams_per_entrant(each) for each in boards]])
        if self.of_teams:
            self._team_blocks += by_piece
        else:
            score_seats(self.seats, counted)
        if self._with_gain:
            # Repeated games within a block cancel each other, which would look like a gain.
            self._note_luck([each for block, each in compared if not repeats.within(block)])
        self._note_faults(whole)
        self._plays.update([match.result.play for group in whole.values() for match in group])
        self.repeated += repeats.matches
        self.matches += sum([len(group) for group in whole.values()])
        self.blocks += len(whole)

    @property
    def is_forfeited(self) -> bool:
        """Whether there are matches, and all of them ended early by faults."""
        return self.blocks > 0 and not self._played_out

    def fair_shares(self) -> dict[str, float | None]:
        """By entrant: the share of rank points over the matches that nobody lost by a fault.

        A share is None for an entrant without such a match. Empty if no match was lost by a fault:
        the shares would only repeat `points_share`.
        """
        return {name: scores.share for name, scores in (self._fair or {}).items()}

    def gain(self) -> Gain | None:
        """The gain of duplicate boards; None if it is unknown, and without `with_gain`."""
        return gain(self._boards) if self._boards else self._luck.gain()

    def partners(self) -> dict[Pair, Partners]:
        """By (row, column) in the order of names: every two entrants that sat in one team."""
        return partners(self._team_blocks, self._perfect)

    def _note_luck(self, blocks: Sequence[Sequence[Contest]]) -> None:
        # A block of a single contest with a single side has no comparison.
        self._boards += [block for block in blocks if len(block) == 1 and len(block[0]) > 1]
        self._luck.add([block for block in blocks if len(block) > 1])

    def _note_faults(self, whole: Whole) -> None:
        if not self._played_out:
            matches = (match for group in whole.values() for match in group)
            self._played_out = not all(_is_forfeited(match, self.of_teams) for match in matches)
        if self._fair is None:
            self._faultless.append(whole)
            if any(match.result.faults for group in whole.values() for match in group):
                self._fair = unscored(self._entrants)
                for earlier in self._faultless:
                    self._score_fair(self._fair, earlier)
                self._faultless.clear()
        else:
            self._score_fair(self._fair, whole)

    def _score_fair(self, scores: Mapping[str, ScoreStatistics], whole: Whole) -> None:
        # The piece is 0 for all contests: these scores have no intervals.
        faultless = [
            (0, contest)
            for block, group in whole.items()
            if (fair := [match for match in group if not match.result.faults])
            for contest in contests(block, fair)
        ]
        score_entrants(scores, faultless, None)


def _is_forfeited(match: PlayedMatch, of_teams: bool) -> bool:
    """Whether the match had enough faults to be ended early."""
    seats = len(match.result.places)
    return len(match.result.faults) >= faults_that_end(seats, cooperative=of_teams)
