"""Kořist: lay the largest set, and collect cards of the kinds that the hand has most of.

Cards and actions are numbers: proto/stych/v1/korist.proto says which, and what a seat sees.
"""

GROUP, TAKE, BACK, DRAW, DECK, NONE = 629, 641, 643, 645, 651, 652
"""Numbers of actions. Those below GROUP lay a set, and those from GROUP on capture a group of the
shadow offer. The captor may TAKE the captured cards, or leave them (642). The victim may take them
BACK, or discard them (644). Those from DRAW on draw a pile of the supply, DECK draws a card of the
deck, and NONE draws nothing."""
JOKER = 14
"""The kind of a joker. The kinds of the other cards are their values, 1 to 13."""


def choose(seen, legal, random):
    """An index into `legal`, the actions that are allowed; there are at least two."""
    return max(range(len(legal)), key=lambda index: rate(seen, legal[index]))


def rate(seen, action):
    """How good the action is in comparison with the other actions of this decision."""
    hand = seen.private_view.hand
    if action < GROUP:
        return 20 * size(action) + value(action)  # the size decides first, then the value
    if action < TAKE:
        return hand[action - GROUP]
    if action < DRAW:
        layer = seen.public_view.captured_layer
        # Cards are worth taking if they and those of their value in the hand are more than 3.
        many = hand[value(layer) - 1] + size(layer) > 3
        return 1 if many == (action in (TAKE, BACK)) else 0
    if action >= DECK:
        return NONE - action  # 1 for the deck, 0 for drawing nothing
    # The supply lists the cards of all piles, one pile after the other.
    before = sum(seen.public_view.pile_sizes[: action - DRAW])
    kind = seen.public_view.supply[before]
    return 8 if kind == JOKER else 2 * hand[kind - 1]


def value(layer):
    """The value of a set's cards: 1 to 13, or 14 for jokers alone."""
    return JOKER if layer >= 624 else layer // 48 + 1


def size(layer):
    """The number of cards in a set, jokers included."""
    return layer - 623 if layer >= 624 else layer % 48 // 6 + 1 + layer % 6
