"""Rules of thumb for The Game.

- The cost of a jump is not its length, but the number of cards still out that it shuts off.
- Look two cards ahead: a jump that a backwards trick takes back costs nothing.
- Save a row for which the hand has the card of a backwards trick.
- Stop at the minimum, unless the next card costs almost nothing or is a backwards trick.
- A card costs more on a row that another player has flagged.
- Flag a row with 2 when a backwards trick of the hand wins back cards, with 1 for a near card.
- Cover fires, and leave none to the next player if possible.

Costs are numbers of cards that will probably not be placed any more.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from referee.games.events import unpack
from referee.games.the_game import TheGameObservation, TheGamePhase
from referee.games.the_game.actions import END, FLAGS, GLAD, TheGameEventKind, flags_code
from referee.games.the_game.cards import FIRE_CARDS, HIGHEST, LOWEST, PLACES, TRICK, fits, jump

HOPE: Final = 0.5
"""A backwards trick whose card is in the hand is worth this share of the cards it wins back."""
MINE: Final = 6.0
"""Placing a card on a row with the flag 2 of another player costs this much more."""
GENTLE: Final = 0.5
"""A jump on a row with the flag 1 of another player costs more by this share."""
NEAR: Final = 3
"""A card is near, and its row gets the flag 1, if placing it shuts off at most this many cards."""
BURNS: Final = 1000.0
"""The cost of a fire that has to be covered in this turn and is not."""
STUCK: Final = 500.0
"""The cost of a plan without the second card that the minimum requires."""
SPARK: Final = 8.0
"""The cost of a fire that is left for the next player."""
EAGER: Final = 0.5
"""The worth of placing a card beyond the minimum."""
GLAD_UP_TO: Final = (2, 5, 9)
"""The gladness is 3, 2 or 1 if the best plan costs at most this much, and otherwise 0."""


class _Plan(NamedTuple):
    cost: float
    """The cost of up to two cards and of the position after them."""
    first: int
    """The number of the plan's first action."""


class Table:
    """An observation, and the costs of placing cards that follow from it."""

    def __init__(self, seen: TheGameObservation) -> None:
        self.seen = seen
        placed = [e.a for e in map(unpack, seen.history) if e.kind == TheGameEventKind.PLACE]
        # Up to the number at which the descending rows start, which is no card.
        out = [1] * (HIGHEST + 2)
        for card in (*range(LOWEST), HIGHEST + 1, *placed):
            out[card] = 0
        self.below = (0, *accumulate(out))
        """By card: how many lower cards are still out, that is in hands or in the deck."""
        self.wishes = [self._wish(row) for row in range(4)]
        """By row: the strongest flag of another player."""

    def _wish(self, row: int) -> int:
        """The strongest flag that another player has set on the row."""
        flags, seat = self.seen.flags, self.seen.seat
        others = (flag for n, flag in enumerate(flags) if n % 4 == row and n // 4 != seat)
        return max(others, default=0)

    def cost(self, row: int, top: int, card: int) -> float:
        """How many cards still out are shut off; for a backwards trick, minus those won back."""
        low, high = (top, card) if top < card else (card, top)
        between = self.below[high] - self.below[low + 1]
        return -between if jump(row, top, card) < 0 else between

    def flag_cost(self, row: int, cost: float) -> float:
        """How much the flags of other players add to the cost."""
        wish = self.wishes[row]
        if wish == 2:
            return MINE
        return GENTLE * cost if wish == 1 and cost > 0 else 0.0


def choose(seen: TheGameObservation, legal: Sequence[int]) -> int:
    """The index in `legal` of the action that the rules of thumb prefer."""
    table = Table(seen)
    if seen.phase == TheGamePhase.TURN:
        action = _best_plan(table).first
    elif seen.phase == TheGamePhase.FLAGS:
        action = FLAGS + flags_code(tuple(_flag(table, row) for row in range(4)))
    else:
        action = GLAD + _gladness(table)
    return list(legal).index(action)


def _best_plan(table: Table) -> _Plan:
    """The plan with the lowest cost; of equal ones the first."""
    return min(_plans(table), key=lambda plan: plan.cost)


def _plans(table: Table) -> Iterator[_Plan]:
    """All plans: ending the turn, if allowed; every card alone; every card with a second one."""
    seen = table.seen
    due = seen.minimum - seen.placed
    fires = frozenset(seen.to_cover)
    if due <= 0:
        yield _Plan(_after(table, seen.hand, seen.tops, fires), END)
    for cost, row, card in _placings(table, seen.hand, seen.tops):
        rest = [other for other in seen.hand if other != card]
        tops = (*seen.tops[:row], card, *seen.tops[row + 1 :])
        burning = fires - {row}
        action = PLACES * row + card
        single = cost - (EAGER if due <= 0 else 0)
        yield _Plan(single + (_after(table, rest, tops, burning) if due <= 1 else STUCK), action)
        for more, second, other in _placings(table, rest, tops):
            last = (*tops[:second], other, *tops[second + 1 :])
            both = single + more - (EAGER if due <= 1 else 0)
            left = [each for each in rest if each != other]
            yield _Plan(both + _after(table, left, last, burning - {second}), action)


def _placings(
    table: Table, hand: Sequence[int], tops: Sequence[int]
) -> Iterator[tuple[float, int, int]]:
    """The cost, row and card of each placing.

    Of two rows of one direction with the same top, the second is skipped, as it offers nothing
    else, unless another player has flagged the first.
    """
    for row, top in enumerate(tops):
        if row % 2 and tops[row - 1] == top and not table.wishes[row - 1]:
            continue
        for card in hand:
            if fits(row, top, card):
                cost = table.cost(row, top, card)
                yield cost + table.flag_cost(row, cost), row, card


def _after(table: Table, hand: Sequence[int], tops: Sequence[int], fires: frozenset[int]) -> float:
    """The cost of ending the turn with these tops, this hand, and these rows' fires not covered."""
    cost = BURNS * len(fires)
    for row, top in enumerate(tops):
        trick = top - TRICK if row < 2 else top + TRICK
        if trick in hand:
            cost += HOPE * table.cost(row, top, trick)
        if table.seen.fire and top in FIRE_CARDS and row not in fires:
            cost += SPARK
    return cost


def _flag(table: Table, row: int) -> int:
    """The flag for a row: 2 if a backwards trick wins back cards, 1 for a near card, or else 0."""
    top = table.seen.tops[row]
    costs = [table.cost(row, top, card) for card in table.seen.hand if fits(row, top, card)]
    nearest = min(costs, default=NEAR + 1)
    return 2 if nearest < 0 else 1 if nearest <= NEAR else 0


def _gladness(table: Table) -> int:
    cost = _best_plan(table).cost
    return sum(cost <= limit for limit in GLAD_UP_TO)
