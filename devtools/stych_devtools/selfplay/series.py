"""A series of games in this process, in which one program plays all seats."""

from random import Random

from referee.deals import Deal, derive
from referee.games.game import AnyGame
from referee.sharing import deal_path
from referee.testing import Program, play_out, random_action
from stych_devtools.selfplay.measures import measures_of
from stych_devtools.selfplay.tally import Distribution, Tally


class SelfPlay:
    """The games of one seed, board 1 first, and their figures so far.

    A game has the deal of its board in a tournament with this seed in which all matches on a board
    share its deal. The same arguments give the same figures.
    """

    def __init__(self, game: AnyGame, seed: str, program: Program = random_action) -> None:
        self.game = game
        self.seed = seed
        self.games = 0
        """How many games were played."""
        self._program = program
        self._measures = measures_of(game)
        self.figures = {m.name: Tally() for m in self._measures if m.values is None}
        """By name of a measure, as are `distributions`."""
        self.distributions = {
            m.name: Distribution(m.values) for m in self._measures if m.values is not None
        }
        self.shares = frozenset(m.name for m in self._measures if m.share)
        """The names of the figures that are shares: all their values are 0 or 1."""

    def play(self, games: int = 1) -> None:
        """Play and count this many further games. Raises CheckError when one does not end."""
        for _ in range(games):
            self.games += 1
            path = deal_path(self.seed, self.game, self.games)
            # A new one for each game, so that no game depends on the games before it.
            random = Random("/".join(path))
            playing = play_out(self.game, Deal(derive(*path)), self._program, random)
            for measure in self._measures:
                tallies = self.distributions if measure.values is not None else self.figures
                tallies[measure.name].add(measure.compute(playing))
