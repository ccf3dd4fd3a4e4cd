"""How Naše hra is shown on a person's screen."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from referee.games.events import Event, unpack
from referee.games.nase_hra import NaseHraObservation, NaseHraPhase, RankOrder
from referee.games.nase_hra.actions import NaseHraEventKind
from referee.games.nase_hra.cards import suit
from referee.games.nase_hra.determinize import deduce
from referee.games.nase_hra.replay import UPWARDS, dealt_again, shown_card
from referee.games.screen import GameView, Names, ScreenTable, grouped, last_trick, lines, spaced

_PILE: Final = "the pile"

_PLAYS: Final = (NaseHraEventKind.PLAY, NaseHraEventKind.PILE)
_TRICKS: Final = (NaseHraEventKind.TRICK, NaseHraEventKind.PILE_TRICK)

_SUMMARY: Final = """\
A card is a suit, K C L or Z, and a rank: the numbers 7 8 9 0 (the ten) or the
figures P V K E. The chooser says which of the two are on top; these four of
each suit are the taking cards, bold on a screen that can show it. A player
who has at most one of them may refuse the game, which is then dealt again.
The chooser's opponents may take cards from the talon, where two lie, and lay
as many from the hand face up on the cross. An opponent who takes none,
although the talon has some, scores a point.
Ten tricks are played: follow suit if you can. The highest card of the led
suit takes the trick and its value. A trick is worth something if a number and
a figure of one suit are in it, of which the highest ones count: 7 points for
7 and P, and one less for every rank that either is higher, down to 1 for 0
and E. The last trick brings 2 more. With two players a pile of cards leads to
every trick; a trick that the pile takes scores for nobody.
A single is one game, a triple three games, a nine three triples."""

_QUESTIONS: Final = {
    NaseHraPhase.ORDER: "You choose: figures or numbers on top?",
    NaseHraPhase.ASK: "Do you play on, or refuse the game?",
    NaseHraPhase.TALON: "What do you take from the talon?",
    NaseHraPhase.DISCARD: "Which card do you lay on the cross?",
    NaseHraPhase.ANNOUNCE: "How many taking cards do you hold?",
}


def _table(seen: NaseHraObservation, names: Names) -> Iterator[RenderableType]:
    again = f", {dealt_again(seen.redeal)}" if seen.redeal else ""
    chooser = "you choose" if seen.chooser == seen.seat else f"{names[seen.chooser]} chooses"
    heading = f"{seen.series}: triple {seen.triple}, game {seen.game}{again}; {chooser}"
    yield Text(heading[:1].upper() + heading[1:])
    yield _players(seen, names)
    yield lines(*_places(seen, names))


def _players(seen: NaseHraObservation, names: Names) -> ScreenTable:
    """The table of the players; points of earlier games only if the series has several games."""
    earlier = {"this\ntriple": seen.triple_points, "all\ngames": seen.totals}
    earlier = {} if seen.series == "single" else earlier
    shown = ScreenTable("", "points", "tricks", "cards", "talon", "taking\ncards", *earlier)
    for seat, name in enumerate(names):
        numbers = (str(row[seat]) for row in (seen.points, seen.tricks, seen.hand_sizes))
        taken = f"took {seen.took[seat]}" if seen.took[seat] else ""
        talon = "renounced" if seen.renounced[seat] else taken
        taking = str(seen.announced[seat]) if seen.announced[seat] >= 0 else ""
        shown.add_row(name, *numbers, talon, taking, *(str(row[seat]) for row in earlier.values()))
    if len(names) == 2:
        shown.add_row(_PILE, "", str(seen.tricks[2]), str(seen.pile_size), "", "")
    return shown


def _places(seen: NaseHraObservation, names: Names) -> Iterator[tuple[str, Text]]:
    if seen.order != RankOrder.UNCHOSEN:
        yield "order", Text(f"{' '.join(UPWARDS[seen.order])} (low to high)")
    if seen.talon_size:
        yield "talon", Text(f"{seen.talon_size} face down")
    if seen.cross:
        yield "cross", _cards(seen.cross, seen.order)
    if seen.phase == NaseHraPhase.PLAY:
        yield "trick", _trick(seen, names)
    if last := last_trick(seen.history, _PLAYS, _TRICKS):
        yield "last", _last(*last, seen.order, names)
    if seen.taken:
        yield "taken", _cards(seen.taken, seen.order)
    yield "hand", grouped(seen.hand, suit, lambda card: shown_card(card, seen.order))


def _trick(seen: NaseHraObservation, names: Names) -> Text:
    players = [names[(seen.leader + turn) % len(names)] for turn in range(len(names))]
    if len(names) == 2:
        # The pile leads to every trick (NH-18).
        players.insert(0, _PILE)
    # A trick in progress has fewer cards than there are players.
    played = zip(players, seen.trick, strict=False)
    return spaced((Text(f"{name} ") + shown_card(card, seen.order) for name, card in played), ", ")


def _last(played: Sequence[Event], end: Event, order: RankOrder, names: Names) -> Text:
    cards = spaced((shown_card(event.a, order) for event in played), " ")
    taker = _PILE if end.kind == NaseHraEventKind.PILE_TRICK else names[end.seat]
    value = "" if end.kind == NaseHraEventKind.PILE_TRICK else f" for {end.a}"
    return cards.append(f"; taken by {taker}{value}", style="dim")


def _cards(cards: Sequence[int], order: RankOrder) -> Text:
    return spaced(shown_card(card, order) for card in cards)


def _question(seen: NaseHraObservation) -> str:
    if seen.phase == NaseHraPhase.PLAY:
        return "Which card do you play?" if seen.trick else "Which card do you lead?"
    return _QUESTIONS[seen.phase]


def _account(history: Sequence[int], names: Names) -> Iterator[Text]:
    """How each seat's points came about, if the last event ends a game; else nothing."""
    score = unpack(history[-1])
    if score.kind != NaseHraEventKind.SCORE:
        return
    gains: list[list[str]] = [[] for _ in names]
    for event in map(unpack, reversed(history)):
        if event.kind == NaseHraEventKind.DEAL:
            break
        if event.kind == NaseHraEventKind.TRICK and event.a:
            gains[event.seat].insert(0, f"{event.a} (trick {event.c})")
        elif event.kind == NaseHraEventKind.RENOUNCE:
            gains[event.seat].insert(0, "1 (no talon)")
    for seat, points in enumerate((score.a, score.b, score.c)[: len(names)]):
        yield Text(f"{names[seat]}: {' + '.join(gains[seat]) or 'nothing'} = {points}")


def _deductions(seen: NaseHraObservation, names: Names) -> Iterator[Text]:
    deductions = deduce(seen)
    yield Text("Never seen by you: ") + _cards(deductions.unseen, seen.order)
    for seat, cards in enumerate(deductions.excluded):
        if cards and seat != seen.seat:
            where = f"Of these not in the hand of {names[seat]}: "
            yield Text(where) + _cards(cards, seen.order)


VIEW: Final = GameView(
    summary=_SUMMARY,
    table=_table,
    question=_question,
    account=_account,
    deductions=_deductions,
)
