"""The Fox in the Forest."""

from tests.records.readers.moves import Moves, Result, Told, ranked, suit


def _rank(card: str) -> int:
    return int(card[1:])


def _follows(hand: set[str], lead: str) -> set[str]:
    cards = {card for card in hand if suit(card) == suit(lead)}
    if _rank(lead) == 11 and cards:
        swan = suit(lead) + "1"
        return {max(cards, key=_rank)} | ({swan} & cards)
    return cards or hand


def _follower_wins(lead: str, follow: str, trump: str) -> bool:
    suits = [suit(lead), suit(follow)]
    witches = [_rank(card) == 9 for card in (lead, follow)]
    if sum(witches) == 1:
        suits[witches.index(True)] = trump
    if suits[0] == suits[1]:
        return _rank(follow) > _rank(lead)
    return suits[1] == trump


def fox(told: Told) -> Result:
    moves, totals, dealer = Moves(told), [0, 0], told["draws"]["dealer"][0]
    last = [0, 0]
    for number, layout in enumerate(told["layouts"], start=1):
        drawn = told["draws"][f"round/{number}/cards"]
        assert max(totals) < told["options"]["target"]
        places = layout["places"]
        assert sorted(drawn[:13]) == sorted(places["hand 0"])
        assert sorted(drawn[13:26]) == sorted(places["hand 1"])
        assert [*places["decree"], *places["deck"]] == drawn[26:]
        last = _round(moves, places, 1 - dealer)
        totals = [total + points for total, points in zip(totals, last, strict=True)]
        dealer = 1 - dealer
    assert max(totals) >= told["options"]["target"]
    moves.assert_over()
    return Result(totals, ranked(list(zip(totals, last, strict=True))))


def _round(moves: Moves, places: dict[str, list[str]], leader: int) -> list[int]:
    hands = [set(places["hand 0"]), set(places["hand 1"])]
    (decree,), deck = places["decree"], list(places["deck"])
    tricks, points = [0, 0], [0, 0]
    for _ in range(13):
        cards: list[str] = []
        for seat in (leader, 1 - leader):
            hand = hands[seat]
            card = moves.take(seat, _follows(hand, cards[0]) if cards else hand)
            cards.append(card)
            hand.remove(card)
            if _rank(card) == 3 and hand:
                answer = moves.take(seat, {f"give {each}" for each in hand} | {"keep"})
                if answer != "keep":
                    hand.add(decree)
                    decree = answer.removeprefix("give ")
                    hand.remove(decree)
            elif _rank(card) == 5:
                hand.add(deck.pop(0))
                under = moves.take(seat, {f"under {each}" for each in hand})
                deck.append(under.removeprefix("under "))
                hand.remove(deck[-1])
        winner = leader ^ _follower_wins(cards[0], cards[1], suit(decree))
        tricks[winner] += 1
        points[winner] += sum(_rank(card) == 7 for card in cards)
        losing = cards[(1 - winner) ^ leader]
        leader = 1 - winner if _rank(losing) == 1 else winner
    scores = [6, 6, 6, 6, 1, 2, 3, 6, 6, 6, 0, 0, 0, 0]
    return [scores[won] + more for won, more in zip(tricks, points, strict=True)]
