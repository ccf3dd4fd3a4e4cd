"""The text screen of The Game for a person (VIEW), and the reading of flags in words."""

from collections.abc import Iterator
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from referee.games.events import unpack
from referee.games.screen import GameView, Names, ScreenTable, lines, spaced
from referee.games.the_game import TheGameObservation, TheGamePhase
from referee.games.the_game.actions import (
    END,
    FLAG_WORDS,
    FLAGS,
    GLAD,
    TheGameEventKind,
    action_text,
    flags_code,
)
from referee.games.the_game.cards import FIRE_CARDS, LOWEST, PACK, PLACES, ROWS, placings
from referee.games.the_game.determinize import unseen_cards
from referee.games.the_game.replay import FLAG_SIGNS, GLADLY, shown_placing

_SHOWN: Final = 7
"""The number of cards of a row that are shown, counted from the top; the top card is included."""

_HEAD_WIDTH: Final = 8
"""The most characters of a name in one line of the table's head."""

_SUMMARY: Final = """\
All play together: lay all cards from 2 to 99 on four rows. A and B go up from
1, C and D go down from 100; how far a card jumps does not matter, but every
jump costs room. The backwards trick: a card exactly 10 lower on a row that
goes up, or 10 higher on one that goes down. In a turn you place at least as
many cards as the screen says; then your hand is filled up from the deck. The
game ends when a player must place a card and none fits. The fewer cards are
left, the better.
On fire: a fire card on top of a row must be covered before the next turn ends.
No numbers may be told. Before another player's turn you set flags: for each
row nothing, ~ (no big jump please) or ! (leave it to me). Write them as
digits (0120: nothing, no big jump, leave it, nothing for A, B, C, D), or in
words: `A no big jump, C leave it to me`. Rows that are not named get nothing.
If you join with --silent, you never talk, and are asked only in your turns."""


def _table(seen: TheGameObservation, names: Names) -> Iterator[RenderableType]:
    yield Text(_turn(seen, names))
    yield _rows(seen, names)
    yield lines(*_places(seen, names))


def _turn(seen: TheGameObservation, names: Names) -> str:
    if seen.phase == TheGamePhase.GLADNESS:
        asked = "You are" if seen.mover == seen.seat else f"{names[seen.mover]} was"
        return f"Who starts? The gladdest, or of equals the first. {asked} asked first."
    whose = "Your turn" if seen.mover == seen.seat else f"The turn of {names[seen.mover]}"
    return f"{whose}: {seen.placed} placed of at least {seen.minimum}"


def _rows(seen: TheGameObservation, names: Names) -> ScreenTable:
    talking = [seat for seat in range(len(names)) if seen.talk and len(names) > 1]
    shown = ScreenTable("row", "top", *(_head(names[seat]) for seat in talking), words="below it")
    laid = laid_rows(seen)
    for row, letter in enumerate(ROWS):
        flags = (FLAG_SIGNS[seen.flags[4 * seat + row]] for seat in talking)
        # Without the top card, which has a column of its own.
        below = map(str, laid[row][-_SHOWN:-1])
        more = ["..."] if len(laid[row]) > _SHOWN else []
        shown.add_row(
            f"{letter} {'up' if row < 2 else 'down'}",
            _card(seen, seen.tops[row]),
            *flags,
            Text(" ".join([*more, *below]), style="dim"),
        )
    return shown


def _head(name: str) -> str:
    """The name broken into lines, so that the columns of five players fit side by side."""
    return "\n".join(
        name[start : start + _HEAD_WIDTH] for start in range(0, len(name), _HEAD_WIDTH)
    )


def laid_rows(seen: TheGameObservation) -> list[list[int]]:
    """All cards that were placed, by row, the top card last."""
    rows: list[list[int]] = [[] for _ in ROWS]
    for event in map(unpack, seen.history):
        if event.kind == TheGameEventKind.PLACE:
            rows[event.b].append(event.a)
    return rows


def _places(seen: TheGameObservation, names: Names) -> Iterator[tuple[str, Text]]:
    hands = ", ".join(f"{name} {size}" for name, size in zip(names, seen.hand_sizes, strict=True))
    yield "cards", Text(f"{seen.deck_size} in the deck; in hands: {hands}")
    if any(seen.flags):
        yield "flags", Text(", ".join(f"{FLAG_SIGNS[flag]} {FLAG_WORDS[flag]}" for flag in (1, 2)))
    if seen.to_cover:
        rows = " and ".join(ROWS[row] for row in seen.to_cover)
        yield "on fire", Text(f"{rows}, to be covered in this turn", style="bold red")
    yield "hand", spaced(_card(seen, card) for card in seen.hand)


def _card(seen: TheGameObservation, card: int) -> Text:
    return Text(str(card), style="bold red" if seen.fire and card in FIRE_CARDS else "")


def _question(seen: TheGameObservation) -> str:
    if seen.phase == TheGamePhase.GLADNESS:
        return "How gladly would you start?"
    if seen.phase == TheGamePhase.FLAGS:
        return (
            "What do you say about the rows A, B, C, D? Four digits (0 nothing, 1 no big jump"
            " please, 2 leave it to me), or words such as `A no big jump, C leave it`;"
            f" Enter leaves your flags at {_own_flags(seen)}."
            " If you join with --silent, you are not asked."
        )
    return "What do you do?" if seen.placed >= seen.minimum else "Which card do you place?"


def _remark(seen: TheGameObservation, action: int) -> Text:
    if action < END:
        row, card = divmod(action, PLACES)
        # The notation is cut off, since the screen prints it before the remark.
        return shown_placing(row, seen.tops[row], card)[len(action_text(action)) :].copy()
    if action == END:
        return Text("the turn")
    return Text(GLADLY[action - GLAD] if action < FLAGS else "")


def _listed(seen: TheGameObservation) -> bool:
    return seen.phase != TheGamePhase.FLAGS


def _moot(seen: TheGameObservation) -> int | None:
    """The seat's present flags, if no card that is left fits any row: the game then ends anyway.

    The cards left are all that were not placed, the seat's hand included. To leave out its hand
    would tell the other seats something about it.
    """
    if seen.phase != TheGamePhase.FLAGS:
        return None
    placed = {card for row in laid_rows(seen) for card in row}
    left = [card for card in range(LOWEST, LOWEST + PACK) if card not in placed]
    if placings(list(seen.tops), left):
        return None
    return _same_flags(seen)


def _same_flags(seen: TheGameObservation) -> int:
    return FLAGS + flags_code(tuple(map(int, _own_flags(seen))))


def _own_flags(seen: TheGameObservation) -> str:
    return "".join(map(str, seen.flags[4 * seen.seat : 4 * seen.seat + 4]))


def _read_words(seen: TheGameObservation, text: str) -> str | None:
    """The notation of flags that are given as digits, as phrases, or as an empty text.

    None where no flags are asked for. Raises ValueError, with a sentence for the person, for
    phrases that cannot be read.
    """
    if seen.phase != TheGamePhase.FLAGS:
        return None
    if not text:
        # Flags stay until they are set again (TG-R2), so Enter sets the same ones.
        return action_text(_same_flags(seen))
    digits = text.removeprefix("flags").strip()
    if len(digits) == len(ROWS) and set(digits) <= set("012"):
        return f"flags {digits}"
    flags = [0] * len(ROWS)
    for phrase in text.split(","):
        row, flag = _row_flag(phrase.strip())
        flags[row] = flag
    return action_text(FLAGS + flags_code(tuple(flags)))


def _row_flag(phrase: str) -> tuple[int, int]:
    """The row and the flag of a phrase such as "A no big jump".

    Raises ValueError, with a sentence for the person, for a wrong or ambiguous phrase.
    """
    letter, _, word = phrase.partition(" ")
    word = word.strip().lower()
    meant = [
        flag
        for flag, words in enumerate(FLAG_WORDS)
        if word and (words.startswith(word) or word in (str(flag), FLAG_SIGNS[flag]))
    ]
    if len(letter) != 1 or letter.upper() not in ROWS or not meant:
        flags = "; ".join(FLAG_WORDS)
        raise ValueError(
            f"flags are four digits such as 0120, or a row and one of: {flags}; received {phrase!r}"
        )
    # The beginning "l" fits one flag, but "no" fits two.
    if len(meant) > 1:
        both = " or ".join(FLAG_WORDS[flag] for flag in meant)
        raise ValueError(f"{phrase!r} is ambiguous: {both}")
    return ROWS.index(letter.upper()), meant[0]


def _deductions(seen: TheGameObservation, names: Names) -> Iterator[Text]:
    del names
    cards = " ".join(map(str, unseen_cards(seen)))
    yield Text(f"Never seen by you, in other hands or in the deck: {cards}")


VIEW: Final = GameView(
    summary=_SUMMARY,
    table=_table,
    question=_question,
    remark=_remark,
    listed=_listed,
    read_words=_read_words,
    moot=_moot,
    deductions=_deductions,
)
