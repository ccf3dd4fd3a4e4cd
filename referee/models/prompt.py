"""Makes prompts with the code of a person's screen, only from what the seat may know."""

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.text import Text

from referee.games.seat_view import choices
from referee.models.reading import MOVE, NOTES
from referee.models.scaffold import MOST_NOTES, ModelView, extra, past
from referee.models.settings import ModelSettings

_WIDTH: Final = 100
"""Columns of a prompt: tables and lists of choices are laid out within it."""

Message = dict[str, str]
"""A message as the endpoint takes it: `role` and `content`."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The first texts that a model is sent for one decision."""

    system: str
    """The game, and what of an answer counts; the same for all decisions of a seat in a match."""
    question: str
    """The public events, the table, the decision, and how to answer."""

    def messages(self) -> list[Message]:
        """The prompt as the messages of a request."""
        return [_message("system", self.system), _message("user", self.question)]

    def again(self, answer: str, wish: str) -> list[Message]:
        """The messages after an answer that was no choice.

        `wish` says what was wrong, and how to answer. If `answer` is empty or only white space, the
        wish stands below the question: endpoints accept neither empty messages nor two messages of
        the same role in a row.
        """
        if not answer.strip():
            question = f"{self.question}\n\n{wish}"
            return [_message("system", self.system), _message("user", question)]
        return [*self.messages(), _message("assistant", answer), _message("user", wish)]


def _message(role: str, content: str) -> Message:
    return {"role": role, "content": content}


def prompt(match: ModelView, settings: ModelSettings, seen: Any, legal: Sequence[int]) -> Prompt:
    """The prompt of a decision with the observation `seen` and the legal actions `legal`."""
    question = text(_question(match, settings, seen, legal))
    return Prompt(text(_system(match, settings)), question)


def how_to_answer(match: ModelView, settings: ModelSettings, seen: Any) -> str:
    """The sentences that say how to answer the decision with the observation `seen`."""
    listed = settings.legal and match.view.listed(seen)
    what = "the action as it is written in the list, or its number" if listed else "the action"
    notes = f', "{NOTES}": "..."' if settings.scaffold == "notes" else ""
    return f'End your answer with one JSON object: {{"{MOVE}": "..."{notes}}}. "{MOVE}" is {what}.'


def text(parts: Iterable[RenderableType]) -> str:
    """The parts as plain text, without colours and without spaces at the ends of lines."""
    # An empty environment, since no variable of it may change a prompt.
    out = io.StringIO()
    console = Console(
        file=out,
        width=_WIDTH,
        color_system=None,
        force_terminal=False,
        legacy_windows=False,
        highlight=False,
        markup=False,
        emoji=False,
        _environ={},
    )
    for part in parts:
        if isinstance(part, Text) and _fits(part.plain):
            # Most parts are texts that fit. The console would print the same, but would take a
            # hundred times as long.
            out.write(f"{part.plain}\n")
        else:
            console.print(part)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()).strip("\n")


def _fits(plain: str) -> bool:
    """Whether the console would print the text unchanged: it has no tabs and no long lines."""
    return "\t" not in plain and all(cell_len(line) <= _WIDTH for line in plain.split("\n"))


def _system(match: ModelView, settings: ModelSettings) -> Iterator[RenderableType]:
    game = match.game
    yield Text(f"You play a card game: {game.title}.")
    yield Text()
    yield Text(match.view.summary)
    yield Text()
    options = ", ".join(f"{key} {value}" for key, value in game.options.model_dump().items())
    if options:
        yield Text(f"Options of this match: {options}.")
    yield Text(f"You are seat {match.seat} of {game.seats}, counted from 0.")
    if game.cooperative:
        yield Text("All seats are one team.")
    yield Text(
        "You are asked for one decision at a time, and only where there is a choice. You may think"
        " in writing first. Only the last JSON object of your answer counts."
    )
    if settings.scaffold == "notes":
        yield Text(
            f'What you write to "{NOTES}" is shown to you at your next decision of this match, in'
            f" place of your notes before it; {MOST_NOTES} characters of it are kept."
        )


def _question(
    match: ModelView, settings: ModelSettings, seen: Any, legal: Sequence[int]
) -> Iterator[RenderableType]:
    yield from past(match, settings.scaffold)
    yield Text()
    yield from match.view.table(seen, match.names)
    yield Text()
    # What the scaffold adds may be about the table, so it stands below the table.
    yield from extra(match, settings.scaffold, seen)
    yield Text()
    if settings.legal:
        yield from choices(match, legal, seen)
    else:
        yield Text(match.view.question(seen))
    yield Text()
    yield Text(how_to_answer(match, settings, seen))
