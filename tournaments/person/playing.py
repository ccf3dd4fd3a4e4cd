"""A person plays at this terminal: makes the keyboard, the person and the conversation."""

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass

from rich.console import Console

from tournaments.person.conversation import Conversation, ConversationEnd
from tournaments.person.editor import keyboard
from tournaments.person.endpoint import Endpoint
from tournaments.person.hints import HintBot
from tournaments.person.looking_back import Choices
from tournaments.person.person import Person


@dataclass(frozen=True, slots=True)
class Manner:
    """How the person plays, in any game."""

    silent: bool
    """Whether the person never talks, in a game with talk."""
    confirm: bool
    """Whether an action can be taken back before it is sent."""
    player_names: Sequence[str] = ()
    """The names of the players by seat; empty if they are not known."""


def play(
    endpoint: Endpoint,
    games: Sequence[str],
    console: Console,
    manner: Manner,
    *,
    reconnect: float = 0.0,
    hints: HintBot | None = None,
) -> tuple[ConversationEnd | None, list[Choices]]:
    """Play to the end; returns how it ended, and the choices of each match, in order.

    The ending is None after Ctrl-C or SIGTERM. Arguments and UserError are as in Conversation.
    """
    chosen: list[Choices] = []
    try:
        ending = asyncio.run(_talk(endpoint, games, console, manner, reconnect, hints, chosen))
    except (KeyboardInterrupt, asyncio.CancelledError):
        return None, chosen
    return ending, chosen


async def _talk(
    endpoint: Endpoint,
    games: Sequence[str],
    console: Console,
    manner: Manner,
    reconnect: float,
    hints: HintBot | None,
    chosen: list[Choices],
) -> ConversationEnd:
    # Standard input as the process got it; an empty file if it was started without one.
    descriptor = sys.__stdin__.fileno() if sys.__stdin__ else os.open(os.devnull, os.O_RDONLY)
    person = Person(
        console,
        keyboard(descriptor, shown=console.is_terminal and not console.is_dumb_terminal),
        echo=not console.is_terminal,
        confirm=manner.confirm,
        player_names=manner.player_names,
        hints=hints,
    )
    task = asyncio.current_task()
    if task:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    conversation = Conversation(
        endpoint, person, console, games, never_talks=manner.silent, reconnect=reconnect
    )
    try:
        async with hints or nullcontext():
            return await conversation.run()
    finally:
        chosen.extend(person.choices)
