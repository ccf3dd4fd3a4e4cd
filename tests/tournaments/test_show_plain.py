"""The replay of a game that has none: each dealing is shown before the first action after it."""

from rich.console import Console

from referee.games.plain import PlainReplay
from referee.games.registry import make_game
from referee.games.replay import Perspective
from referee.record_check import replay
from tests.records.matches import FakeBot, fixture, make_plan, play, uniform


def test_the_cards_of_a_later_dealing_are_shown_when_they_are_dealt() -> None:
    plan = make_plan(options={"target": 16})
    record = play(plan, fixture(plan), FakeBot(uniform), FakeBot(uniform))
    console = Console(width=200, color_system=None)
    shown = PlainReplay(make_game("fox", record.options), Perspective(("ann", "bob")))
    with console.capture() as capture:
        for part in shown.show(replay(record)):
            console.print(part)
    lines = capture.get().splitlines()
    hands = [number for number, line in enumerate(lines) if line.startswith("hand 0")]
    assert len(hands) > 1
    # "hand", "0" and thirteen cards.
    assert [len(lines[number].split()) for number in hands] == [15] * len(hands)
    # An empty line comes before the cards.
    assert all("round over" in lines[number - 2] for number in hands[1:])
