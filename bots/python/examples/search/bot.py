"""Samples the hidden cards, plays on, and takes the action that did best: see policy.py.

The budget of a decision is a number of playouts, so that a match can be played again the same way:
`python bot.py --playouts 400`. With `--seconds 0.5` it is a time instead.
"""

import math
from argparse import ArgumentParser, ArgumentTypeError

import fox
import korist
import nase_hra
import the_game
import the_game_view
from policy import Search, any_world, everything

from referee.games.registry import make_game
from referee.wire import codec, option_values
from stych_bot import Bot, run

PLAYOUTS = {
    "fox": fox.playout,
    "the-game": the_game.playout,
    "nase-hra": nase_hra.playout,
    "korist": korist.playout,
}
SHORTLISTS = {"the-game": the_game_view.shortlist}
SAMPLES = {"the-game": the_game_view.sample}


def count(text):
    if not (text.isdecimal() and int(text)):
        raise ArgumentTypeError(f"must be a whole number, 1 or more; received {text!r}")
    return int(text)


def duration(text):
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise ArgumentTypeError(f"must be a number of seconds above 0; received {text!r}")
    return value


parser = ArgumentParser(description=__doc__, usage="python bot.py [--playouts N | --seconds S]")
choice = parser.add_mutually_exclusive_group()
choice.add_argument("--playouts", type=count, metavar="N", help="playouts for each decision")
choice.add_argument("--seconds", type=duration, metavar="S", help="time for each decision")
budget = parser.parse_args()


class SearchBot(Bot):
    def __init__(self, match):
        super().__init__(match)
        self.search = Search(
            make_game(match.game, option_values(match.options)),
            budget.playouts,
            budget.seconds,
            PLAYOUTS.get(match.game),
            SHORTLISTS.get(match.game, everything),
            SAMPLES.get(match.game, any_world),
        )
        self.decode = codec(match.game).decode

    def choose(self, observation, legal):
        return self.search.choose(self.decode(observation), legal, self.random)


run(SearchBot, games=["fox", "the-game", "nase-hra", "korist"])
