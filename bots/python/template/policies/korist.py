"""Kořist: lay the largest set, and collect cards of the kinds that the hand has most of.

Cards and actions are numbers: proto/stych/v1/korist.proto says which, and what a seat sees.
"""

GROUP, TAKE, BACK, DRAW, DECK, NONE = 629, 641, 643, 645, 651, 652
"""Actions: below GROUP lay a set; from GROUP on capture a group of the shadow offer. TAKE the
captured cards, or leave them (642); take them BACK, or discard them (644). From DRAW on draw a pile
of the supply; draw from the DECK; draw NONE."""
JOKER = 14
"""The kind of jokers; the other cards are of the kinds 1 to 13."""


def choose(seen, legal, random):
    """An index into `legal`, the actions that are allowed; there are at least two."""
    return max(range(len(legal)), key=lambda index: rate(seen, legal[index]))


def rate(seen, action):
    """How good the action is; only comparisons between actions of one decision count."""
    hand = seen.private_view.hand
    if action < GROUP:
        return 20 * size(action) + value(action)
    if action < TAKE:
        return hand[action - GROUP]
    if action < DRAW:
        layer = seen.public_view.captured_layer
        # More than three cards of a kind are worth taking.
        many = hand[value(layer) - 1] + size(layer) > 3
        return 1 if many == (action in (TAKE, BACK)) else 0
    if action >= DECK:
        return NONE - action
    # The supply lists the cards of all piles, one pile after the other.
    before = sum(seen.public_view.pile_sizes[: action - DRAW])
    kind = seen.public_view.supply[before]
    return 8 if kind == JOKER else 2 * hand[kind - 1]


def value(layer):
    """The value of a set's cards, 1 to 13; 14 for jokers alone."""
    return JOKER if layer >= 624 else layer // 48 + 1


def size(layer):
    """How many cards a set has, jokers among them."""
    return layer - 623 if layer >= 624 else layer % 48 // 6 + 1 + layer % 6
