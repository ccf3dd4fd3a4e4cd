"""The policy of the game a-game chooses any legal action, all with the same probability.

Write your own rules here. The game's documentation says what a seat sees, and what the numbers of
actions mean.
"""


def choose(seen, legal, random):
    """An index into `legal`, the actions that are allowed; there are at least two."""
    return random.randrange(len(legal))
