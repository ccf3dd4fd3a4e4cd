"""The Game: place the card that wastes the fewest numbers, and end the turn before a big jump.

Cards and actions are numbers: proto/stych/v1/the_game.proto says which, and what a seat sees.
"""

END, TALK = 400, 401
"""Actions: END the turn; from TALK on say how gladly to start, or set flags."""
ENOUGH = 4
"""A turn that may end goes on only for cards that jump less than this."""


def choose(seen, legal, random):
    """An index into `legal`, the actions that are allowed; there are at least two."""
    return min(range(len(legal)), key=lambda index: cost(seen, legal[index]))


def cost(seen, action):
    """What the action wastes; only comparisons of these numbers count."""
    if action >= TALK:
        return action  # the least that can be said
    if action == END:
        return ENOUGH
    row, card = action // 100, action % 100
    jump = card - seen.public_view.tops[row] if row < 2 else seen.public_view.tops[row] - card
    # A fire card has to be covered before the turn ends.
    return jump - 200 if row in seen.public_view.to_cover else jump
