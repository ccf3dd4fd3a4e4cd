"""Lines that a person types and edits at a terminal, with a history of the earlier lines."""

import asyncio
import signal
import sys
from typing import TYPE_CHECKING, Final

from tournaments.person.lines import Keyboard, Lines, flushed

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

_MOST_CHARACTERS: Final = 4096
"""Characters of a line; the rest of a longer line is dropped."""


class EditedLines:
    """The lines of a terminal: arrow keys edit the line and bring back earlier lines.

    prompt_toolkit, which is slow to load, is loaded when `next` is first called.
    """

    shows_prompts = True

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._session: PromptSession[str] | None = None

    def discard(self) -> None:
        """Forget the keys that were typed while nothing was asked."""
        flushed(self._descriptor)
        if self._session:
            from prompt_toolkit.input.typeahead import clear_typeahead

            # Keys that came together with the end of a line were read from the terminal already.
            # prompt_toolkit would give them to the next line.
            clear_typeahead(self._session.input)

    async def next(self, prompt: str = "") -> str | None:
        """The next line without its line end; None after Ctrl-D. May be cancelled."""
        self._session = self._session or _session()
        try:
            # Signals stay with asyncio, whose handler of Ctrl-C cancels the program's main task.
            text = await self._session.prompt_async(
                prompt, handle_sigint=False, set_exception_handler=False
            )
        except EOFError:
            return None
        except KeyboardInterrupt:
            # While a line is edited, the terminal sends Ctrl-C as a key and not as a signal. Raise
            # the signal, whose handler cancels the program's main task, and wait for that.
            signal.raise_signal(signal.SIGINT)
            await asyncio.Event().wait()
            raise
        return text[:_MOST_CHARACTERS]


def _session() -> "PromptSession[str]":
    from prompt_toolkit import PromptSession
    from prompt_toolkit.input.vt100 import Vt100Input
    from prompt_toolkit.output.vt100 import Vt100_Output

    output = Vt100_Output.from_pty(sys.__stdout__ or sys.stdout)
    # The output would ask the terminal where the cursor is, and warn when there is no answer.
    output.enable_cpr = False
    return PromptSession(input=Vt100Input(sys.__stdin__ or sys.stdin), output=output)


def keyboard(descriptor: int, *, shown: bool) -> Keyboard:
    """The keyboard: EditedLines if `shown` and standard input is a terminal, else Lines.

    `descriptor` is that of standard input. `shown` says whether the output is a terminal that can
    show the editing.
    """
    if shown and sys.__stdin__ is not None and sys.__stdin__.isatty():
        return EditedLines(descriptor)
    return Lines(descriptor)
