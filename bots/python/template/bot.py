"""@NAME@: a policy for each game that it plays, in the folder policies."""

from stych_bot import Bot, run

from policies.a_game import choose as a_game

POLICIES = {
    "a-game": a_game,
}


class MyBot(Bot):
    """The bot in one match: attributes of this object are its memory of the match."""

    def choose(self, observation, legal):
        """An index into `legal`, the actions that are allowed; there are at least two."""
        return POLICIES[self.match.game](observation, legal, self.random)


if __name__ == "__main__":
    run(MyBot, games=list(POLICIES), at_once=16)
