"""Lines that a person types and edits at a terminal, with a history of those before."""

import asyncio
import signal
import sys
from typing import TYPE_CHECKING, Final

from tournaments.person.lines import Keyboard, Lines, flushed

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

_LONGEST: Final = 4096
"""Characters of a line that are taken."""


class EditedLines:
    """The lines of a terminal: arrows edit them and bring back those before.

    Nothing is loaded before the first line is wanted.
    """

    shows_prompts = True

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._session: PromptSession[str] | None = None

    def discard(self) -> None:
        """Forget the keys that were typed while nobody was asked."""
        flushed(self._descriptor)
        if self._session:
            from prompt_toolkit.input.typeahead import clear_typeahead

            # Keys that came together with the end of a line are out of the terminal already: they
            # would be given to the next line.
            clear_typeahead(self._session.input)

    async def next(self, prompt: str = "") -> str | None:
        """The next line without its end; None after Ctrl-D. May be cancelled."""
        self._session = self._session or _session()
        try:
            # Signals stay with asyncio, whose handler of Ctrl-C cancels the program's main task.
            text = await self._session.prompt_async(
                prompt, handle_sigint=False, set_exception_handler=False
            )
        except EOFError:
            return None
        except KeyboardInterrupt:
            # While a line is edited Ctrl-C is a key; it is to do what it does at other times.
            signal.raise_signal(signal.SIGINT)
            await asyncio.Event().wait()
            raise
        return text[:_LONGEST]


def _session() -> "PromptSession[str]":
    from prompt_toolkit import PromptSession
    from prompt_toolkit.input.vt100 import Vt100Input
    from prompt_toolkit.output.vt100 import Vt100_Output

    output = Vt100_Output.from_pty(sys.__stdout__ or sys.stdout)
    # It would ask where the cursor is, and warn of terminals that do not tell.
    output.enable_cpr = False
    return PromptSession(input=Vt100Input(sys.__stdin__ or sys.stdin), output=output)


def keyboard(descriptor: int, *, shown: bool) -> Keyboard:
    """Where answers come from: edited lines if the input is a terminal too, as what is `shown`."""
    if shown and sys.__stdin__ is not None and sys.__stdin__.isatty():
        return EditedLines(descriptor)
    return Lines(descriptor)
