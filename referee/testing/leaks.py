"""check_no_leak: exchanges cards that are hidden from a seat; it must be shown the same as before.

A deal in which two cards have changed places is called a re-deal here.
"""

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from referee.deals import Deal, Draws, FixedDeal
from referee.games.game import AnyGame, AnyState
from referee.testing.errors import CheckError, LeakError
from referee.testing.playing import play_randomly, where

Encode = Callable[[Any], bytes]
"""Turns an observation into the bytes that would reach a bot."""


def encode_repr(observation: Any) -> bytes:
    """The observation's repr as bytes: all its values, though not in the form that bots get."""
    return repr(observation).encode()


class LeakReport(NamedTuple):
    """How much `check_no_leak` compared: a check that compares little proves little."""

    moment: int
    """The number of actions before the moment up to which the playings were compared."""
    compared: int
    """The number of re-deals in which all actions could be played again, of all seats together."""
    skipped: int
    """The number of exchanges that could not be compared, including those at later moments, which
    were tried before."""


def check_no_leak(
    game: AnyGame,
    deal_key: bytes,
    random: Random,
    encode: Encode = encode_repr,
    pairs: int = 12,
) -> LeakReport:
    """Play the deal at random, choose a random moment of it, exchange hidden cards and compare.

    For each seat, two cards that it has never seen change places in the deal (see `Game.hidden` and
    `Game.redealt`), and the same actions are played again. If all of them can be played, everything
    that the seat is shown up to the moment must be equal to the byte: observation and legal actions
    at each of its decisions, every public event, and its observation at the moment itself. For each
    seat up to `pairs` exchanges are compared. The re-deal has another key, so that a game which
    shows the key, or what a later round will bring, is caught as well. When nothing can be compared
    at the moment, earlier ones are tried, down to the start of the game.

    Raises LeakError on a difference, CheckError when nothing could be compared at the start either,
    or the game does not end. Other exceptions of the rules pass through.
    """
    actions = play_randomly(game, Deal(deal_key), random).actions
    moment = random.randint(0, len(actions))
    skipped = 0
    while True:
        compared = 0
        for seat in range(game.seats):
            watch = _Watch(game, deal_key, actions[:moment], seat, encode)
            seat_compared, seat_skipped = watch.exchange(random, pairs)
            compared += seat_compared
            skipped += seat_skipped
        if compared:
            return LeakReport(moment, compared, skipped)
        if not moment:
            raise CheckError(
                f"{where(game, deal_key, 0)}: hidden cards could never be exchanged, "
                f"{skipped} exchanges were tried"
            )
        # Late in a game few cards are hidden, or every exchange makes some action impossible. At an
        # earlier moment more exchanges are possible.
        moment //= 2


class _Sight(NamedTuple):
    """What a seat is shown at one moment, in a form that can be compared."""

    events: tuple[int, ...]
    legal: tuple[int, ...]
    """() when another seat decides."""
    observation: bytes


class _Watch:
    """What one seat was shown in the real playing, at its decisions and at the last moment."""

    def __init__(
        self, game: AnyGame, key: bytes, actions: tuple[int, ...], seat: int, encode: Encode
    ) -> None:
        self.game, self.key, self.actions, self.seat, self.encode = game, key, actions, seat, encode
        self.movers: list[int] = []
        """The seats that decided, by number of the decision."""
        self.sights: list[_Sight | None] = []
        """What the seat was shown, by number of the decision; None where another seat decided. The
        last entry is that of the last moment."""
        self.drawn_at: dict[str, int] = {}
        """By purpose of the deal, the first decision before which it had been drawn."""
        state = game.new(Deal(key))
        # None stands for the moment itself: its action was not taken.
        for action in (*actions, None):
            self.drawn_at = dict.fromkeys(state.deal.drawn, len(self.movers)) | self.drawn_at
            self.movers.append(state.seat)
            self.sights.append(self._sight(state, at_end=action is None))
            if action is not None:
                state.apply(action)
        self.drawn = state.deal.drawn
        self.hidden = sorted(game.hidden(state, seat))

    def _sight(self, state: AnyState, at_end: bool) -> _Sight | None:
        """What the seat is shown if it decides or `at_end` (the last moment) is set; else None."""
        deciding = state.seat == self.seat
        if not deciding and not at_end:
            return None
        return _Sight(
            tuple(state.events),
            # A seat is told only its own legal actions.
            state.legal_actions() if deciding else (),
            self.encode(state.observe(self.seat)),
        )

    def exchange(self, random: Random, pairs: int) -> tuple[int, int]:
        """Exchange hidden cards until `pairs` exchanges are compared, or ten times as many tried.

        Returns how many were compared and how many skipped. Raises LeakError.
        """
        choices = list(combinations(self.hidden, 2))
        random.shuffle(choices)
        compared = skipped = 0
        # Most exchanges may make one of the actions impossible. When ten times as many attempts as
        # are wanted have failed, an earlier moment with fewer actions promises more.
        for one, other in choices[: 10 * pairs]:
            if compared == pairs:
                break
            redealt = self.game.redealt(self.drawn, one, other)
            if redealt != self.drawn and self._compare(redealt, one, other, random.randbytes(32)):
                compared += 1
            else:
                skipped += 1
        return compared, skipped

    def _compare(self, redealt: Draws, one: int, other: int, key: bytes) -> bool:
        """Whether the actions can be played in the re-deal, where two cards have changed places.

        `key` is the key of the re-deal. Raises LeakError if the seat can tell the re-deal from the
        real deal.
        """
        world = self.game.new(FixedDeal(redealt, key))
        changed = [purpose for purpose in self.drawn if redealt[purpose] != self.drawn[purpose]]
        # Earlier actions are about the cards of earlier rounds, which were not exchanged.
        start = min(self.drawn_at[purpose] for purpose in changed)
        difference = ""
        for number, action in enumerate((*self.actions, None)):
            # Another seat to move is a public difference, which every seat may notice: there is
            # nothing to compare.
            if world.seat != self.movers[number]:
                return False
            difference = difference or self._difference(world, number)
            if action is None:
                break
            # From `start` on, an action that is about one of the two cards is about the other one.
            mapped = self.game.swapped(action, one, other) if number >= start else action
            if mapped in world.legal_actions():
                world.apply(mapped)
            elif difference and world.seat == self.seat:
                # The seat itself can no longer take its action: that is part of the difference.
                break
            else:
                return False
        if difference:
            cards = " and ".join(sorted(map(self.game.card_text, (one, other))))
            raise LeakError(
                f"{where(self.game, self.key, len(self.actions))}: seat {self.seat} can tell that "
                f"{cards} have changed places: {difference}"
            )
        return True

    def _difference(self, world: AnyState, number: int) -> str:
        """How the world differs for the seat from the real playing, in words; "" if not at all."""
        real = self.sights[number]
        seen = self._sight(world, at_end=number == len(self.actions))
        if real is None or seen is None or real == seen:
            return ""
        place = f"at decision {number}"
        if real.events != seen.events:
            return f"{place} the public events {real.events} become {seen.events}"
        if real.legal != seen.legal:
            return f"{place} the legal actions {real.legal} become {seen.legal}"
        return f"{place} the observation {_around(real.observation, seen.observation)}"


def _around(real: bytes, seen: bytes, margin: int = 24) -> str:
    """The first difference of two byte strings, with `margin` bytes before and after it."""
    first = next(
        (i for i, (a, b) in enumerate(zip(real, seen, strict=False)) if a != b),
        min(len(real), len(seen)),
    )
    window = slice(max(0, first - margin), first + margin)
    return f"differs from byte {first} on: {real[window]!r} becomes {seen[window]!r}"
