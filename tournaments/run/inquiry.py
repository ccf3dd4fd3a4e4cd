"""Which recorded decisions a bot is asked again, and what it is told before them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.errors import UserError
from referee.record import Record
from referee.recorded_decisions import RecordedDecision, recorded_decisions
from stych.v1 import referee_pb2 as pb
from tournaments.run.plan import Plan, random_number


@dataclass(frozen=True, slots=True)
class Inquiry:
    """The recorded decisions of one seat in one match that a bot is asked again."""

    record: Record
    seat: int
    decisions: Sequence[RecordedDecision]
    """All decisions that the bot is asked, in order; at least one."""
    shown: Sequence[RecordedDecision]
    """The last of them, whose answers are shown; the decisions before only lead up to them."""
    told: int = 0
    """How many events of the match the seat had been told before the first decision."""
    is_resumed: bool = False
    """Whether the bot is told that the match is under way: the seat was asked before."""
    times: int = 1
    """In how many matches the bot is asked the same. The first one has the recorded seed of the
    bot, every other one a seed of its own, derived from the match's id."""

    def start(self, number: int) -> pb.MatchStart:
        """What the bot is told at the start of the inquiry's match with this number, from 0."""
        record = self.record
        # Only for its `start`, which needs the game and the clock.
        plan = Plan(
            tournament=record.tournament,
            seed="",
            game=record.game,
            options=record.options,
            conduct=record.conduct,
            entries={},
            logs=Path(),
        )
        seed = record.seats[self.seat].bot_seed
        # The first match repeats the recorded one. With the same seed in the other matches the bot
        # would choose alike each time, and nothing would be learnt.
        if number:
            seed = random_number("ask", record.id, f"bot/{self.seat}/{number}")
        start = pb.MatchStart()
        start.CopyFrom(plan.start)
        start.seat, start.bot_seed = self.seat, seed
        start.deal_commitment = bytes.fromhex(record.deal.commitment)
        return start


def about_decision(record: Record, number: int, *, times: int, from_start: bool) -> Inquiry:
    """An inquiry about the decision `number`, in `times` matches.

    With `from_start` the bot is asked all earlier decisions of the seat as well. The record has to
    be verified. Raises UserError when there is no such decision, or when it was forced.
    """
    decisions = recorded_decisions(record)
    decision = next((each for each in decisions if each.number == number), None)
    if decision is None:
        last = max([len(record.actions) - 1, *(each.number for each in decisions)])
        raise UserError(_no_choice(record, number, last))
    of_seat = [each for each in decisions if each.seat == decision.seat and each.number <= number]
    if from_start:
        return Inquiry(record, decision.seat, of_seat, [decision], times=times)
    # A bot that never talks was not asked what to say, so it was told no events at such a decision.
    silent = record.seats[decision.seat].never_talks
    heard = [
        each.events_before for each in of_seat[:-1] if not (silent and each.silence is not None)
    ]
    return Inquiry(
        record,
        decision.seat,
        [decision],
        [decision],
        told=heard[-1] if heard else 0,
        is_resumed=bool(heard),
        times=times,
    )


def about_seat(record: Record, bot: str, seat: int | None, *, times: int) -> Inquiry:
    """An inquiry about all decisions of a seat, up to the fault of its bot, in `times` matches.

    When `seat` is None, it is the one seat in which a bot with the name `bot` sat. The record has
    to be verified. Raises UserError when there is no such seat or more than one, and when the seat
    had nothing to decide.
    """
    if seat is None:
        seat = _seat_of(record, bot)
    elif not 0 <= seat < len(record.seats):
        raise UserError(f"the seats of this match are {_seats(record)}; received {seat}")
    decisions = [each for each in recorded_decisions(record) if each.seat == seat and each.is_own]
    if not decisions:
        raise UserError(f"seat {seat} had nothing to decide in match {record.id}")
    return Inquiry(record, seat, decisions, decisions, times=times)


def _no_choice(record: Record, number: int, last: int) -> str:
    """Why the decision cannot be asked, as a sentence; `last` is the highest number of any."""
    if 0 <= number < len(record.actions):
        return (
            f"decision {number} of match {record.id} was forced: there was one legal action, and"
            " nobody is asked for it"
        )
    if last < 0:
        return f"match {record.id} ended before its first decision; received --decision {number}"
    return f"the decisions of match {record.id} are 0 to {last}; received --decision {number}"


def _seat_of(record: Record, bot: str) -> int:
    seats = [seat for seat, entry in enumerate(record.seats) if entry.bot == bot]
    # Of several seats none is better than the others, so the user has to choose.
    if len(seats) == 1:
        return seats[0]
    sat = "several seats" if seats else "no seat"
    raise UserError(
        f"a bot called {bot} sat in {sat} of match {record.id}: name one with --seat,"
        f" {_seats(record)}"
    )


def _seats(record: Record) -> str:
    return f"0 to {len(record.seats) - 1}"
