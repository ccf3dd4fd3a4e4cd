"""Decisions that a bot was asked again, for the terminal: what was chosen then and now.

"Then" is in the recorded match, "now" is when the bot was asked again.
"""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from referee.games.screen import lines
from referee.recorded_decisions import RecordedDecision
from tournaments.core.words import how_many
from tournaments.present.asked import AskedAgain
from tournaments.present.terminal.decision import show_decision
from tournaments.present.terminal.faults import in_full
from tournaments.present.terminal.replay import match_head, seat_names
from tournaments.present.terminal.text import plain


def show_asked(asked: AskedAgain, *, every: bool) -> Iterator[RenderableType]:
    """The decisions and the answers, and the bot's fault if there was one.

    Without `every`, the first decision is shown with all that the seat saw. With `every`, a table
    has a row for each decision with another answer than then, or without a choice then; the totals
    follow.
    """
    number, now = asked.inquiry.seat, f"{asked.bot.name} {asked.bot.version}"
    seat = asked.record.seats[number]
    yield from match_head(asked.record)
    yield plain(f"seat {number}, {seat.entrant}: then {seat.bot} {seat.version}, now {now}")
    yield Text()
    yield from _all(asked) if every else _single(asked, asked.decisions[0])
    if fault := asked.fault():
        yield Text()
        yield from in_full(fault)


def _single(asked: AskedAgain, decision: RecordedDecision) -> Iterator[RenderableType]:
    yield from show_decision(asked.game, decision, seat_names(asked.record))
    yield Text()
    now = _now(asked, decision)
    yield lines(("then", plain(_then(asked, decision))), ("now", plain(now or "no answer")))


def _all(asked: AskedAgain) -> Iterator[RenderableType]:
    answered = [each for each in asked.decisions if asked.now(each)]
    not_same = [each for each in answered if not asked.is_same(each)]
    if not_same:
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("decision", justify="right")
        table.add_column("then", overflow="fold")
        table.add_column("now", overflow="fold")
        for each in not_same:
            cells = _then(asked, each), _now(asked, each)
            table.add_row(str(each.number), *map(plain, cells))
        yield table
        yield Text()
    same, differ = len(asked.compared(same=True)), len(asked.compared(same=False))
    totals = f"{how_many(len(answered), 'decision')}: {same} as then, {differ} differ"
    if unknown := len(answered) - same - differ:
        totals += f", {unknown} without a choice then"
    if left := len(asked.decisions) - len(answered):
        totals += f"; {left} more not answered"
    yield plain(f"{totals}.")


def _then(asked: AskedAgain, decision: RecordedDecision) -> str:
    """The action chosen in the match, or why the bot did not choose."""
    if decision.chosen is not None:
        return asked.game.action_text(decision.chosen)
    if entry := decision.fault:
        before = "" if decision.is_own else f" after {entry.at} actions"
        return f"no choice: {entry.fault.kind}{before}, {entry.fault.text}"
    return "no choice: the match had ended"


def _now(asked: AskedAgain, decision: RecordedDecision) -> str:
    """The actions chosen now, each with how often if there are several answers; "" for none."""
    counted = asked.now(decision)
    times, text = counted.total(), asked.game.action_text
    if times == 1:
        return text(next(iter(counted)))
    return ", ".join(f"{text(action)} {n} of {times}" for action, n in counted.most_common())
