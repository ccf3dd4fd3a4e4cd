"""The Game: place the card that skips the fewest numbers, and end the turn before a big jump.

Cards and actions are numbers: proto/stych/v1/the_game.proto says which, and what a seat sees.
"""

END, TALK = 400, 401
"""Numbers of actions: END ends the turn; those from TALK on tell the gladness, or set flags."""
ENOUGH = 4
"""A turn that may end goes on only with a card at most this far beyond the top of its row."""


def choose(seen, legal, random):
    """An index into `legal`, the actions that are allowed; there are at least two."""
    return min(range(len(legal)), key=lambda index: cost(seen, legal[index]))


def cost(seen, action):
    """How bad the action is in comparison with the other actions of this decision."""
    if action >= TALK:
        return action  # the lowest one is the gladness 0, or no flags
    if action == END:
        return ENOUGH
    row, card = action // 100, action % 100
    jump = card - seen.public_view.tops[row] if row < 2 else seen.public_view.tops[row] - card
    # A fire card has to be covered before the turn ends.
    return jump - 200 if row in seen.public_view.to_cover else jump
