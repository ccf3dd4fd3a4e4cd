"""A tournament's fixtures stage by stage, as far as the results so far determine them."""

from collections.abc import Mapping

from tournaments.core.fixtures import Fixture
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.formats.field import Stages


class StagedSchedule:
    """The fixtures of a format, stage by stage: the next stage may depend on the results so far."""

    def __init__(self, stages: Stages) -> None:
        """Begin with the first stage. Raises ValueError if the format cannot schedule its field."""
        self._stages = stages
        # The first step of the generator is what raises, so it is taken here.
        self._stage: list[Fixture] = next(stages, [])
        self.fixtures: list[Fixture] = list(self._stage)
        """Of all stages so far, in the order of play."""
        self.finished = not self._stage
        """Whether there will be no further stage."""

    def advance(self, results: Mapping[str, MatchResult]) -> list[Fixture]:
        """Go on as far as the results by match id allow; returns what is to be played now.

        That is in the order of play, and empty when all is played.
        """
        # A loop, since a tournament that goes on has the results of many stages.
        while not self.finished:
            missing = [fixture for fixture in self._stage if fixture.id not in results]
            if missing:
                return missing
            self._next([PlayedMatch(fixture, results[fixture.id]) for fixture in self._stage])
        return []

    def _next(self, played: list[PlayedMatch]) -> None:
        try:
            self._stage = self._stages.send(played)
        except StopIteration:
            self.finished = True
        else:
            self.fixtures += self._stage

    def counted(
        self, results: Mapping[str, MatchResult]
    ) -> tuple[list[PlayedMatch], list[PlayedMatch]]:
        """The matches up to the first block that is not whole, in order of play, and the others.

        A block that was finished before one that stands ahead of it has to wait: otherwise quick
        games would count before slow ones.
        """
        played = [
            PlayedMatch(fixture, results[fixture.id])
            for fixture in self.fixtures
            if fixture.id in results
        ]
        # Both lists are in the order of play: as long as they agree, nothing is missing.
        end = 0
        for number, (one, fixture) in enumerate(zip(played, self.fixtures, strict=False), 1):
            if one.fixture.id != fixture.id:
                break
            if number - end == fixture.block.seatings:
                end = number
        return played[:end], played[end:]
