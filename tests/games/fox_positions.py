"""Positions of the fox, built by hand. Cards are written as in the notation: "B7 K11 M3"."""

from collections.abc import Sequence

from referee.cards import cards_of, mask_of
from referee.deals import FixedDeal
from referee.games.events import unpack
from referee.games.fox import FoxGame, FoxOptions, FoxPhase, FoxState
from referee.games.fox.actions import FoxEventKind, action_text, event_text, parse_action
from referee.games.fox.cards import card_text, parse_card


def cards(text: str) -> list[int]:
    """The cards of the text."""
    return [parse_card(word) for word in text.split()]


def names(numbers: Sequence[int]) -> str:
    """The text of the cards."""
    return " ".join(card_text(card) for card in numbers)


def fox(target: int = 21) -> FoxGame:
    return FoxGame(FoxOptions(target=target))


def draws(hand0: str = "", hand1: str = "", decree: str = "", deck: str = "") -> tuple[int, ...]:
    """A round's deal with the named cards in the named places; others fill up, lowest first."""
    wanted = [cards(hand0), cards(hand1), cards(decree), cards(deck)]
    named = {card for place in wanted for card in place}
    others = [card for card in range(33) if card not in named]
    for place, size in zip(wanted, (13, 13, 1, 6), strict=True):
        missing = size - len(place)
        place.extend(others[:missing])
        del others[:missing]
    dealt = tuple(card for place in wanted for card in place)
    if sorted(dealt) != list(range(33)):
        raise ValueError(f"no deal of 33 cards: {hand0} | {hand1} | {decree} | {deck}")
    return dealt


def dealt(
    hand0: str = "", hand1: str = "", decree: str = "", deck: str = "", dealer: int = 1
) -> FoxState:
    """The first round's start. Seat 0 leads unless it deals."""
    laid = {"dealer": (dealer,), "round/1/cards": draws(hand0, hand1, decree, deck)}
    return fox().new(FixedDeal(laid))


def ending(
    hand0: str,
    hand1: str,
    decree: str,
    *,
    tricks: tuple[int, int] | None = None,
    treasures: tuple[int, int] = (0, 0),
    totals: tuple[int, int] = (0, 0),
    leader: int = 0,
    target: int = 21,
) -> FoxState:
    """A late trick, `leader` to lead; cards not named were played, or lie in the deck."""
    state = fox(target).new(FixedDeal({"dealer": (0,)}))
    left = [cards(hand0), cards(hand1)]
    over = 13 - len(left[0])
    state.hands = [mask_of(left[0]), mask_of(left[1])]
    state.decree = parse_card(decree)
    used = {*left[0], *left[1], state.decree}
    state.deck = [card for card in range(33) if card not in used][:6]
    state.tricks = list(tricks or (over // 2, over - over // 2))
    state.treasures = list(treasures)
    state.totals = list(totals)
    state.leader = state.seat = leader
    state.forget_legal()
    return state


def play(state: FoxState, *actions: str) -> FoxState:
    """Take the actions one after another; returns the same state."""
    for action in actions:
        state.apply(parse_action(action))
    return state


def legal(state: FoxState) -> list[str]:
    """The legal actions as text."""
    return [action_text(action) for action in state.legal_actions()]


def hand(state: FoxState, seat: int) -> str:
    """The hand as text, lowest first."""
    return names(cards_of(state.hands[seat]))


def last_events(state: FoxState, count: int) -> list[str]:
    """The latest public events in words."""
    return [event_text(event) for event in state.events[-count:]]


def winner_of(state: FoxState) -> int:
    """Who took the last trick that was taken."""
    happened = map(unpack, state.events)
    return [event.seat for event in happened if event.kind == FoxEventKind.TRICK][-1]


def deciding(state: FoxState) -> tuple[int, FoxPhase]:
    """Who decides what."""
    return state.seat, state.phase
