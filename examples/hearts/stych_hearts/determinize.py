"""Samples the cards that a seat of Hearts cannot see.

A world is a complete arrangement of the cards that the seat has not seen. Every deal of the round
is equally likely, and so is every choice of cards to pass. `determinize` draws one of the worlds
that agree with all hard facts, each with the same probability.

Hard facts are the seat's own cards, the cards that it passed and received, every card that was
played, and the cards that a player cannot have held, since the rules would have forbidden the card
that it played. These are cards of a suit that was not followed; cards without points, when points
were given to the first trick; cards that are no hearts, when hearts were led before they were
broken. Other conclusions from the choices of others are not drawn. The cards that others passed in
earlier rounds are left out: nobody can see them, and no rule depends on them.
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
    """A state that shows the seat exactly this observation, drawn as this module describes.

    Raises ValueError when no world fits.
    """
    played = _played(seen)
    state = _restore(options, seen, random)
    state.won = _won(options, seen)
    hands = _hands(options, seen, played, random)
    if seen.phase == HeartsPhase.PASS:
        _sample_choices(state, seen, hands, random)
    elif seen.direction != HeartsDirection.HOLD and seen.to_move >= 0:
        _sample_passes(state, seen, hands, played, random)
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
    """By seat the mask of the cards taken in this round; 0 when the game is over."""
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
    """By seat the mask of the cards that it cannot hold, by the cards that it played."""
    lacks = [0] * options.players
    first, broken, led = True, False, NOTHING_LED
    for event in map(unpack, this_round(seen.history)):
        if event.kind == HeartsEventKind.PLAY:
            # Hands only shrink once play has begun: a card that was missing then is missing now.
            lacks[event.seat] |= ruled_out(event.a, led, first, broken)
            broken = broken or breaks(event.a, options.queen_breaks)
            led = suit(event.a) if led == NOTHING_LED else led
        elif event.kind == HeartsEventKind.TRICK:
            first, led = False, NOTHING_LED
    return lacks


def _hands(
    options: HeartsOptions, seen: HeartsObservation, played: list[set[int]], random: Random
) -> list[set[int]]:
    """All hands; those of other seats include the cards that they have chosen to pass."""
    passing = seen.phase == HeartsPhase.PASS
    size = PACKS[options.players].bit_count() // options.players
    # The cards that the seat passed are in the receiver's hand, unless they were played from there.
    known: list[set[int]] = [set() for _ in played]
    known[seen.seat] = set(seen.hand)
    if not passing and seen.passed:
        recipient = receiver(seen.seat, seen.direction, options.players)
        known[recipient] = set(seen.passed) - played[recipient]
    located = set().union(*played, *known, seen.passed if passing else ())
    unknown = [size - len(cards) - len(known[seat]) for seat, cards in enumerate(played)]
    unknown[seen.seat] = 0
    lacks = _cannot_hold(options, seen)
    allowed = {
        card: tuple(
            seat for seat, room in enumerate(unknown) if room and not lacks[seat] >> card & 1
        )
        for card in cards_of(PACKS[options.players])
        if card not in located
    }
    shares = share_out(allowed, unknown, random)
    return [cards | share for cards, share in zip(known, shares, strict=True)]


def _sample_choices(
    state: HeartsState, seen: HeartsObservation, hands: list[set[int]], random: Random
) -> None:
    """Draw the cards that other seats have chosen to pass, and move them out of `hands`."""
    for seat, hand in enumerate(hands):
        if seat != seen.seat:
            # A seat that is still choosing takes the lowest of the three first (H-5). So its first
            # choices are the lowest ones, and the rest stays in its hand.
            three = sorted(random.sample(sorted(hand), PASSED))
            state.passed[seat] = tuple(three[: len(hand) - seen.hand_sizes[seat]])
            hand.difference_update(state.passed[seat])


def _sample_passes(
    state: HeartsState,
    seen: HeartsObservation,
    hands: list[set[int]],
    played: list[set[int]],
    random: Random,
) -> None:
    """Set the cards that each seat passed and received; unknown ones are drawn at random."""
    for seat in range(len(hands)):
        recipient = receiver(seat, seen.direction, len(hands))
        if seat == seen.seat:
            cards = seen.passed
        elif recipient == seen.seat:
            cards = seen.received
        else:
            # Any three cards that the recipient held after passing are equally likely.
            cards = tuple(
                sorted(random.sample(sorted(hands[recipient] | played[recipient]), PASSED))
            )
        state.passed[seat] = state.received[recipient] = cards


def _restore(options: HeartsOptions, seen: HeartsObservation, random: Random) -> HeartsState:
    """A state with everything that the observation shows, without `hands` and `won`.

    For other seats no cards are passed or received yet.
    """
    # Made without the constructor, which would deal. The key of the deal decides later rounds.
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
