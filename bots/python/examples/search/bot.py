"""Samples the hidden cards, plays out, and takes the action that did best: see policy.py.

The budget of a decision is counted in playouts, so that a match can be played again the same way:
`python bot.py --playouts 400`. `--seconds 0.5` takes as many as that time allows instead.
"""

from argparse import ArgumentParser

import fox
import korist
import nase_hra
from policy import Search, to_the_end

from referee.games.registry import make_game
from referee.wire import codec, option_values
from stych_bot import Bot, run

parser = ArgumentParser(description=__doc__)
parser.add_argument("--playouts", type=int)
parser.add_argument("--seconds", type=float)
budget = parser.parse_args()


PLAYOUTS = {
    "fox": fox.playout,
    "korist": korist.playout,
    "nase-hra": nase_hra.playout,
}


class SearchBot(Bot):
    def __init__(self, match):
        super().__init__(match)
        game = make_game(match.game, option_values(match.options))
        playout = PLAYOUTS.get(match.game, to_the_end)
        self.search = Search(game, budget.playouts, budget.seconds, playout)
        self.decode = codec(match.game).decode

    def choose(self, observation, legal):
        return self.search.choose(self.decode(observation), legal, self.random)


run(SearchBot, games=["fox", "korist", "nase-hra"])
