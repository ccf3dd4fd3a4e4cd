"""The contents of a seat's page, made only of what the person in the seat was told."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from referee.games.picture import GamePicture
from referee.games.scene import EventLog
from referee.games.seat_view import account
from referee.text import one_line
from stych_web.drawn.table import table_html
from stych_web.playing.person_seat import AskedMoment
from stych_web.playing.wording import event_sentence, event_sentences
from tournaments.person.person_match import PersonMatch
from tournaments.person.screen import duration, options_text
from tournaments.present.html.markup import element

_MOST_NEWS: Final = 24
"""Events since the previous question that the page tells beside the table, the last ones; all
earlier events are in a list of their own."""


@dataclass(frozen=True, slots=True)
class AskedForm:
    """The address to which the form of a question is sent, and the token in the form."""

    address: str
    token: str
    fault: str = ""
    """Why the last answer was refused; "" if it was not."""


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """What does not change in a match."""

    game: str
    """The game's id."""
    title: str
    """The game's title."""
    options: str
    """The game's options, as text."""
    names: Sequence[str]
    """The names of the players by seat; the person's is "you"."""
    commitment: str
    """The commitment to the deal, as hexadecimal digits."""
    clock: str
    """The person's clock in words: the time for a decision, and for the match."""


@dataclass(frozen=True, slots=True)
class MomentView:
    """The table at a question, with the form for the answer while the question is open."""

    question: str
    """The question in words, also after the answer."""
    table: Markup
    """The table; while the question is open, with the controls of the decision in a form."""
    news: Sequence[str]
    """What happened since the previous question, a sentence each: at most `_MOST_NEWS` events, and
    how points came about."""
    history: Sequence[str]
    """All public events before those in `news`, in words."""
    hint: str
    """The sentence about the hint; "" for a person without hints, or after the answer."""
    time_left: str
    """The time that the person has left for the match, in words, as the question was asked."""


def facts_of(match: PersonMatch) -> MatchFacts:
    """The facts of a match: they are the same at all its questions."""
    start, clock = match.start, match.start.clock
    return MatchFacts(
        match.game.id,
        match.game.title,
        options_text(match.game),
        match.names,
        start.deal_commitment.hex(),
        f"{duration(clock.decision_ms)} for each decision and {duration(clock.bank_ms)} in all",
    )


def moment_view(
    picture: GamePicture, moment: AskedMoment, form: AskedForm | None, *, with_hint: bool = False
) -> MomentView:
    """The view of the moment; `form` is None when the question is answered already.

    `with_hint` is whether the person has a bot that gives hints.
    """
    question = moment.question
    match, seen, decision = question.match, question.seen, question.decision
    # Made from the observation and from public events: this process knows no other cards.
    asked = picture.form(seen, list(decision.legal_actions))
    scene = picture.scene({match.seat: seen}, match.names, EventLog(moment.history, moment.fresh))
    table = table_html(scene, picture, asked if form else None, form.fault if form else "")
    # How many events come before the news.
    cut = len(moment.history) - min(moment.fresh, _MOST_NEWS)
    return MomentView(
        asked.question,
        _form(table, question.number, form) if form else table,
        [each for each in _news(picture, match, moment.history, cut) if each],
        event_sentences(picture, match.names, moment.history[:cut]),
        _hint(picture, moment) if form and with_hint else "",
        duration(decision.bank_left_ms),
    )


def _form(table: Markup, number: int, form: AskedForm) -> Markup:
    """The table in a form: the controls of the decision are on the table."""
    return element(
        "form",
        element("input", type="hidden", name="decision", value=number),
        element("input", type="hidden", name="token", value=form.token),
        table,
        method="post",
        action=form.address,
        class_="asked",
    )


def _news(
    picture: GamePicture, match: PersonMatch, history: Sequence[int], cut: int
) -> Iterator[str]:
    # To say how points came about, `account` needs all events up to the one that gave them.
    for index in range(cut, len(history)):
        yield event_sentence(picture, match.names, history[index])
        yield from (one_line(line.plain) for line in account(match, history[: index + 1]))


def _hint(picture: GamePicture, moment: AskedMoment) -> str:
    hint = moment.question.hint
    if hint is None:
        return "The bot that gives hints does not answer."
    return f"A bot in your place would choose: {picture.spoken(moment.question.seen, hint)}."
