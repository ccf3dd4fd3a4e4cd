"""Which decisions of a record a bot is asked again, and what it is told before them."""

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
    """What a bot is asked: decisions of one seat, in order, within one match of the bot."""

    record: Record
    seat: int
    decisions: Sequence[RecordedDecision]
    shown: Sequence[RecordedDecision]
    """Those that somebody wants to know of; the others come before them."""
    told: int = 0
    """How many events of the match the seat had been told before the first decision."""
    is_resumed: bool = False
    """Whether the bot is told that the match is under way: the seat had decisions before."""
    times: int = 1
    """How many matches the bot is asked in. The first has the recorded seed, each other one its
    own, derived from the match's id."""

    def start(self, time: int) -> pb.MatchStart:
        """What the bot is told at the start of the match with this number, from 0."""
        record = self.record
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
        # The first match is the recorded one again; with its seed in all of them a bot would choose
        # alike each time, and nothing would be learnt.
        if time:
            seed = random_number("ask", record.id, f"bot/{self.seat}/{time}")
        start = pb.MatchStart()
        start.CopyFrom(plan.start)
        start.seat, start.bot_seed = self.seat, seed
        start.deal_commitment = bytes.fromhex(record.deal.commitment)
        return start


def of_one(record: Record, number: int, *, times: int, from_start: bool) -> Inquiry:
    """About the decision with this number; `from_start` asks those of its seat before it as well.

    The record has to be true. Raises UserError when there is no such decision, or no choice in it.
    """
    found = recorded_decisions(record)
    decision = next((each for each in found if each.number == number), None)
    if decision is None:
        last = max([len(record.actions) - 1, *(each.number for each in found)])
        raise UserError(_no_choice(record, number, last))
    own = [each for each in found if each.seat == decision.seat and each.number <= number]
    if from_start:
        return Inquiry(record, decision.seat, own, [decision], times=times)
    # Decisions about words are none for a bot that never talks: it was not told anything then.
    silent = record.seats[decision.seat].never_talks
    heard = [each.known for each in own[:-1] if not (silent and each.silence is not None)]
    return Inquiry(
        record,
        decision.seat,
        [decision],
        [decision],
        told=heard[-1] if heard else 0,
        is_resumed=bool(heard),
        times=times,
    )


def of_all(record: Record, bot: str, seat: int | None, *, times: int) -> Inquiry:
    """About all decisions of the seat, up to a fault in it; None is the seat of the bot's name.

    The record has to be true. Raises UserError when there is no such seat, or nothing to decide.
    """
    if seat is None:
        seat = _seat_of(record, bot)
    elif not 0 <= seat < len(record.seats):
        raise UserError(f"the seats of this match are {_seats(record)}; received {seat}")
    found = recorded_decisions(record)
    own = [each for each in found if each.seat == seat and each.is_own]
    if not own:
        raise UserError(f"seat {seat} had nothing to decide in match {record.id}")
    return Inquiry(record, seat, own, own, times=times)


def _no_choice(record: Record, number: int, last: int) -> str:
    """Why nobody can be asked this decision, as a sentence; `last` is the number of the last."""
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
    # One of several would be chosen for reasons that nobody can see: the caller has to say.
    if len(seats) == 1:
        return seats[0]
    sat = "several seats" if seats else "no seat"
    raise UserError(
        f"a bot called {bot} sat in {sat} of match {record.id}: name one with --seat,"
        f" {_seats(record)}"
    )


def _seats(record: Record) -> str:
    return f"0 to {len(record.seats) - 1}"
