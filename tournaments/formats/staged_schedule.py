"""Runs the stages of a format: gives the fixtures that are known from the results so far."""

from collections.abc import Mapping

from tournaments.core.fixtures import Fixture
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.formats.field import Stages


class StagedSchedule:
    """The fixtures of a tournament, to which `advance` adds the next stages as results come in."""

    def __init__(self, stages: Stages) -> None:
        """Take the first stage. Raises ValueError if the format cannot schedule its field."""
        self._stages = stages
        # A generator runs no code before its first step, which is where the field is checked.
        self._stage: list[Fixture] = next(stages, [])
        self.fixtures: list[Fixture] = list(self._stage)
        """The fixtures of all stages so far, in the order of play."""
        self.finished = not self._stage
        """Whether all stages are played, so that there will be no further one."""

    def advance(self, results: Mapping[str, MatchResult]) -> list[Fixture]:
        """Take further stages as far as `results`, by id of the match, allow.

        Returns the fixtures that are to be played now, in the order of play: those of the current
        stage without a result. The list is empty when all stages are played.
        """
        # A loop, since a tournament that goes on already has the results of many stages.
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
        """The matches that count and those that do not count yet, both in the order of play.

        The matches before the first block that is not whole count. A block that was finished before
        an earlier one has to wait for it: otherwise quick games would count before slow ones.
        """
        played = [
            PlayedMatch(fixture, results[fixture.id])
            for fixture in self.fixtures
            if fixture.id in results
        ]
        # Both lists are in the order of play: as long as they agree, nothing is missing.
        end = 0
        for number, (match, fixture) in enumerate(zip(played, self.fixtures, strict=False), 1):
            if match.fixture.id != fixture.id:
                break
            # The fixtures of a block are next to each other, so with this many it is whole.
            if number - end == fixture.block.seatings:
                end = number
        return played[:end], played[end:]
