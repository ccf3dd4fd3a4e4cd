"""A language model in one seat of one match: the player that a table asks."""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Sequence
from time import monotonic
from typing import Any, Final, Literal

from referee.conduct import Fault, FaultKind, FaultStage, Hold
from referee.evidence import Cause, Evidence, load_average
from referee.games.game import AnyGame, Outcome
from referee.models.failures import BudgetError, EndpointError, NoAnswerError
from referee.models.kept_answers import Place
from referee.models.model_client import ModelAnswer, ModelClient
from referee.models.prompt import Message, how_to_answer, prompt
from referee.models.random_seed import request_seed
from referee.models.reading import Reading, read
from referee.models.reply import AnswerVerdict
from referee.models.rethink import ask_again
from referee.models.scaffold import MOST_NOTES, ModelView
from referee.player import Asker, Choice, SeatFault
from referee.record import ModelTry
from referee.text import printable

_MOST_ANSWER: Final = 2_000
"""How many of the last characters of an answer go into the record."""
_REFUSED_MATCHES: Final = 5
"""After this many matches in a row with a refused prompt, all matches of the entrant wait for the
rest of the run: then the prompts are not taken to be the cause."""


class SeatedModel:
    """A language model in one seat of one match: a player that asks an endpoint.

    It remembers nothing after the match. The match is void if the endpoint gives no answer. The
    model is at fault only when none of its answers to a decision chooses a legal action.
    """

    # A table asks every player for these values: a model is always ready, is timed by wall time,
    # has no clock that forgives a slip, and has no connection that could be lost and resumed.
    is_ready = True
    charged_by: Literal["wall"] = "wall"
    struck = 0
    resumed = 0

    def __init__(
        self, client: ModelClient, game: AnyGame, match: str, seat: int, seed: int
    ) -> None:
        """`match` is the id of the match, `seed` the seed of 64 bits for this seat in it."""
        self._client = client
        self._settings = client.settings
        self._match = match
        self._seed = seed
        self._sight = ModelView(game, seat)
        self._task: asyncio.Task[None] | None = None
        self._asked_at: float | None = None
        """When the open decision was asked, by the monotonic clock; None if none is open."""
        self._took: float | None = None
        """The seconds that the latest answer took, without waits after failures; None before the
        first answer."""
        self.decisions: list[tuple[ModelTry, ...]] = []
        """For each decision that the table asked for, all answers of the model; () where none came,
        and where the model was not asked, since all choices have the same effect."""

    @property
    def silent(self) -> bool:
        """Whether the model never talks, by its settings."""
        return self._settings.silent

    def waited_ms(self) -> float | None:
        """Milliseconds since the open decision was asked; None if none is open."""
        return None if self._asked_at is None else (monotonic() - self._asked_at) * 1000

    async def ready(self) -> Fault | None:
        """Return at once: a model can always be asked."""
        return None

    def ask(
        self, observation: Any, legal: Sequence[int], events: Sequence[int], asker: Asker
    ) -> None:
        """Ask the model in a task; `asker` is called back with the choice, or a fault."""
        self._sight.learn(events)
        self._asked_at = monotonic()
        self._task = asyncio.get_running_loop().create_task(
            self._answer(observation, tuple(legal), asker)
        )

    def delay_forced_move(self, asker: Asker) -> bool:
        """Delay the action for as long as the latest answer took; False before the first answer."""
        if self._took is None:
            return False
        asyncio.get_running_loop().call_later(self._took, asker.delay_over)
        return True

    def over(self, outcome: Outcome, faults: Sequence[SeatFault], events: Sequence[int]) -> None:
        """Give up the open question; the outcome does not matter to a model."""
        del outcome, faults, events
        self.annul()

    def annul(self) -> None:
        """Give up the open question, if there is one."""
        # The last answer of a match ends it from within the task, which must not cancel itself.
        if self._task and self._task is not asyncio.current_task():
            self._task.cancel()

    def open_deal(self, key: bytes, salt: bytes) -> None:
        """Do nothing: the model remembers nothing of the match."""

    async def _answer(self, seen: Any, legal: tuple[int, ...], asker: Asker) -> None:
        """Decide, and call the asker back in any case, unless the question is given up."""
        start = monotonic()
        try:
            result: int | Fault = await self._decide(seen, legal)
        except NoAnswerError as error:
            result = _no_answer(error, self._settings.pause_s)
        except sqlite3.Error as error:
            result = _void(Cause.MACHINE, f"its answers cannot be kept: {error}")
        # A bug of the referee is no fault of the model, and the match must not wait for ever.
        except Exception as error:
            result = _void(Cause.REFEREE, f"the referee failed: {type(error).__name__}: {error}")
        seconds, self._asked_at = monotonic() - start, None
        asker.answered(result if isinstance(result, Fault) else Choice(result, seconds))

    async def _decide(self, seen: Any, legal: tuple[int, ...]) -> int | Fault:
        """The index of the chosen action, or the fault of a model that chose none.

        Raises as `ModelClient.ask` does.
        """
        sight, settings = self._sight, self._settings
        moot = sight.view.moot(seen)
        if moot in legal:
            # Public facts show that no choice changes anything, and a question costs money.
            self.decisions.append(())
            return legal.index(moot)
        first = prompt(sight, settings, seen, legal)
        how = how_to_answer(sight, settings, seen)
        messages = first.messages()
        tries: list[ModelTry] = []
        # Counted, since the text of a fault names the verdicts on all answers.
        verdicts = Counter[AnswerVerdict]()
        number = len(self.decisions)
        # Added before the model is asked, so that the record has the answers also when the match
        # ends here.
        self.decisions.append(())
        answer: ModelAnswer | None = None
        for attempt in range(settings.tries):
            place = Place(self._match, sight.seat, number, attempt)
            answer = await self._client.ask(place, self._request(messages, number, attempt))
            self._took = min(answer.reply.milliseconds / 1000, settings.answer_s)
            reading = read(answer.reply, sight, seen, legal, listed=settings.legal)
            tries.append(_recorded(answer, reading))
            self.decisions[-1] = tuple(tries)
            if reading.index is not None:
                self._remember(reading)
                return reading.index
            verdicts[reading.verdict] += 1
            cut_off = verdicts[AnswerVerdict.TRUNCATED]
            messages = ask_again(first, answer.reply, reading, how, cut_off)
        return _chose_nothing(verdicts, answer)

    def _request(self, messages: list[Message], number: int, attempt: int) -> dict[str, Any]:
        settings = self._settings
        request: dict[str, Any] = {
            "model": settings.model,
            "messages": messages,
            settings.limit_key: settings.max_tokens,
        }
        if settings.temperature is not None:
            request["temperature"] = settings.temperature
        if settings.seeded:
            request["seed"] = request_seed(self._seed, number, attempt)
        if settings.extra:
            request["extra_body"] = settings.extra
        return request

    def _remember(self, reading: Reading) -> None:
        """Save the notes of an answer that chose an action, for the scaffold `notes`."""
        if self._settings.scaffold == "notes" and reading.notes is not None:
            self._sight.notes = printable(reading.notes)[:MOST_NOTES]


def _recorded(answer: ModelAnswer, reading: Reading) -> ModelTry:
    """The answer as the match's record has it."""
    reply = answer.reply
    return ModelTry(
        prompt=answer.request,
        verdict=str(reading.verdict),
        answer=(reply.refusal or reply.text)[-_MOST_ANSWER:],
        read=reply.read,
        written=reply.written,
        milliseconds=reply.milliseconds,
        cost=round(answer.cost, 9),
        kept=answer.kept,
    )


def _no_answer(error: NoAnswerError, pause: float) -> Fault:
    """The fault that makes the match void, and says which matches have to wait."""
    hold = Hold(whole=True)
    if isinstance(error, EndpointError) and error.of_request:
        hold = Hold(whole=False, all_after=_REFUSED_MATCHES)
    elif isinstance(error, EndpointError) and error.passing:
        hold = Hold(whole=True, seconds=pause, stated=error.wait or 0.0)
    elif isinstance(error, BudgetError):
        hold = Hold(whole=error.whole)
    return _void(Cause.MACHINE, str(error), hold)


def _void(cause: Cause, why: str, hold: Hold | None = None) -> Fault:
    """A fault of the machine or of the referee, which makes the match void."""
    return Fault(
        kind=FaultKind.DISCONNECTED,
        stage=FaultStage.PLAY,
        text=why,
        cause=cause,
        evidence=Evidence(load=load_average()),
        hold=hold,
    )


def _chose_nothing(verdicts: Counter[AnswerVerdict], last: ModelAnswer | None) -> Fault:
    """The fault of a model none of whose answers chose a legal action."""
    counts = ", ".join(f"{times} {verdict}" for verdict, times in sorted(verdicts.items()))
    # The last answer alone: the record has all answers among its measured parts.
    words = last.reply.text[-_MOST_ANSWER:] if last else ""
    return Fault(
        kind=FaultKind.ILLEGAL,
        stage=FaultStage.PLAY,
        text=f"chose no legal action in {verdicts.total()} answers: {counts}",
        evidence=Evidence(words=words),
    )
