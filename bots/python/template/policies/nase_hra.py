"""Naše hra: take the tricks that are worth most, and lose those that are worth least.

Cards and actions are numbers: proto/stych/v1/nase_hra.proto says which, and what a seat sees.
"""

DISCARD, FIGURES, NUMBERS = 32, 64, 65
"""Numbers of actions: DISCARD + card discards it; FIGURES and NUMBERS choose what is on top."""
NUMBERS_ON_TOP = 2
"""The value of the observation's `order` for numbers on top."""


def choose(seen, legal, random):
    """An index into `legal`, the actions that are allowed; there are at least two."""
    return max(range(len(legal)), key=lambda index: rate(seen, legal[index]))


def rate(seen, action):
    """How good the action is in comparison with the other actions of this decision."""
    if action > NUMBERS:
        return action  # the highest one refuses the game, or takes the whole talon
    if action >= FIGURES:
        return sum(is_figure(card) == (action == FIGURES) for card in seen.private_view.hand)
    order = seen.public_view.order
    if action >= DISCARD:
        return -strength(action - DISCARD, order)
    return rate_play(seen.public_view.trick, action, order)


def rate_play(trick, card, order):
    """How good the card is in the trick, as if it were the last card of the trick."""
    power = strength(card, order)
    if not trick:
        return power
    rivals = [strength(other, order) for other in trick if other // 8 == trick[0] // 8]
    wins = card // 8 == trick[0] // 8 and power > max(rivals)
    worth = 10 * value([*trick, card])
    return worth - power if wins else -worth - power


def value(cards):
    """The value of a trick: 7 less the ranks, from 0 to 3, of a suit's highest number and figure.

    A trick in which no suit has both a number and a figure is worth 0.
    """
    best = 0
    for suit in range(4):
        ranks = [card % 8 for card in cards if card // 8 == suit]
        numbers = [rank for rank in ranks if rank < 4]
        figures = [rank - 4 for rank in ranks if rank >= 4]
        if numbers and figures:
            best = max(best, 7 - max(numbers) - max(figures))
    return best


def is_figure(card):
    """Whether the card is an under, an over, a king or an ace."""
    return card % 8 >= 4


def strength(card, order):
    """The position of the card's rank in the order that was chosen, from 0, the lowest, to 7."""
    return (card + 4) % 8 if order == NUMBERS_ON_TOP else card % 8
