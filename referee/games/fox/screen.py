"""The text screen of The Fox in the Forest for a person: VIEW."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from referee.games.events import Event, unpack
from referee.games.fox import FoxObservation, FoxPhase
from referee.games.fox.actions import KEEP, FoxEventKind
from referee.games.fox.cards import CHARACTERS, PACK, rank, suit
from referee.games.fox.determinize import deduce
from referee.games.fox.replay import shown_card
from referee.games.fox.state import TRICK_POINTS
from referee.games.screen import GameView, Names, ScreenTable, grouped, last_trick, lines, spaced
from referee.games.tricks import counted

_SUITS: Final = ("Bells", "Keys", "Moons")

_SUMMARY: Final = """\
Thirteen tricks a round. Follow suit if you can. The suit of the decree card
is trump: the higher trump, or else the higher card of the led suit, takes the
trick. A card is B (Bells), K (Keys) or M (Moons) and a rank from 1 to 11. The
odd ranks do something:
  1 Swan        who loses the trick with it leads the next one
  3 Fox         you may give a card of your hand for the decree card
  5 Woodcutter  draw a card, then put one under the deck
  7 Treasure    a point for whoever takes the trick
  9 Witch       alone in a trick she counts as the nine of trumps
  11 Monarch    led, it asks for the Swan or the highest card of its suit
Only you see the rows `drawn`, the cards that your Woodcutters drew in this
round, and `buried`, those that you put under the deck.
Points by tricks: 6 for 0 to 3; 1, 2, 3 for 4, 5, 6; 6 for 7 to 9; else none."""


def _table(seen: FoxObservation, names: Names) -> Iterator[RenderableType]:
    number = len(seen.past_rounds) // 2 + 1
    yield Text(f"Round {number}, trick {sum(seen.tricks) + 1}: {_leads(names[seen.leader])}")
    shown = ScreenTable("", "points", "Treasures", "tricks", "cards")
    for seat, name in enumerate(names):
        columns = (seen.totals, seen.treasures, seen.tricks, seen.hand_sizes)
        shown.add_row(name, *(str(by_seat[seat]) for by_seat in columns))
    yield shown
    yield lines(*_places(seen, names))


def _leads(name: str) -> str:
    return "you lead" if name == "you" else f"{name} leads"


def _places(seen: FoxObservation, names: Names) -> Iterator[tuple[str, Text]]:
    if seen.past_rounds:
        # The list has the points of both seats in turn, since the protocol has no lists of pairs.
        rounds = zip(seen.past_rounds[::2], seen.past_rounds[1::2], strict=True)
        whose = f"({names[0]}-{names[1]})"
        yield "rounds", Text(f"{', '.join(f'{a}-{b}' for a, b in rounds)} {whose}")
    yield "decree", _card(seen.decree).append(f", trump is {_SUITS[suit(seen.decree)]}")
    yield "deck", Text(f"{seen.deck_size} cards; the game goes to {counted(seen.target, 'point')}")
    # Not strict, since the trick may have no card yet, or the leader's alone.
    played = zip((seen.leader, 1 - seen.leader), seen.trick, strict=False)
    yield "trick", spaced((Text(f"{names[seat]} ") + _card(card) for seat, card in played), ", ")
    if last := last_trick(seen.history, (FoxEventKind.PLAY,), (FoxEventKind.TRICK,)):
        yield "last", _taken(*last, names)
    if seen.drawn:
        yield "drawn", spaced(map(shown_card, seen.drawn))
    if seen.buried:
        yield "buried", spaced(map(shown_card, seen.buried))
    yield "hand", grouped(seen.hand, suit, shown_card)


def _taken(played: Sequence[Event], end: Event, names: Names) -> Text:
    cards = spaced((Text(f"{names[each.seat]} ") + _card(each.a) for each in played), ", ")
    return cards.append(f"; taken by {names[end.seat]}", style="dim")


def _card(card: int) -> Text:
    name = CHARACTERS.get(rank(card), "")
    return shown_card(card).append(f" {name}" if name else "")


def _question(seen: FoxObservation) -> str:
    if seen.phase == FoxPhase.FOX:
        return "You played a Fox: give a card for the decree card, or keep it?"
    if seen.phase == FoxPhase.WOODCUTTER:
        return "You played a Woodcutter and drew a card: which one goes under the deck?"
    return "Which card do you play?" if seen.trick else "Which card do you lead?"


def _remark(seen: FoxObservation, action: int) -> Text:
    del seen
    return Text("" if action == KEEP else CHARACTERS.get(rank(action % PACK), ""))


def _account(history: Sequence[int], names: Names) -> Iterator[Text]:
    score = unpack(history[-1])
    # Only the score, the last event of a round, has points to explain.
    if score.kind != FoxEventKind.SCORE:
        return
    tricks, treasures = [0, 0], [0, 0]
    for event in map(unpack, reversed(history)):
        if event.kind == FoxEventKind.ROUND:
            break
        if event.kind == FoxEventKind.TRICK:
            tricks[event.seat] += 1
            treasures[event.seat] += event.a
    for seat, points in enumerate((score.a, score.b)):
        for_tricks = f"{TRICK_POINTS[tricks[seat]]} for {counted(tricks[seat], 'trick')}"
        yield Text(f"{names[seat]}: {for_tricks}, {treasures[seat]} for Treasures: {points}")


def _deductions(seen: FoxObservation, names: Names) -> Iterator[Text]:
    opponent, known = names[1 - seen.seat], deduce(seen)
    yield _cards(f"Never seen by you, in the hand of {opponent} or in the deck", known.unseen)
    if known.excluded:
        yield _cards(f"Of these not in the hand of {opponent}", known.excluded)
    if known.held:
        yield _cards(f"In the hand of {opponent}", known.held)


def _cards(where: str, cards: Sequence[int]) -> Text:
    return Text(f"{where}: ") + spaced(map(shown_card, cards))


VIEW: Final = GameView(
    summary=_SUMMARY,
    table=_table,
    question=_question,
    remark=_remark,
    account=_account,
    deductions=_deductions,
)
