"""A match that is over, step by step: all hands, and the hints that its person did not follow."""

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
from stych_web.playing.wording import replay_sentence
from stych_web.replaying import DrawnMatch, drawn_match
from tournaments.person.looking_back import Choices, other_hints


@dataclass(frozen=True, slots=True)
class StepLink:
    """A step in the list of all steps."""

    number: int
    words: str
    """What happened in the step, as one sentence."""
    ends: Boundary
    """Whether a round or a trick ends with the step; the list then has a line below it."""


@dataclass(frozen=True, slots=True)
class LookBackView:
    """One step of a match, and the list of all steps."""

    title: str
    """The title of the game."""
    match: DrawnMatch
    number: int
    """The number of the step, from 0."""
    table: Markup
    words: Sequence[str]
    """What happened in the step, a sentence for each event or fault."""
    hint: str
    """Where the person did not follow a hint, a sentence with the choice and the hint; else ""."""
    steps: Sequence[StepLink]


@dataclass(frozen=True, slots=True)
class _Replayed:
    title: str
    match: DrawnMatch
    hints: dict[int, str]
    """By the number of actions that lead to a step: the sentence of `LookBackView.hint`."""


def look_back_view(path: Path, choices: Choices | None, step: int) -> LookBackView:
    """Step number `step` of the match in the record at `path`, or the last one for a larger number.

    `choices` are those of the person who played; None shows no hints, and seat 0 below.
    Raises UserError when the record cannot be read or shown.
    """
    replayed = _replayed(path, choices.seat if choices else -1, *_as_tuples(choices))
    steps = replayed.match.steps
    current = steps[min(step, len(steps) - 1)]
    # The table is drawn with the person's seat below, as during the match.
    own_seat = choices.seat if choices else None
    # A dealing after an action is a step with the same number of actions, and without a choice.
    hint = replayed.hints.get(current.actions, "") if current.seat is not None else ""
    return LookBackView(
        replayed.title,
        replayed.match,
        current.number,
        table_html(replace(current.scene, viewer=own_seat), replayed.match.picture),
        [replay_sentence([each]) for each in current.words],
        hint,
        [StepLink(each.number, replay_sentence(each.words), each.ends) for each in steps],
    )


def _as_tuples(choices: Choices | None) -> tuple[tuple[int, ...], tuple[int | None, ...]]:
    return (tuple(choices.chosen), tuple(choices.hints)) if choices else ((), ())


# The last matches are cached, since each step is a request of its own, and a record never changes.
# `seat` is -1 where no choices are known.
@lru_cache(16)
def _replayed(
    path: Path, seat: int, chosen: tuple[int, ...], hints: tuple[int | None, ...]
) -> _Replayed:
    try:
        record = read_record(path.read_bytes())
    except OSError as error:
        raise UserError(f"the match's record cannot be read: {error.strerror}") from None
    match = drawn_match(record, None)
    game = match.picture.game
    steps = list(replay(record))
    choices = [Choices(seat, list(chosen), list(hints))] if seat >= 0 else []
    not_followed = other_hints(record, steps, choices)
    # Action `number`, from 0, leads to the step with `number` + 1 actions.
    sentences = {
        number + 1: f"You chose {game.action_text(steps[number].action)};"
        f" the hint was {game.action_text(hint)}."
        for number, hint in not_followed.items()
    }
    return _Replayed(game.title, match, sentences)
