"""The course of a game of Kořist: how each action changes the table (docs/games/korist.md)."""

from typing import Final

from mypy_extensions import mypyc_attr

from referee.games.events import pack
from referee.games.korist.actions import (
    BACK,
    DECK,
    DISCARD,
    LEAVE,
    NONE,
    PILE,
    SHADOW,
    SHADOW_VALUES,
    TAKE,
    draw_actions,
)
from referee.games.korist.cards import KINDS, ONE, heap_of
from referee.games.korist.events import KoristEndReason, KoristEventKind, capture_event
from referee.games.korist.observation import KoristPhase
from referee.games.korist.offers import fill_shadow, fill_supply
from referee.games.korist.sets import (
    CARDS,
    NO_SET,
    PARTS,
    SIZE,
    VALUE,
    captures,
    sets_in,
    still_known,
)
from referee.games.korist.table import KoristTable
from referee.games.state import NOBODY

_LAY_EVENTS: Final = tuple(pack(KoristEventKind.LAY, 0, *parts) for parts in PARTS)
"""By set the event of seat 0 laying it. Another seat's number is put into bits 5-7."""

# Looking up a member of an enum takes longer than a call, so each member is looked up once.
_LAY: Final = KoristPhase.LAY
_SHADOW: Final = KoristPhase.SHADOW
_TAKE: Final = KoristPhase.TAKE
_RETURN: Final = KoristPhase.RETURN
_DRAW: Final = KoristPhase.DRAW
_MAY_DRAW: Final = KoristPhase.MAY_DRAW


@mypyc_attr(allow_interpreted_subclasses=True)
class KoristState(KoristTable):
    """One playing of Kořist; KoristTable has the cards, this class the steps of a turn."""

    __slots__ = ()

    def _find_legal(self) -> tuple[int, ...]:
        """The legal actions, ascending by number."""
        if self.seat == NOBODY:
            return ()
        phase = self.phase
        if phase is _LAY:
            return sets_in(self.hands[self.seat])
        if phase is _SHADOW:
            return self._shadow_groups()
        if phase is _TAKE:
            return (TAKE, LEAVE)
        if phase is _RETURN:
            return (BACK, DISCARD)
        return draw_actions(len(self.supply), deck=bool(self.deck), optional=phase is _MAY_DRAW)

    def _shadow_groups(self) -> tuple[int, ...]:
        """The groups of the shadow offer that the set just laid can capture (KO-23, KO-R10)."""
        laid = self.layouts[self.turn][-1]
        # A captured group has a lower value than the set and the same number of cards (KO-R10).
        size, lower = SIZE[laid], min(VALUE[laid] - 1, SHADOW_VALUES)
        counts = self.shadow.to_bytes(KINDS, "little")[:lower]
        if size not in counts:
            return ()
        return tuple([SHADOW + n for n, count in enumerate(counts) if count == size])

    def apply(self, action: int) -> None:
        """Take the action. Raises IllegalActionError and changes nothing when it is not legal."""
        self._accept(action)
        self.decisions += 1
        self._step(action)
        # The expert game could go on for ever; forced decisions count as well (KO-R9).
        if self.decisions >= self.limit and self.seat != NOBODY:
            self._end(KoristEndReason.LIMIT)

    def _step(self, action: int) -> None:
        phase = self.phase
        if phase is _LAY:
            self._lay(action)
        elif phase is _MAY_DRAW:
            self._may_draw(action)
        elif phase is _TAKE:
            self._take(action)
        elif phase is _DRAW:
            self._draw(action)
        elif phase is _RETURN:
            self._return(action)
        else:
            self._capture_shadow(action)

    def _lay(self, laid: int) -> None:
        """Lay a set (KO-3); with the last card of the hand the game is over (KO-12)."""
        seat = self.seat
        self.hands[seat] -= CARDS[laid]
        self.sizes[seat] -= SIZE[laid]
        if known := self.known[seat]:
            self.known[seat] = still_known(known, laid)
        self.layouts[seat].append(laid)
        self.events.append(_LAY_EVENTS[laid] | seat << 5)
        if not self.sizes[seat]:
            # The last set of a hand captures nothing (KO-12).
            self._end(KoristEndReason.HAND)
        # The shadow offer comes first, the opponents' layers after it (KO-25).
        elif self.shadow and (groups := self._shadow_groups()):
            self.phase = _SHADOW
            # The groups are the next legal actions, so they need not be found again.
            self._legal = groups
        else:
            self._compare()

    def _capture_shadow(self, action: int) -> None:
        """Capture a group of the shadow offer (KO-24); it counts as a capture (KO-R7)."""
        value = action - SHADOW + 1
        size = SIZE[self.layouts[self.turn][-1]]
        group = size * ONE[value]
        self.shadow -= group
        self.events.append(pack(KoristEventKind.SHADOW_CAPTURE, self.turn, value, size))
        self._receive(self.turn, group, size)
        self.has_captured = True
        self.shadow = fill_shadow(self.shadow, self.deck, self.supply, self.events)
        self._compare()

    def _compare(self) -> None:
        """Compare from the seat after the last victim up to the next victim (KO-5, KO-9).

        If there is no further victim, the turn ends, perhaps with a draw (KO-11).
        """
        turn, layouts = self.turn, self.layouts
        laid, ones = layouts[turn][-1], self.variant == "expert"
        victim = (self.victim + 1) % self.players
        # Going round the table only once, nobody loses two layers in a turn (KO-9).
        while victim != turn:
            layers = layouts[victim]
            if layers and captures(laid, layers[-1], ones=ones):
                self._capture(victim)
                return
            victim = (victim + 1) % self.players
        # Only in the base game may a player draw after a turn without a capture (KO-11, KO-14).
        if self.variant == "base" and not self.has_captured:
            self.seat = turn
            self.phase = _MAY_DRAW
        else:
            self.start_turn((turn + 1) % self.players)

    def _capture(self, victim: int) -> None:
        self.victim = victim
        # In every case the layer leaves the layout, and the layer below is exposed (KO-8).
        self.captured = self.layouts[victim].pop()
        self.has_captured = True
        self.seat = self.turn
        self.phase = _TAKE
        self.events.append(capture_event(self.turn, victim, self.captured))

    def _receive(self, seat: int, heap: int, size: int) -> None:
        """Put `size` cards, the heap `heap`, into a hand; everybody sees which they are."""
        self.hands[seat] += heap
        self.known[seat] += heap
        self.sizes[seat] += size

    def _take(self, action: int) -> None:
        """The captor takes the cards, and the victim must draw; or leaves them (KO-7, KO-R6)."""
        layer = self.captured
        self.seat = self.victim
        if action == TAKE:
            self.events.append(pack(KoristEventKind.TAKE, self.turn))
            self._receive(self.turn, CARDS[layer], SIZE[layer])
            self._must_draw(layer)
        else:
            self.events.append(pack(KoristEventKind.LEAVE, self.turn))
            self.phase = _RETURN

    def _return(self, action: int) -> None:
        """The victim takes the cards back, or discards them and must draw as many (KO-7)."""
        layer = self.captured
        if action == BACK:
            self.captured = NO_SET
            self.events.append(pack(KoristEventKind.BACK, self.victim))
            self._receive(self.victim, CARDS[layer], SIZE[layer])
            self._compare()
        else:
            self.events.append(pack(KoristEventKind.DISCARD, self.victim))
            self.discard += CARDS[layer]
            self._must_draw(layer)

    def _must_draw(self, layer: int) -> None:
        self.captured = NO_SET
        self.draws = SIZE[layer]
        self.phase = _DRAW

    def _draw(self, action: int) -> None:
        """The victim draws one card; a whole pile counts as one (KO-10, KO-22)."""
        self._draw_one(action)
        self.draws -= 1
        if not self.deck and not self.supply:
            # The game ends even if the victim should draw more cards (KO-12, KO-R5).
            self._end(KoristEndReason.DRAWN)
        elif not self.draws:
            # The supply is filled when the victim has drawn all cards, and before the next opponent
            # is compared (KO-10, KO-R3).
            fill_supply(self.deck, self.supply, self.events)
            self._compare()

    def _may_draw(self, action: int) -> None:
        """Draw one card, or none, after a turn without a capture (KO-11)."""
        if action == NONE:
            self.events.append(pack(KoristEventKind.NONE, self.seat))
        else:
            self._draw_one(action)
            if not self.deck and not self.supply:
                self._end(KoristEndReason.DRAWN)
                return
            fill_supply(self.deck, self.supply, self.events)
        self.start_turn((self.turn + 1) % self.players)

    def _draw_one(self, action: int) -> None:
        seat = self.seat
        if action == DECK:
            self.hands[seat] += ONE[self.deck.pop()]
            self.sizes[seat] += 1
            self.events.append(pack(KoristEventKind.DECK, seat))
        else:
            pile = self.supply.pop(action - PILE)
            self.events.append(pack(KoristEventKind.PILE, seat, action - PILE, pile[0], len(pile)))
            self._receive(seat, heap_of(pile), len(pile))

    def _end(self, why: KoristEndReason) -> None:
        """End the game (KO-12, KO-R9). Captured cards that are undecided belong to nobody."""
        self.seat = NOBODY
        self._legal = ()
        self.events.append(pack(KoristEventKind.END, 0, why))
