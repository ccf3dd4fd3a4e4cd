"""What is shown of a lobby: lines without a terminal, a table and then a bar on one."""

import io

from rich.console import Console

from referee.evidence import Cause
from referee.rpc.proxy.refusals import Refusal, Refusals
from tests.records.matches import make_record
from tournaments.core.voids import Void
from tournaments.hosting.notices import LobbyOpened, Notice, PlayBegins, Presence
from tournaments.present.terminal.lobby import LobbyDisplay, after_lobby
from tournaments.present.terminal.progress import progress

RECORD = make_record(options={"target": 1})


def shown(*notices: Notice, terminal: bool = False) -> str:
    """What is printed of the notices. If the last one is PlayBegins, a match is played after it."""
    out = io.StringIO()
    console = Console(file=out, width=60, force_terminal=terminal, highlight=False)
    with after_lobby(console, progress(console, "cup", lambda: 1), hosted=True) as (note, tell):
        for notice in notices:
            tell(notice)
        if isinstance(notices[-1], PlayBegins):
            note([RECORD])
    return out.getvalue()


def test_lines_of_who_comes_and_goes() -> None:
    assert shown(
        LobbyOpened(("ann", "bob"), 1),
        Presence("ann", 1),
        Presence("max", 1),
        Presence("ann", 0),
        Presence("ann", 1),
        PlayBegins(("bob",)),
        Presence("bob", 1),
    ).splitlines() == [
        "awaited: ann, bob",
        "ann: here",
        "max: here",
        "ann: lost",
        "ann: here",
        "play begins without bob",
        "bob: here",
    ]


def test_lines_of_those_who_hold_several_places() -> None:
    assert shown(
        LobbyOpened(("ann",), 3),
        Presence("ann", 1),
        Presence("ann", 2),
        Presence("ann", 1),
        PlayBegins(()),
    ).splitlines() == [
        "awaited: ann, 3 connections each",
        "ann: here, 1 of 3",
        "ann: here, 2 of 3",
        "ann: lost, 1 of 3",
        "play begins",
        "cup: 1 of 1 matches",
    ]


def test_nobody_is_awaited() -> None:
    assert shown(LobbyOpened((), 1), PlayBegins(())).splitlines() == [
        "play begins",
        "cup: 1 of 1 matches",
    ]


def test_lines_of_those_who_were_refused() -> None:
    lines = shown(
        LobbyOpened(("ann",), 1),
        Refusals(
            (
                Refusal("192.0.2.7", "it shows no token", "", 12),
                Refusal("192.0.2.9", "the bot does not play fox; its games: \x1b[2J\n!", "ann", 1),
                Refusal("", "why", "", 1),
            ),
            more=4,
        ),
        PlayBegins(()),
    ).splitlines()
    assert lines[1:-2] == [
        "refused 192.0.2.7: it shows no token (12 times)",
        "refused ann at 192.0.2.9: the bot does not play fox; its games: \ufffd[2J\ufffd!",
        "refused: why",
        "refused: 4 more connections",
    ]


def test_what_is_said_of_a_refusal_is_short_enough_for_a_screen() -> None:
    refusals = Refusals((Refusal("a" * 5000, "w" * 5000, "e" * 5000, 1),), 0)
    assert len(shown(refusals, PlayBegins(())).splitlines()[0]) < 450


def test_on_a_terminal_a_table_then_the_bar_then_lines() -> None:
    text = shown(
        LobbyOpened(("ann", "bob"), 1),
        Presence("ann", 1),
        PlayBegins(("bob",)),
        Presence("ann", 0),
        terminal=True,
    )
    table, _, after = text.partition("play begins without bob")
    assert "awaited" in table
    assert "0/1" in after, "the bar"
    assert "ann: lost" in after
    assert "\x1b[?25h" in text, "the cursor is shown again"


def test_the_table_says_who_is_here() -> None:
    console = Console(file=io.StringIO(), width=60)
    lobby = LobbyDisplay(console)
    for notice in (LobbyOpened(("bob", "ann"), 3), Presence("ann", 3), Presence("bob", 1)):
        lobby.tell(notice)
    out = io.StringIO()
    Console(file=out, width=60).print(lobby.as_rich())
    assert [line.split() for line in out.getvalue().splitlines()] == [
        ["ann", "here", "3", "of", "3"],
        ["bob", "awaited", "1", "of", "3"],
    ]


def test_voids_for_one_reason_are_told_three_times_and_then_counted() -> None:
    def void(match: str, entrant: str, text: str) -> Void:
        when = "2026-01-01T00:00:00.000+00:00"
        return Void(
            match=match, board=1, entrant=entrant, cause=Cause.MACHINE, text=text, when=when
        )

    out = io.StringIO()
    console = Console(file=out, width=60, highlight=False)
    with after_lobby(console, progress(console, "cup", lambda: 1), hosted=False) as (_, tell):
        for number in range(9):
            tell(void(f"m{number}", "ann", "its program is gone"))
        for number in range(3):
            tell(void(f"n{number}", "bob", "its program is gone"))
        tell(void("o", "", "busy"))
    *told, count = out.getvalue().splitlines()
    shown = [line.split()[1] for line in told if line.startswith("match ")]
    assert shown == ["m0", "m1", "m2", "n0", "n1", "n2", "o"]
    assert len(told) == len(shown) + 1
    assert "more of ann's matches are void for the same reason; the end says how many" in told
    assert count == "6 more voids for the same reason (ann): its program is gone"


def test_without_a_lobby_the_progress_is_there_at_once() -> None:
    out = io.StringIO()
    console = Console(file=out, width=60)
    with after_lobby(console, progress(console, "cup", lambda: 1), hosted=False) as (note, _):
        note([RECORD])
    assert out.getvalue() == "cup: 1 of 1 matches\n"
