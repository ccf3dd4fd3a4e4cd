"""Naše hra: take the tricks that are worth most, and give away those that are worth least.

Cards and actions are numbers: proto/stych/v1/nase_hra.proto says which, and what a seat sees.
"""

DISCARD, FIGURES, NUMBERS = 32, 64, 65
"""Actions: from DISCARD on a card goes to the cross; FIGURES or NUMBERS on top."""
NUMBERS_ON_TOP = 2
"""The order of ranks, as the observation has it."""


def choose(seen, legal, random):
    """An index into `legal`, the actions that are allowed; there are at least two."""
    return max(range(len(legal)), key=lambda index: rate(seen, legal[index]))


def rate(seen, action):
    """How good the action is; only comparisons of these numbers count."""
    if action > NUMBERS:
        return action  # refuse a bad hand, and take all of the talon
    if action >= FIGURES:
        return sum(is_figure(card) == (action == FIGURES) for card in seen.private_view.hand)
    order = seen.public_view.order
    if action >= DISCARD:
        return -strength(action - DISCARD, order)
    return rate_play(seen.public_view.trick, action, order)


def rate_play(trick, card, order):
    """What the trick would bring, or cost, if it ended with this card."""
    power = strength(card, order)
    if not trick:
        return power
    rivals = [strength(other, order) for other in trick if other // 8 == trick[0] // 8]
    wins = card // 8 == trick[0] // 8 and power > max(rivals)
    worth = 10 * value([*trick, card])
    return worth - power if wins else -worth - power


def value(cards):
    """The value of a trick: of a suit's highest number and figure, the lower the more."""
    best = 0
    for suit in range(4):
        ranks = [card % 8 for card in cards if card // 8 == suit]
        numbers = [rank for rank in ranks if rank < 4]
        figures = [rank - 4 for rank in ranks if rank >= 4]
        if numbers and figures:
            best = max(best, 7 - max(numbers) - max(figures))
    return best


def is_figure(card):
    """Whether it is an under, an over, a king or an ace."""
    return card % 8 >= 4


def strength(card, order):
    """From 0 to 7: the place of the card's rank in the order that was chosen."""
    return (card + 4) % 8 if order == NUMBERS_ON_TOP else card % 8
