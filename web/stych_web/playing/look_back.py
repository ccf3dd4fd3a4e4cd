"""A match that is over as its person may look back at it: all hands, and where hints differed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from markupsafe import Markup

from referee.errors import UserError
from referee.games.scene import Boundary
from referee.record import read_record
from referee.record_check import replay
from stych_web.drawn.table import table_html
from stych_web.playing.wording import of_person
from stych_web.replaying import DrawnMatch, drawn_match
from tournaments.person.looking_back import Choices, other_hints


@dataclass(frozen=True, slots=True)
class StepLink:
    """A step in the list of all of them."""

    number: int
    words: str
    ends: Boundary


@dataclass(frozen=True, slots=True)
class LookBackView:
    """One step of the match, and the way to all others."""

    title: str
    match: DrawnMatch
    number: int
    table: Markup
    words: Sequence[str]
    hint: str
    """What the hint was where it was not followed; "" elsewhere."""
    steps: Sequence[StepLink]


@dataclass(frozen=True, slots=True)
class _Drawn:
    title: str
    match: DrawnMatch
    hints: dict[int, str]
    """What was chosen and hinted, by how many actions lead to the step."""


def look_back_view(path: Path, choices: Choices | None, step: int) -> LookBackView:
    """The step of the match in this record; the last one for a number beyond it.

    Raises UserError when the record cannot be read.
    """
    drawn = _drawn(path, choices.seat if choices else -1, *_told(choices))
    steps = drawn.match.steps
    shown = steps[min(step, len(steps) - 1)]
    # Whoever looks back sits where they sat.
    below = choices.seat if choices else None
    return LookBackView(
        drawn.title,
        drawn.match,
        shown.number,
        table_html(replace(shown.scene, own=below), drawn.match.picture),
        [of_person([each]) for each in shown.words],
        drawn.hints.get(shown.actions, "") if shown.seat is not None else "",
        [StepLink(each.number, of_person(each.words), each.ends) for each in steps],
    )


def _told(choices: Choices | None) -> tuple[tuple[int, ...], tuple[int | None, ...]]:
    return (tuple(choices.chosen), tuple(choices.hints)) if choices else ((), ())


# A step is asked for again and again, and a record never changes.
@lru_cache(16)
def _drawn(path: Path, seat: int, chosen: tuple[int, ...], hints: tuple[int | None, ...]) -> _Drawn:
    try:
        record = read_record(path.read_bytes())
    except OSError as error:
        raise UserError(f"the match's record cannot be read: {error.strerror}") from None
    match = drawn_match(record, None)
    game = match.picture.game
    steps = list(replay(record))
    played = [Choices(seat, list(chosen), list(hints))] if seat >= 0 else []
    others = other_hints(record, steps, played)
    # The first action leads to the step after the deal.
    words = {
        number + 1: f"You chose {game.action_text(steps[number].action)};"
        f" the hint was {game.action_text(hint)}."
        for number, hint in others.items()
    }
    return _Drawn(game.title, match, words)
