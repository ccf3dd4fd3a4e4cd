"""The Fox in the Forest: win tricks with a strong hand, and lose them with a weak one.

Cards and actions are numbers: proto/stych/v1/fox.proto says which, and what a seat sees.
"""

GIVE, BURY, KEEP = 33, 66, 99
"""Numbers of actions: a card's own number plays it, GIVE + card exchanges it for the decree card,
BURY + card puts it under the deck; KEEP exchanges nothing."""


def choose(seen, legal, random):
    """An index into `legal`, the actions that are allowed; there are at least two."""
    return max(range(len(legal)), key=lambda index: rate(seen, legal[index]))


def rate(seen, action):
    """How good the action is in comparison with the other actions of this decision."""
    if action == KEEP:
        return 100
    trump, trick = seen.public_view.decree // 11, seen.public_view.trick
    wanted = wants_tricks(seen, trump)
    power = strength(action % 33, trump)
    if action >= BURY:
        return -power if wanted else power
    if action >= GIVE:  # A weak hand gives its strongest card away, a strong one keeps all.
        return -power if wanted else 100 + power
    if not trick:
        return action % 11 if wanted else -power
    good = 100 if wins(action, trick[0], trump) == wanted else 0
    return good - power if wanted else good + power


def wants_tricks(seen, trump):
    """Whether to win tricks from now on: 7 to 9 a round bring most points, as do 0 to 3."""
    tricks, seat = seen.public_view.tricks, seen.private_view.seat
    if tricks[seat] >= 7:
        return False
    if tricks[seat] >= 4 or tricks[1 - seat] >= 7:
        return tricks[seat] >= 4
    hand = seen.private_view.hand
    # Trumps and cards of rank 8 or more are strong.
    strong = sum(strength(card, trump) >= 7 for card in hand)
    return 2 * (tricks[seat] + strong) >= tricks[seat] + len(hand)


def strength(card, trump):
    """How high the card is: its rank less 1, and 11 more for a trump."""
    return card % 11 + (11 if card // 11 == trump else 0)


def wins(card, led, trump):
    """Whether the card beats the led card, if the effect of Witches is ignored."""
    follows = card // 11 in (led // 11, trump)
    return follows and strength(card, trump) > strength(led, trump)
