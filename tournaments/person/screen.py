"""The texts that a person is shown of a match: its start, events, table, choices and result.

Nothing is printed here: the functions return what the caller prints.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from referee.deals import opens
from referee.games import seat_view
from referee.games.game import AnyGame
from stych.v1 import referee_pb2 as pb
from tournaments.person.person_match import PersonMatch, unreadable
from tournaments.present.terminal.text import plain

# Used where the referee sends a fault without a text.
_FAULTS: Final = {
    pb.FAULT_KIND_LATE: "no answer in time",
    pb.FAULT_KIND_ILLEGAL: "an answer that was not among the legal ones",
    pb.FAULT_KIND_MALFORMED: "a message that the protocol does not allow",
    pb.FAULT_KIND_CRASHED: "its program ended",
    pb.FAULT_KIND_DISCONNECTED: "the connection ended",
    pb.FAULT_KIND_INCOMPATIBLE: "another protocol version, or a game that it does not play",
    pb.FAULT_KIND_WITHDRAWN: "withdrawn after too many faulty matches",
}


def announced(match: PersonMatch) -> Iterator[RenderableType]:
    """The lines that announce a match: its options, the person's seat, the clock."""
    start, game = match.start, match.game
    yield Rule(f"{game.title}: match {start.match}", align="left", style="bold")
    yield Text(f"{options_text(game)}. You are seat {start.seat} of {start.seats}, counted from 0.")
    yield Text(
        f"Your clock: {duration(start.clock.decision_ms)} for each decision and"
        f" {duration(start.clock.bank_ms)} for the match. Forced moves are made for you."
    )
    yield Text("At your turn: ? for help, h for all that happened, q to leave.")
    if start.resumed:
        yield Text("The match is under way: you go on where you were.", style="bold")


def options_text(game: AnyGame) -> str:
    """The options of the game with their values, such as "players 2, talk on"."""
    return ", ".join(f"{key} {_value(value)}" for key, value in game.options.model_dump().items())


def _value(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def duration(milliseconds: int) -> str:
    """The time as text, such as 2.5 s, 4:05 (minutes) or 1:04:05 (hours)."""
    if milliseconds < 60_000:
        return f"{milliseconds / 1000:g} s"
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def question_lines(
    match: PersonMatch, decision: pb.Decision, seen: Any
) -> Sequence[RenderableType]:
    """The news, the table and the legal actions of a decision; `seen` is its observation.

    Raises UnknownMessageError for an observation that the rules cannot have made.
    """
    # A list, so that an impossible observation raises here and not later, while it is printed.
    try:
        return list(_question_lines(match, decision, seen))
    except (ValueError, LookupError) as error:
        raise unreadable(match, error) from None


def _question_lines(
    match: PersonMatch, decision: pb.Decision, seen: Any
) -> Iterator[RenderableType]:
    clock = match.start.clock
    time = f"{duration(clock.decision_ms)}, then {duration(decision.bank_left_ms)}"
    yield Rule(f"match {decision.match}, clock {time}", align="left", style="dim")
    yield from news(match, decision.events)
    yield from match.view.table(seen, match.names)
    yield Text()
    yield from choices(match, decision, seen)


def news(match: PersonMatch, events: Sequence[int]) -> Iterator[Text]:
    """The last of the events in words. `events` must be the end of the match's history."""
    return seat_view.news(match, events, ", h shows all")


def history(match: PersonMatch) -> Iterator[Text]:
    """All public events of the match so far, in words."""
    yield Text(f"All that happened openly in match {match.start.match}:", style="bold")
    yield from (seat_view.event_line(match, event) for event in match.history)


def choices(match: PersonMatch, decision: pb.Decision, seen: Any) -> Iterator[RenderableType]:
    """The question, and the legal actions with their numbers, if the game's view lists them."""
    return seat_view.choices(match, decision.legal_actions, seen)


def moot(match: PersonMatch, decision: pb.Decision, seen: Any) -> int | None:
    """The index of the action that is taken without asking; None where the person is asked.

    Raises UnknownMessageError for an observation that the rules cannot have made.
    """
    try:
        action = match.view.moot(seen)
    except (ValueError, LookupError) as error:
        raise unreadable(match, error) from None
    # The view gives the action itself; the protocol wants its index in the list of legal actions.
    legal = list(decision.legal_actions)
    return legal.index(action) if action in legal else None


def moot_lines(match: PersonMatch, decision: pb.Decision, index: int) -> Iterator[RenderableType]:
    """The news, and the action that is taken without asking, as no choice could matter."""
    yield from news(match, decision.events)
    text = plain(match.game.action_text(decision.legal_actions[index])).plain
    yield Text(f"  nothing that you could choose matters: {text}", style="dim")


def hinted(match: PersonMatch, hint: int | None) -> Text:
    """The line with the hint; `hint` is None when the bot that gives hints did not answer."""
    if hint is None:
        return Text("hint: none, the bot that gives hints does not answer", style="dim")
    return plain(f"hint: {match.game.action_text(hint)}", style="cyan")


def confirmation(match: PersonMatch, action: int) -> str:
    """The question whether to send the action that the person has chosen."""
    text = plain(match.game.action_text(action)).plain
    return f"Enter sends {text}, u takes it back: "


def help_text(match: PersonMatch) -> Iterator[Text]:
    """The text that `?` shows: the game in a few words, and how to answer."""
    yield Text(match.game.title, style="bold")
    yield Text(match.view.summary)
    yield Text(f"The rules in full: stych rules {match.game.id}")
    yield Text()
    yield Text(
        "Answer with the number of a choice or with what stands beside it; the beginning of it"
        " will do where nothing else begins so. #3 is always number 3. h tells all that happened,"
        " q leaves the table, which forfeits the match."
    )


def over(match: PersonMatch, message: pb.MatchOver) -> Iterator[RenderableType]:
    """How a match ended: last events, faults, and places with points, or the team's points."""
    yield from news(match, message.events)
    yield Rule(f"{match.game.title}: match {message.match} is over", align="left", style="bold")
    for fault in message.faults:
        yield plain(fault_text(match, fault), style="red")
    # Not strict: a referee of a newer version may send more values than this version knows.
    results = zip(message.places, message.points, match.names, strict=False)
    if match.game.cooperative:
        best = match.game.perfect_points
        yield Text(f"The team has {max(message.points, default=0)} points; the best is {best}.")
        return
    for place, points, name in sorted(results):
        style = "bold" if name == "you" else ""
        yield Text(f"{place}. {name}: {points} points", style=style)


def fault_text(match: PersonMatch, fault: pb.Fault) -> str:
    """The sentence that says who forfeits, and why."""
    is_mine = fault.seat == match.start.seat
    who = "You forfeit" if is_mine else seat_view.named(match, f"seat {fault.seat} forfeits")
    why = fault.text or _FAULTS.get(fault.kind, "a fault that this version does not know")
    return f"{who}: {why}"


def opened(start: pb.MatchStart, opening: pb.DealOpening) -> Text:
    """The line that says whether the deal fits its commitment (docs/records.md, The deal)."""
    if opens(opening.deal_key, opening.salt, start.deal_commitment):
        return Text(f"The cards of match {start.match} were those promised at its start.")
    text = f"The cards of match {start.match} were NOT those that the referee promised at its start"
    return Text(text, style="bold red")
