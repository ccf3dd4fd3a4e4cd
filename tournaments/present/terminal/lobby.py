"""The lobby as it fills: a table on a terminal; a line for each change elsewhere and in play."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from math import inf
from time import monotonic
from typing import Final

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from referee.record import Record
from referee.rpc.proxy.refusals import Refusal, Refusals
from referee.text import one_line, printable
from tournaments.core.voids import Void
from tournaments.core.words import how_many
from tournaments.hosting.notices import Awaited, Begun, ClusterNews, Notice, Presence, Waiting
from tournaments.present.terminal.faults import as_line
from tournaments.present.terminal.progress import Note

# A worker's notice is a moment old when it arrives.
_ROUNDING_SECONDS: Final = 1.0
_NAME: Final = 100
_REASON: Final = 200
"""Characters of a name, and of a reason, of somebody who was refused."""
_VOIDS_SHOWN: Final = 3
"""Voids of one entrant for one reason that are told one by one; then only how many more."""

Tell = Callable[[Notice | Void], None]


class LobbyDisplay:
    """Shows who is here and who is awaited until play begins; then who comes and goes."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._here: dict[str, int] = {}
        self._places = 1
        self._live: Live | None = None
        self._begun = False
        self._voids = Counter[tuple[str, str]]()
        """By entrant and reason, how many there were."""
        self._ended = -inf
        """When the last match ended, by the monotonic clock."""

    def tell(self, notice: Notice | Void) -> None:
        """Take note of a notice or a void, and show it."""
        match notice:
            case Awaited():
                self._places = notice.places
                self._here = dict.fromkeys(notice.entrants, 0)
                self._open()
            case Presence():
                came = notice.here > self._here.get(notice.entrant, 0)
                self._here[notice.entrant] = notice.here
                if self._live is None:
                    self._say(self._event(notice.entrant, came=came))
            case Begun():
                self.close()
                self._begun = True
                without = f" without {', '.join(notice.missing)}" if notice.missing else ""
                self._say(f"play begins{without}")
            case Void():
                self._tell_void(notice)
            case _:
                self._tell_of_others(notice)

    def _tell_of_others(self, notice: Waiting | Refusals | ClusterNews) -> None:
        match notice:
            case Waiting():
                # Each worker knows of its own matches alone; others may have ended some meanwhile.
                if monotonic() - self._ended >= notice.seconds - _ROUNDING_SECONDS:
                    self._say(_waiting(notice))
            case Refusals():
                for line in _refused(notice):
                    self._say(line)
            case ClusterNews():
                self._say(notice.text)

    def match_ended(self) -> None:
        """Note that a match has ended: what is waited for is told when none does for a while."""
        self._ended = monotonic()

    def tell_the_rest(self) -> None:
        """Tell how many voids were not told one by one; to be called when play has ended."""
        for (entrant, text), times in self._voids.items():
            if (more := times - _VOIDS_SHOWN) > 0:
                whom = f" ({entrant})" if entrant else ""
                self._say(f"{how_many(more, 'more void')} for the same reason{whom}: {text}")

    def close(self) -> None:
        """Stop showing the table; may be called again."""
        if self._live:
            self._live.stop()
            self._live = None

    def as_rich(self) -> Table:
        """The table: a line for each awaited entrant."""
        table = Table.grid(padding=(0, 2))
        for name, here in sorted(self._here.items()):
            word, style = ("here", "green") if here == self._places else ("awaited", "yellow")
            table.add_row(Text(name), Text(word, style), Text(self._part(here)))
        return table

    def _tell_void(self, void: Void) -> None:
        reason = void.entrant, void.text
        self._voids[reason] += 1
        if self._voids[reason] <= _VOIDS_SHOWN:
            self._say(as_line(void))
        elif self._voids[reason] == _VOIDS_SHOWN + 1:
            whose = f"more of {void.entrant}'s matches" if void.entrant else "more matches"
            self._say(f"{whose} are void for the same reason; the end says how many")

    def _open(self) -> None:
        """Begin to show the table, or tell who is awaited where there is no room for one."""
        # The bar of a tournament under way takes the room: rich shows one thing at a time.
        if self._console.is_terminal and not self._begun:
            self._live = Live(
                get_renderable=self.as_rich, console=self._console, transient=True, screen=False
            )
            self._live.start()
        elif self._here:
            each = f", {self._places} connections each" if self._places > 1 else ""
            self._say(f"awaited: {', '.join(self._here)}{each}")

    def _event(self, name: str, *, came: bool) -> str:
        part = self._part(self._here[name])
        return f"{name}: {'here' if came else 'lost'}{f', {part}' if part else ''}"

    def _part(self, here: int) -> str:
        return "" if self._places == 1 else f"{here} of {self._places}"

    def _say(self, text: str) -> None:
        # Wrapped at words; elsewhere than on a terminal it stays one line, as scripts read it.
        is_line = not self._console.is_terminal
        self._console.print(printable(text), markup=False, soft_wrap=is_line)


def _waiting(notice: Waiting) -> str:
    whom = ", ".join(f"{name} ({seconds:.0f} s)" for name, seconds in notice.entrants)
    return f"no match has ended for {notice.seconds:.0f} s; waiting for {whom}"


def _refused(notice: Refusals) -> Iterator[str]:
    """A line for each that is told one by one, and one for all others."""
    for each in notice.told:
        times = f" ({each.times} times)" if each.times > 1 else ""
        # A bot may have written a part of the reason.
        yield f"refused{_whom(each)}: {one_line(each.why, _REASON)}{times}"
    if notice.more:
        yield f"refused: {how_many(notice.more, 'more connection')}"


def _whom(refusal: Refusal) -> str:
    entrant, origin = one_line(refusal.entrant, _NAME), one_line(refusal.origin, _NAME)
    return f" {entrant} at {origin}" if entrant and origin else f" {entrant or origin}".rstrip()


@contextmanager
def after_lobby(
    console: Console, progress: AbstractContextManager[Note], *, hosted: bool
) -> Iterator[tuple[Note, Tell]]:
    """Give the functions that take note of records and of notices.

    The progress is shown from the beginning of play on, so in a hosted tournament after its lobby.
    """
    with ExitStack() as stack:
        lobby = LobbyDisplay(console)
        stack.callback(lobby.tell_the_rest)
        stack.callback(lobby.close)
        notes = [] if hosted else [stack.enter_context(progress)]

        def tell(notice: Notice | Void) -> None:
            lobby.tell(notice)
            if isinstance(notice, Begun) and not notes:
                notes.append(stack.enter_context(progress))

        def note(records: Sequence[Record]) -> None:
            lobby.match_ended()
            # No match is played before play begins, so there is a progress by now.
            notes[0](records)

        yield note, tell
