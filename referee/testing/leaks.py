"""check_no_leak: hidden cards change places, and the seat must not see a difference."""

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
    """The observation's repr as bytes: all that it holds, if not as it is sent."""
    return repr(observation).encode()


class LeakReport(NamedTuple):
    """How much was really compared: a check that could compare nothing proves nothing."""

    moment: int
    """The number of actions before the moment that was looked at."""
    compared: int
    """The number of re-deals in which all that happened could happen again."""
    skipped: int
    """The number of re-deals in which it could not."""


def check_no_leak(
    game: AnyGame,
    deal_key: bytes,
    random: Random,
    encode: Encode = encode_repr,
    pairs: int = 12,
) -> LeakReport:
    """Play the deal at random up to a random moment; then exchange hidden cards and compare.

    For each seat two cards that it has never seen change places in the deal (see `Game.hidden` and
    `Game.redealt`), and the same actions are played again. If they can be, all that the seat was
    shown until the moment must be equal to the byte: observation and legal actions at each of its
    decisions, every public event, and its observation at the moment itself. For each seat up to
    `pairs` exchanges are compared. The re-deal has another key, so that showing the key, or what a
    later round will bring, is caught as well.

    Raises LeakError on a difference, CheckError when nothing could be compared at all.
    """
    actions = play_randomly(game, Deal(deal_key), random).actions
    moment = random.randint(0, len(actions))
    skipped = 0
    while True:
        compared = 0
        for seat in range(game.seats):
            watch = _Watch(game, deal_key, actions[:moment], seat, encode)
            same, passed = watch.exchange(random, pairs)
            compared += same
            skipped += passed
        if compared:
            return LeakReport(moment, compared, skipped)
        if not moment:
            raise CheckError(
                f"{where(game, deal_key, 0)}: hidden cards could never be exchanged, "
                f"{skipped} exchanges were tried"
            )
        # Late in a game little is hidden, or every exchange makes some action impossible: earlier
        # there is more to exchange.
        moment //= 2


class _Sight(NamedTuple):
    """All that reached the seat at one time."""

    events: tuple[int, ...]
    legal: tuple[int, ...]
    observation: bytes


class _Watch:
    """One seat in the real playing, watched up to one moment."""

    def __init__(
        self, game: AnyGame, key: bytes, actions: tuple[int, ...], seat: int, encode: Encode
    ) -> None:
        self.game, self.key, self.actions, self.seat, self.encode = game, key, actions, seat, encode
        self.movers: list[int] = []
        self.sights: list[_Sight | None] = []
        self.drawn_at: dict[str, int] = {}
        state = game.new(Deal(key))
        # None stands for the moment itself, at which nobody has acted yet.
        for action in (*actions, None):
            self.drawn_at = dict.fromkeys(state.deal.drawn, len(self.movers)) | self.drawn_at
            self.movers.append(state.seat)
            self.sights.append(self._sight(state, at_end=action is None))
            if action is not None:
                state.apply(action)
        self.drawn = state.deal.drawn
        self.hidden = sorted(game.hidden(state, seat))

    def _sight(self, state: AnyState, at_end: bool) -> _Sight | None:
        """All that the seat is shown when it decides, and at the end of the watch; else None."""
        deciding = state.seat == self.seat
        if not deciding and not at_end:
            return None
        return _Sight(
            tuple(state.events),
            # Only for the seat to move: nobody is told what others may do.
            state.legal_actions() if deciding else (),
            self.encode(state.observe(self.seat)),
        )

    def exchange(self, random: Random, pairs: int) -> tuple[int, int]:
        """How many exchanges of two hidden cards were compared, and how many were skipped."""
        choices = list(combinations(self.hidden, 2))
        random.shuffle(choices)
        compared = skipped = 0
        # Most exchanges may be impossible with these actions; at some point the moment is no good.
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
        """Whether the exchange agrees with the actions. Raises LeakError if the seat can tell."""
        world = self.game.new(FixedDeal(redealt, key))
        changed = [purpose for purpose in self.drawn if redealt[purpose] != self.drawn[purpose]]
        # Before the changed cards were dealt, the actions are about other ones.
        start = min(self.drawn_at[purpose] for purpose in changed)
        difference = ""
        for number, action in enumerate((*self.actions, None)):
            # Another seat to move is a public difference: everybody may know that this world is
            # another one.
            if world.seat != self.movers[number]:
                return False
            difference = difference or self._difference(world, number)
            if action is None:
                break
            mapped = self.game.swapped(action, one, other) if number >= start else action
            # Before the exchanged cards are dealt an action means what it meant; after that they
            # have changed places in it as well.
            if mapped in world.legal_actions():
                world.apply(mapped)
            elif difference and world.seat == self.seat:
                break  # what the seat itself may do has changed: nothing public rules that out
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
        """What the seat is shown otherwise at this decision, in words; "" for nothing."""
        real = self.sights[number]
        seen = self._sight(world, at_end=number == len(self.actions))
        if real is None or seen is None or real == seen:
            return ""
        at = f"at decision {number}"
        if real.events != seen.events:
            return f"{at} the public events {real.events} become {seen.events}"
        if real.legal != seen.legal:
            return f"{at} the legal actions {real.legal} become {seen.legal}"
        return f"{at} the observation {_around(real.observation, seen.observation)}"


def _around(one: bytes, other: bytes, margin: int = 24) -> str:
    """The first difference of two byte strings, with what stands before and after it."""
    first = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    window = slice(max(0, first - margin), first + margin)
    return f"differs from byte {first} on: {one[window]!r} becomes {other[window]!r}"
