"""The sums over whole blocks: all that a table needs of them, except ratings.

Blocks can be added later, and what was counted before is not counted again.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from referee.conduct import faults_that_end
from tournaments.core.fixtures import Block
from tournaments.core.results import PlayedMatch
from tournaments.ratings.balance import Spread
from tournaments.ratings.contests import Contest, contests, result, teams_of_one
from tournaments.ratings.duplicates import Gain, SeatLuck, gain
from tournaments.ratings.pairs import Cross, Pair, Partners, partners
from tournaments.ratings.rankings import BlockResult
from tournaments.ratings.repeats import Repeats
from tournaments.ratings.scores import ScoreStatistics, score_entrants, score_seats, unscored

Whole: TypeAlias = Mapping[Block, Sequence[PlayedMatch]]
"""Whole blocks with their matches."""


class BlockTally:
    """The sums over the whole blocks of one tournament that were added so far."""

    def __init__(self, entrants: Sequence[str], perfect: int | None, *, shared: bool) -> None:
        """`perfect` is the best score there can be; `shared` says whether blocks share deals."""
        self._entrants, self._perfect, self._shared = entrants, perfect, shared
        self.scores = unscored(entrants)
        self.seats: list[ScoreStatistics] = []
        """Empty for teams: a team gets its points together, so no seat has a share of its own."""
        self.cross = Cross()
        self.spread = Spread()
        self.results: list[BlockResult] = []
        """The results to be rated. A board that only one team has played compares nobody."""
        self.pieces: list[int] = []
        """The piece of evidence of each result."""
        self.blocks = self.matches = self.repeated = 0
        self.teams = 1
        """The number of teams of a board that an entrant is in."""
        self.of_teams = False
        self._luck = SeatLuck()
        self._alone: list[Sequence[Contest]] = []
        """Blocks of one contest each; the gain of duplicates is computed from all at once."""
        self._of_teams: list[tuple[int, list[Contest]]] = []
        self._plays: set[str] = set()
        self._fair: dict[str, ScoreStatistics] | None = None
        """None as long as nobody has lost a match by a fault."""
        self._faultless: list[Whole] = []
        """The blocks that were counted before the first such fault."""
        self._played_out = False
        """Whether any match was played to its end."""

    def can_add(self, blocks: Whole) -> bool:
        """Whether these can be added to what was counted.

        They cannot if a game repeats an earlier one, which then counts less, nor for teams, which
        are compared over all boards at once. Then all blocks have to be counted anew.
        """
        plays = {match.result.play for group in blocks.values() for match in group} - {""}
        return self._plays.isdisjoint(plays) and not self.of_teams

    def add(self, whole: Whole) -> None:
        """Count further whole blocks, none of which was counted before."""
        repeats = Repeats(whole)
        found = [(block, contests(block, group)) for block, group in whole.items()]
        # Blocks that repeat a game have the same piece: intervals draw them together, as one.
        by_piece = [
            (self.blocks + piece, own)
            for piece, (_, own) in zip(repeats.pieces(), found, strict=True)
        ]
        counted = [(piece, contest) for piece, own in by_piece for contest in own]
        self.of_teams = self.of_teams or any(block.teams for block in whole)
        score_entrants(self.scores, counted, self._perfect)
        self.cross.add(by_piece)
        self.spread.add(whole)
        for (block, own), (piece, _) in zip(found, by_piece, strict=True):
            if len(own[0]) > 1:
                self.results.append(result(own, repeats.weights(block)))
                self.pieces.append(piece)
        alone = [own for _, own in found if len(own) == 1]
        self.teams = max([self.teams, *[teams_of_one(own) for own in alone]])
        if self.of_teams:
            self._of_teams += by_piece
        else:
            score_seats(self.seats, counted)
        if self._shared:
            # A game that repeats within a block cancels out by itself; it would pass for a gain.
            self._note_luck([own for block, own in found if not repeats.within(block)])
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
        """Each entrant's share of points without the matches that somebody lost by a fault.

        It is empty when nobody lost a match so, as it would only repeat `points_share`.
        """
        return {name: own.share for name, own in (self._fair or {}).items()}

    def gain(self) -> Gain | None:
        """What duplicate boards gain; None if unknown, and where no deal is shared."""
        return gain(self._alone) if self._alone else self._luck.gain()

    def partners(self) -> dict[Pair, Partners]:
        """Of mixed teams: every two that sat in one team, in both orders, sorted by names."""
        return partners(self._of_teams, self._perfect)

    def _note_luck(self, blocks: Sequence[Sequence[Contest]]) -> None:
        # A block of a single contest with a single side compares nobody.
        self._alone += [block for block in blocks if len(block) == 1 and len(block[0]) > 1]
        self._luck.add([block for block in blocks if len(block) > 1])

    def _note_faults(self, whole: Whole) -> None:
        if not self._played_out:
            matches = (match for group in whole.values() for match in group)
            self._played_out = not all(_is_forfeited(match, self.of_teams) for match in matches)
        if self._fair is None:
            self._faultless.append(whole)
            if any(match.result.faults for group in whole.values() for match in group):
                self._fair = unscored(self._entrants)
                for each in self._faultless:
                    self._score_fair(self._fair, each)
                self._faultless.clear()
        else:
            self._score_fair(self._fair, whole)

    def _score_fair(self, scores: Mapping[str, ScoreStatistics], whole: Whole) -> None:
        # The piece is 0 for all: no interval is made of these.
        left = [
            (0, contest)
            for block, group in whole.items()
            if (fair := [match for match in group if not match.result.faults])
            for contest in contests(block, fair)
        ]
        score_entrants(scores, left, None)


def _is_forfeited(match: PlayedMatch, of_teams: bool) -> bool:
    """Whether so many seats were at fault that the match ended early."""
    seats = len(match.result.places)
    return len(match.result.faults) >= faults_that_end(seats, cooperative=of_teams)
