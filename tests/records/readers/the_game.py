"""The Game, without talk and fire."""

from itertools import count

from tests.records.readers.moves import Moves, Result, Told


def the_game(told: Told) -> Result:
    options, (layout,) = told["options"], told["layouts"]
    players = options["players"]
    hands = [set(map(int, layout["places"][f"hand {seat}"])) for seat in range(players)]
    deck = list(map(int, layout["places"]["deck"]))
    size = len(hands[0])
    assert list(map(int, told["draws"]["cards"]))[players * size :] == deck
    moves, seat = Moves(told), told["draws"]["starter"][0]
    tops = {"A": 1, "B": 1, "C": 100, "D": 100}
    while any(hands):
        hand = hands[seat]
        if not hand:
            seat = (seat + 1) % players
            continue
        minimum = (2 if options["variant"] == "base" else 3) if deck else 1
        for placed in count():
            fitting = {
                f"{row}{card}" for row in tops for card in hand if _fits(row, tops[row], card)
            }
            if not (any(hands) or deck) or (placed < minimum and not fitting):
                break
            action = moves.take(seat, fitting | ({"end"} if placed >= minimum else set()))
            if action == "end":
                break
            tops[action[0]] = int(action[1:])
            hand.remove(int(action[1:]))
        if placed < minimum:
            break
        while deck and len(hand) < size:
            hand.add(deck.pop(0))
        seat = (seat + 1) % players
    moves.assert_over()
    left = len(deck) + sum(map(len, hands))
    return Result([-left] * players, [1] * players)


def _fits(row: str, top: int, card: int) -> bool:
    return card > top or card == top - 10 if row in "AB" else card < top or card == top + 10
