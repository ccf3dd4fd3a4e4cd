"""Who is in the lobby: a table on a terminal until play begins, otherwise a line for each change.

Other news of a running tournament is printed as well: voids, refused connections, long waits, and
news of the cluster.
"""

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
from tournaments.hosting.notices import (
    ClusterNews,
    LobbyOpened,
    Notice,
    PlayBegins,
    Presence,
    Waiting,
)
from tournaments.present.terminal.faults import as_line
from tournaments.present.terminal.progress import NoteRecords

_ROUNDING_SECONDS: Final = 1.0
"""A worker and this process may differ by this much about the time when the last match ended."""
_NAME: Final = 100
"""The most characters that are shown of a name when a connection was refused."""
_REASON: Final = 200
"""The most characters that are shown of the reason of a refusal."""
_VOIDS_SHOWN: Final = 3
"""This many voids of an entrant for the same reason are printed; further ones are counted."""

Tell = Callable[[Notice | Void], None]
"""Takes note of a notice or of a void, and shows it."""


class LobbyDisplay:
    """Shows who is connected, first the awaited entrants, then each change; and voids and waits."""

    def __init__(self, console: Console) -> None:
        self._console = console
        # By entrant: the number of its connected streams; each entrant has up to `_places`.
        self._here: dict[str, int] = {}
        self._places = 1
        self._live: Live | None = None
        self._begun = False
        self._voids = Counter[tuple[str, str]]()
        """The number of voids by entrant and reason."""
        self._ended = -inf
        """When a match last ended, in seconds of the monotonic clock; -inf for none yet."""

    def tell(self, notice: Notice | Void) -> None:
        """Take note of the notice or void, and show it."""
        match notice:
            case LobbyOpened():
                self._places = notice.places
                self._here = dict.fromkeys(notice.entrants, 0)
                self._open()
            case Presence():
                came = notice.streams > self._here.get(notice.entrant, 0)
                self._here[notice.entrant] = notice.streams
                if self._live is None:
                    self._say(self._presence(notice.entrant, came=came))
            case PlayBegins():
                self.close()
                self._begun = True
                without = f" without {', '.join(notice.missing)}" if notice.missing else ""
                self._say(f"play begins{without}")
            case Void():
                self._tell_void(notice)
            case _:
                self._tell_other(notice)

    def _tell_other(self, notice: Waiting | Refusals | ClusterNews) -> None:
        match notice:
            case Waiting():
                # A worker knows only its own matches. Another may have ended a match meanwhile.
                if monotonic() - self._ended >= notice.seconds - _ROUNDING_SECONDS:
                    self._say(_waiting(notice))
            case Refusals():
                for line in _refused(notice):
                    self._say(line)
            case ClusterNews():
                self._say(notice.text)

    def match_ended(self) -> None:
        """Take note that a match has ended: waits are shown only if none has ended for a while."""
        self._ended = monotonic()

    def tell_the_rest(self) -> None:
        """Print the number of voids that were not printed one by one. Call it after play."""
        for (entrant, text), times in self._voids.items():
            if (more := times - _VOIDS_SHOWN) > 0:
                whom = f" ({entrant})" if entrant else ""
                self._say(f"{how_many(more, 'more void')} for the same reason{whom}: {text}")

    def close(self) -> None:
        """Stop showing the table, if it is shown; may be called again."""
        if self._live:
            self._live.stop()
            self._live = None

    def as_rich(self) -> Table:
        """The table, with a row for each awaited entrant in order of names."""
        table = Table.grid(padding=(0, 2))
        for name, here in sorted(self._here.items()):
            word, style = ("here", "green") if here == self._places else ("awaited", "yellow")
            table.add_row(Text(name), Text(word, style), Text(self._streams(here)))
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
        """Begin to show the table, or print who is awaited where no table can be shown."""
        # During play the progress bar is shown, and older versions of rich can show only one live
        # display at a time.
        if self._console.is_terminal and not self._begun:
            self._live = Live(
                get_renderable=self.as_rich, console=self._console, transient=True, screen=False
            )
            self._live.start()
        elif self._here:
            each = f", {self._places} connections each" if self._places > 1 else ""
            self._say(f"awaited: {', '.join(self._here)}{each}")

    def _presence(self, name: str, *, came: bool) -> str:
        streams = self._streams(self._here[name])
        return f"{name}: {'here' if came else 'lost'}{f', {streams}' if streams else ''}"

    def _streams(self, here: int) -> str:
        return "" if self._places == 1 else f"{here} of {self._places}"

    def _say(self, text: str) -> None:
        # Wrapped at words on a terminal. Elsewhere it stays one line, since scripts may read it.
        is_line = not self._console.is_terminal
        self._console.print(printable(text), markup=False, soft_wrap=is_line)


def _waiting(notice: Waiting) -> str:
    whom = ", ".join(f"{name} ({seconds:.0f} s)" for name, seconds in notice.entrants)
    return f"no match has ended for {notice.seconds:.0f} s; waiting for {whom}"


def _refused(notice: Refusals) -> Iterator[str]:
    """A line for each refusal in `notice.listed`, and one with the number of all others."""
    for each in notice.listed:
        times = f" ({each.times} times)" if each.times > 1 else ""
        # On one line and cut, since a part of the reason may come from the bot.
        yield f"refused{_whom(each)}: {one_line(each.why, _REASON)}{times}"
    if notice.more:
        yield f"refused: {how_many(notice.more, 'more connection')}"


def _whom(refusal: Refusal) -> str:
    entrant, origin = one_line(refusal.entrant, _NAME), one_line(refusal.origin, _NAME)
    return f" {entrant} at {origin}" if entrant and origin else f" {entrant or origin}".rstrip()


@contextmanager
def after_lobby(
    console: Console, progress: AbstractContextManager[NoteRecords], *, hosted: bool
) -> Iterator[tuple[NoteRecords, Tell]]:
    """Give the functions that take note of records, and of notices and voids.

    `progress` is entered when play begins: in a hosted tournament when its lobby closes, otherwise
    at once.
    """
    with ExitStack() as stack:
        lobby = LobbyDisplay(console)
        stack.callback(lobby.tell_the_rest)
        stack.callback(lobby.close)
        notes = [] if hosted else [stack.enter_context(progress)]

        def tell(notice: Notice | Void) -> None:
            lobby.tell(notice)
            if isinstance(notice, PlayBegins) and not notes:
                notes.append(stack.enter_context(progress))

        def note(records: Sequence[Record]) -> None:
            lobby.match_ended()
            # Records come only after play has begun, so `progress` has been entered by now.
            notes[0](records)

        yield note, tell
