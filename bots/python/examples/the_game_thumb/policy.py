"""Rules of thumb for The Game.

- What a jump costs is not its length but how many cards that are still out it shuts off.
- Look two cards ahead: a jump that a backwards trick takes back is no jump.
- Keep a backwards trick that lies ready in the hand.
- Stop at the minimum, unless the next card costs nothing or is a backwards trick.
- Where another asks to be left alone, or for no big jump, anything costs more.
- Ask for a row of which one holds the trick or the very next card; ask for no big jump where one
  holds a near one.
- Cover fires, and leave none to the next player if it can be helped.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from referee.games.events import unpack
from referee.games.the_game import TheGameObservation, TheGamePhase
from referee.games.the_game.actions import END, FLAGS, GLAD, TheGameEventKind, flags_code
from referee.games.the_game.cards import FIRE_CARDS, LOWEST, PLACES, TRICK, fits, jump

HOPE: Final = 0.5
"""What a trick that lies ready in the hand is worth, as a share of what it will win back."""
MINE: Final = 6.0
"""What it costs to touch a row that another wants to use."""
GENTLE: Final = 0.5
"""By how much more a jump costs where another asks for no big one."""
NEAR: Final = 3
"""At most so many cards are shut off by a jump that one asks others to leave room for."""
BURNS: Final = 1000.0
"""A fire that stays uncovered."""
STUCK: Final = 500.0
"""No second card, though one is needed."""
SPARK: Final = 8.0
"""A fire that is left for the next player."""
EAGER: Final = 0.5
"""What it is worth to place a card beyond the minimum."""
GLAD_UP_TO: Final = (2, 5, 9)
"""The cost of the first turn's two cards, for the gladness 3, 2 and 1."""


class _Plan(NamedTuple):
    cost: float
    """Of up to two cards, and of what is to be feared after them."""
    first: int
    """The action to begin with."""


class Table:
    """The table as one player sees it."""

    def __init__(self, seen: TheGameObservation) -> None:
        self.seen = seen
        gone = [e.a for e in map(unpack, seen.history) if e.kind == TheGameEventKind.PLACE]
        out = [1] * (PLACES + 1)
        for card in (*range(LOWEST), PLACES, *gone):
            out[card] = 0
        self.below = (0, *accumulate(out))
        """How many cards lower than this one are still out (in hands or in the deck)."""
        self.wishes = [self._wish(row) for row in range(4)]

    def _wish(self, row: int) -> int:
        """The strongest flag that another player has set on the row."""
        flags, seat = self.seen.flags, self.seen.seat
        return max([flag for n, flag in enumerate(flags) if n % 4 == row and n // 4 != seat] + [0])

    def cost(self, row: int, top: int, card: int) -> float:
        """The cards still out that the row will not take any more; less than 0 for a trick."""
        low, high = (top, card) if top < card else (card, top)
        between = self.below[high] - self.below[low + 1]
        return -between if jump(row, top, card) < 0 else between

    def asked(self, row: int, cost: float) -> float:
        """What the others' wishes add to the cost."""
        wish = self.wishes[row]
        if wish == 2:
            return MINE
        return GENTLE * cost if wish == 1 and cost > 0 else 0.0


def choose(seen: TheGameObservation, legal: Sequence[int]) -> int:
    """An index into the legal actions."""
    table = Table(seen)
    if seen.phase == TheGamePhase.TURN:
        action = _best_plan(table).first
    elif seen.phase == TheGamePhase.FLAGS:
        action = FLAGS + flags_code(tuple(_flag(table, row) for row in range(4)))
    else:
        action = GLAD + _gladness(table)
    return list(legal).index(action)


def _best_plan(table: Table) -> _Plan:
    """The cheapest way to go on for up to two cards; the table wants the minimum to be reached."""
    return min(_plans(table), key=lambda plan: plan.cost)


def _plans(table: Table) -> Iterator[_Plan]:
    """Stopping, where that is allowed; then every card, alone and with each that may follow."""
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
        one = cost - EAGER * (due <= 0)
        yield _Plan(one + (_after(table, rest, tops, burning) if due <= 1 else STUCK), action)
        for more, second, other in _placings(table, rest, tops):
            last = (*tops[:second], other, *tops[second + 1 :])
            both = one + more - EAGER * (due <= 1)
            left = [each for each in rest if each != other]
            yield _Plan(both + _after(table, left, last, burning - {second}), action)


def _placings(
    table: Table, hand: Sequence[int], tops: Sequence[int]
) -> Iterator[tuple[float, int, int]]:
    """Cost, row and card of each placing; of two equal rows only the first."""
    for row, top in enumerate(tops):
        if row % 2 and tops[row - 1] == top and not table.wishes[row - 1]:
            continue
        for card in hand:
            if fits(row, top, card):
                cost = table.cost(row, top, card)
                yield cost + table.asked(row, cost), row, card


def _after(table: Table, hand: Sequence[int], tops: Sequence[int], fires: frozenset[int]) -> float:
    """What is to be feared or hoped for when the turn ends like this."""
    cost = BURNS * len(fires)
    for row, top in enumerate(tops):
        trick = top - TRICK if row < 2 else top + TRICK
        if trick in hand:
            cost += HOPE * table.cost(row, top, trick)
        if table.seen.fire and top in FIRE_CARDS and row not in fires:
            cost += SPARK
    return cost


def _flag(table: Table, row: int) -> int:
    """2 for a trick or the very next card in the hand, 1 for a near one."""
    top = table.seen.tops[row]
    costs = [table.cost(row, top, card) for card in table.seen.hand if fits(row, top, card)]
    nearest = min(costs, default=NEAR + 1)
    return 2 if nearest < 0 else 1 if nearest <= NEAR else 0


def _gladness(table: Table) -> int:
    cost = _best_plan(table).cost
    return sum(cost <= limit for limit in GLAD_UP_TO)
