"""Sampling what a seat of Hearts cannot see.

A world is a complete arrangement of the cards that the seat has not seen.

The distribution: every deal of the round is equally likely, and so is every choice of cards to
pass; of these worlds one is drawn, each with the same probability, from those that agree with all
hard facts: the seat's own cards, those that it passed and received, every card that was played, and
every card that a player would have had to play otherwise (a suit that was not followed; anything
but points when points were given to the first trick; anything but hearts when one was led too
early). What may be inferred from choices beyond that is not. What others passed in earlier rounds
is left out: nobody can see it, and no rule asks for it.
"""

from random import Random

from referee.cards import cards_of, mask_of
from referee.deals import Deal
from referee.games.events import unpack
from stych_hearts.actions import HeartsEventKind, this_round
from stych_hearts.cards import PACKS, suit
from stych_hearts.legal import NOTHING_LED, breaks, ruled_out
from stych_hearts.observation import HeartsObservation, HeartsPhase
from stych_hearts.options import HeartsOptions
from stych_hearts.passing import PASSED, HeartsDirection, receiver
from stych_hearts.state import HeartsState
from stych_hearts.worlds import share_out


def determinize(options: HeartsOptions, seen: HeartsObservation, random: Random) -> HeartsState:
    """A state that shows the seat what it sees, drawn from the distribution above."""
    played = _played(seen)
    state = _restore(options, seen, random)
    state.won = _won(options, seen)
    hands = _hands(options, seen, played, random)
    if seen.phase == HeartsPhase.PASS:
        _lay_aside(state, seen, hands, random)
    elif seen.direction != HeartsDirection.HOLD and seen.to_move >= 0:
        _tell_passes(state, seen, hands, played, random)
    state.hands = [mask_of(hand) for hand in hands]
    return state


def _played(seen: HeartsObservation) -> list[set[int]]:
    """The cards that each seat has played in this round."""
    played: list[set[int]] = [set() for _ in seen.totals]
    for event in map(unpack, this_round(seen.history)):
        if event.kind == HeartsEventKind.PLAY:
            played[event.seat].add(event.a)
    return played


def _won(options: HeartsOptions, seen: HeartsObservation) -> list[int]:
    """The cards that each seat has taken in this round, none when the game is over."""
    won = [0] * options.players
    trick = 0
    for event in map(unpack, this_round(seen.history)):
        if event.kind == HeartsEventKind.PLAY:
            trick |= 1 << event.a
        elif event.kind == HeartsEventKind.TRICK:
            won[event.seat] |= trick
            trick = 0
        elif event.kind == HeartsEventKind.SCORE:
            won[event.seat] = 0
    return won


def _cannot_hold(options: HeartsOptions, seen: HeartsObservation) -> list[int]:
    """By seat the cards that it cannot have, as the cards show that it played."""
    lacks = [0] * options.players
    first, broken, led = True, False, NOTHING_LED
    for event in map(unpack, this_round(seen.history)):
        if event.kind == HeartsEventKind.PLAY:
            # Hands only shrink once play has begun: what was lacking then is lacking now.
            lacks[event.seat] |= ruled_out(event.a, led, first, broken)
            broken = broken or breaks(event.a, options.queen_breaks)
            led = suit(event.a) if led == NOTHING_LED else led
        elif event.kind == HeartsEventKind.TRICK:
            first, led = False, NOTHING_LED
    return lacks


def _hands(
    options: HeartsOptions, seen: HeartsObservation, played: list[set[int]], random: Random
) -> list[set[int]]:
    """All hands; those of others with the cards that they have chosen to pass."""
    chosen = seen.phase == HeartsPhase.PASS
    size = PACKS[options.players].bit_count() // options.players
    # What the seat passed lies in a known hand, unless it was played from there.
    known: list[set[int]] = [set() for _ in played]
    known[seen.seat] = set(seen.hand)
    if not chosen and seen.passed:
        to = receiver(seen.seat, seen.direction, options.players)
        known[to] = set(seen.passed) - played[to]
    away = set().union(*played, *known, seen.passed if chosen else ())
    left = [size - len(out) - len(known[seat]) for seat, out in enumerate(played)]
    left[seen.seat] = 0
    lacks = _cannot_hold(options, seen)
    allowed = {
        card: tuple(seat for seat, room in enumerate(left) if room and not lacks[seat] >> card & 1)
        for card in cards_of(PACKS[options.players])
        if card not in away
    }
    dealt = share_out(allowed, left, random)
    return [own | more for own, more in zip(known, dealt, strict=True)]


def _lay_aside(
    state: HeartsState, seen: HeartsObservation, hands: list[set[int]], random: Random
) -> None:
    """Choose for the others what they have chosen, which is in their hands until now."""
    for seat, hand in enumerate(hands):
        if seat != seen.seat:
            # Who is still choosing will find the rest of the three above the first ones.
            three = sorted(random.sample(sorted(hand), PASSED))
            state.passed[seat] = tuple(three[: len(hand) - seen.hand_sizes[seat]])
            hand.difference_update(state.passed[seat])


def _tell_passes(
    state: HeartsState,
    seen: HeartsObservation,
    hands: list[set[int]],
    played: list[set[int]],
    random: Random,
) -> None:
    """Choose which cards of the others were passed to them."""
    for seat in range(len(hands)):
        to = receiver(seat, seen.direction, len(hands))
        if seat == seen.seat:
            cards = seen.passed
        elif to == seen.seat:
            cards = seen.received
        else:
            # Nothing tells which they are, so any three that the seat held after passing will do.
            cards = tuple(sorted(random.sample(sorted(hands[to] | played[to]), PASSED)))
        state.passed[seat] = state.received[to] = cards


def _restore(options: HeartsOptions, seen: HeartsObservation, random: Random) -> HeartsState:
    """A state with everything that the observation shows."""
    state = HeartsState.__new__(HeartsState)
    nothing: list[tuple[int, ...]] = [()] * options.players
    state.options = options
    state.deal = Deal(random.randbytes(32))
    state.events = list(seen.history)
    state.seat = seen.to_move
    state.phase = seen.phase
    state.direction = seen.direction
    state.leader = seen.leader
    state.trick = seen.trick
    state.broken = seen.broken
    state.totals = list(seen.totals)
    state.past_rounds = list(seen.past_rounds)
    state.passed, state.received = nothing[:], nothing[:]
    state.earlier_passed, state.earlier_received = nothing[:], nothing[:]
    state.passed[seen.seat] = seen.passed
    state.received[seen.seat] = seen.received
    state.earlier_passed[seen.seat] = seen.earlier_passed
    state.earlier_received[seen.seat] = seen.earlier_received
    state.forget_legal()
    return state
