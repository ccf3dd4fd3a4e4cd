"""What a bot was asked again, for the terminal: what the seat saw, what was chosen then and now."""

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
    """What was asked again, and the bot's fault if there was one.

    Without `every` it is the first decision, with all that the seat saw. With it, there is a row
    for each decision that was answered otherwise than then, or not chosen then, and the totals.
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
    others = [each for each in answered if not asked.is_same(each)]
    if others:
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("decision", justify="right")
        table.add_column("then", overflow="fold")
        table.add_column("now", overflow="fold")
        for each in others:
            cells = _then(asked, each), _now(asked, each)
            table.add_row(str(each.number), *map(plain, cells))
        yield table
        yield Text()
    same, differ = len(asked.compared(same=True)), len(asked.compared(same=False))
    said = f"{how_many(len(answered), 'decision')}: {same} as then, {differ} differ"
    if unknown := len(answered) - same - differ:
        said += f", {unknown} without a choice then"
    if left := len(asked.decisions) - len(answered):
        said += f"; {left} more not answered"
    yield plain(f"{said}.")


def _then(asked: AskedAgain, decision: RecordedDecision) -> str:
    """What was chosen in the match, or why nothing was."""
    if decision.chosen is not None:
        return asked.game.action_text(decision.chosen)
    if entry := decision.fault:
        before = "" if decision.is_own else f" after {entry.at} actions"
        return f"no choice: {entry.fault.kind}{before}, {entry.fault.text}"
    return "no choice: the match had ended"


def _now(asked: AskedAgain, decision: RecordedDecision) -> str:
    """What was chosen now, with how often each where it was asked more than once."""
    counted = asked.now(decision)
    times, text = counted.total(), asked.game.action_text
    if times == 1:
        return text(next(iter(counted)))
    return ", ".join(f"{text(action)} {n} of {times}" for action, n in counted.most_common())
