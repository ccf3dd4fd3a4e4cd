"""Naše hra."""

from collections.abc import Sequence

from tests.records.readers.moves import Moves, Result, Told, ranked, suit

_NUMBERS, _FIGURES = "7890", "PVKE"


def _value(cards: Sequence[str]) -> int:
    """NH-3: the value of a trick, or of three lifted cards."""
    for own in "KCLZ":
        ranks = [card[1] for card in cards if suit(card) == own]
        numbers = [_NUMBERS.index(rank) for rank in ranks if rank in _NUMBERS]
        figures = [_FIGURES.index(rank) for rank in ranks if rank in _FIGURES]
        if numbers and figures:
            return 7 - max(numbers) - max(figures)
    return 0


def nase_hra(told: Told) -> Result:
    seats, moves, layouts = range(told["options"]["players"]), Moves(told), iter(told["layouts"])
    triples, games = {"single": (1, 1), "triple": (1, 3), "nine": (3, 3)}[told["options"]["series"]]
    totals = [0 for _ in seats]
    for triple in range(1, triples + 1):
        points = [0 for _ in seats]
        chooser = _lifted(told, triple, len(seats))
        for game in range(games):
            best = [seat for seat in seats if points[seat] == max(points)]
            chooser = best[0] if game and len(best) == 1 else chooser
            while (scores := _game(moves, next(layouts)["places"], chooser)) is None:
                pass
            points = [own + more for own, more in zip(points, scores, strict=True)]
        totals = [own + more for own, more in zip(totals, points, strict=True)]
    assert next(layouts, None) is None
    moves.assert_over()
    return Result(totals, ranked(totals))


def _lifted(told: Told, triple: int, players: int) -> int:
    """NH-4: who starts the triple."""
    tied = list(range(players))
    cards: list[str] = []
    shuffle = 0
    while len(tied) > 1:
        if len(cards) < 3 * len(tied):
            shuffle += 1
            cards = list(told["draws"][f"triple/{triple}/lift/{shuffle}"])
        values = {}
        for seat in tied:
            values[seat] = _value(cards[:3])
            del cards[:3]
        tied = [seat for seat in tied if values[seat] == max(values.values())]
    return tied[0]


def _game(moves: Moves, places: dict[str, list[str]], chooser: int) -> list[int] | None:
    """The scores; None if somebody refused."""
    pile = list(places.get("pile", ()))
    hands = [set(places[f"hand {seat}"]) for seat in range(2 if pile else 3)]
    asked = [(chooser + turn) % len(hands) for turn in range(1, len(hands) + 1)]
    order = moves.take(chooser, {"figures", "numbers"})
    ranks = _NUMBERS + _FIGURES if order == "figures" else _FIGURES + _NUMBERS
    taking = [lambda h=hand: sum(ranks.index(card[1]) >= 4 for card in h) for hand in hands]
    for seat in asked:
        may = {"play on", "refuse"} if taking[seat]() <= 1 else {"play on"}
        if moves.take(seat, may) == "refuse":
            return None
    scores = _talon(moves, hands, asked[:-1], list(places["talon"]))
    for seat in asked:
        moves.take(seat, {f"announce {taking[seat]()}"})
    leader = chooser
    for trick in range(1, 11):
        # With two players the pile leads. Its card is at index 0, and takes a trick for nobody.
        cards = [pile.pop(0)] if pile or len(hands) == 2 else []
        turns = [(leader + turn) % len(hands) for turn in range(len(hands))]
        for seat in turns:
            suited = {card for card in hands[seat] if cards and suit(card) == suit(cards[0])}
            cards.append(moves.take(seat, suited or hands[seat]))
            hands[seat].remove(cards[-1])
        led = [card for card in cards if suit(card) == suit(cards[0])]
        winner = cards.index(max(led, key=lambda card: ranks.index(card[1]))) - (len(hands) == 2)
        if winner >= 0:
            leader = turns[winner]
            scores[leader] += _value(cards) + 2 * (trick == 10)
    return scores


def _talon(
    moves: Moves, hands: list[set[str]], opponents: list[int], talon: list[str]
) -> list[int]:
    scores = [0 for _ in hands]
    for seat in opponents:
        if not talon:
            break
        takes = {f"take {number}" for number in range(1, len(talon) + 1)}
        action = moves.take(seat, {"renounce"} | takes)
        number = 0 if action == "renounce" else int(action.removeprefix("take "))
        scores[seat] += action == "renounce"
        hands[seat].update(talon[:number])
        del talon[:number]
        for _ in range(number):
            card = moves.take(seat, {f"discard {each}" for each in hands[seat]})
            hands[seat].remove(card.removeprefix("discard "))
    return scores
