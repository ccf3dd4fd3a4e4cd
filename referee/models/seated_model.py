"""A language model in one seat of one match, as a table sees it."""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Sequence
from time import monotonic
from typing import Any, Final, Literal

from referee.conduct import Fault, FaultKind, FaultStage, Hold
from referee.evidence import Cause, Evidence, load
from referee.games.game import AnyGame, Outcome
from referee.models.failures import BudgetError, EndpointError, NoAnswerError
from referee.models.kept_answers import Place
from referee.models.model_client import ModelAnswer, ModelClient
from referee.models.prompt import Message, prompt, wanted
from referee.models.random_seed import request_seed
from referee.models.reading import Reading, read
from referee.models.reply import AnswerVerdict
from referee.models.rethink import ask_again
from referee.models.scaffold import MOST_NOTES, ModelView
from referee.player import Asker, Choice, SeatFault
from referee.record import ModelTry
from referee.text import printable

_KEPT: Final = 2_000
"""Characters of an answer that a record keeps, the last ones."""
_REFUSED_MATCHES: Final = 5
"""Matches in a row with a refused prompt that say: it is not the prompt, but the settings."""


class SeatedModel:
    """A language model in one seat of one match: a player that asks an endpoint.

    It forgets everything with the match. Whatever its endpoint does, the match is void at worst;
    only an answer that chooses no legal action, after all tries, is its own fault.
    """

    here = True
    charged_by: Literal["wall"] = "wall"
    struck = 0
    resumed = 0

    def __init__(
        self, client: ModelClient, game: AnyGame, match: str, seat: int, seed: int
    ) -> None:
        """`match` is the id of the match, `seed` the seat's 64 bits of it."""
        self._client = client
        self._settings = client.settings
        self._match = match
        self._seed = seed
        self._sight = ModelView(game, seat)
        self._task: asyncio.Task[None] | None = None
        self._asked_at: float | None = None
        """When the open decision was asked for; None when none is."""
        self._took: float | None = None
        """The seconds that the latest answer took, without any wait for a failing endpoint; None
        before the first."""
        self.decisions: list[tuple[ModelTry, ...]] = []
        """For each decision that it was asked for, all its answers."""

    @property
    def silent(self) -> bool:
        """Whether it never talks, by its settings."""
        return self._settings.silent

    def waited_ms(self) -> float | None:
        """Milliseconds for which it has been waited for; None when it is not."""
        return None if self._asked_at is None else (monotonic() - self._asked_at) * 1000

    async def ready(self) -> Fault | None:
        """Return at once: it is asked when it has to decide."""
        return None

    def ask(
        self, observation: Any, legal: Sequence[int], events: Sequence[int], asker: Asker
    ) -> None:
        """Have the model choose; `asker` is called back with the choice, or a fault."""
        self._sight.learn(events)
        self._asked_at = monotonic()
        self._task = asyncio.get_running_loop().create_task(
            self._answer(observation, tuple(legal), asker)
        )

    def delay_forced_move(self, asker: Asker) -> bool:
        """Delay a forced move for as long as the latest decision took; False before the first."""
        if self._took is None:
            return False
        asyncio.get_running_loop().call_later(self._took, asker.delay_over)
        return True

    def over(self, outcome: Outcome, faults: Sequence[SeatFault], events: Sequence[int]) -> None:
        """Forget the match, whatever it came to."""
        del outcome, faults, events
        self.annul()

    def annul(self) -> None:
        """Give up the question that is open, if one is."""
        # The answer that ends a match is given within the task itself.
        if self._task and self._task is not asyncio.current_task():
            self._task.cancel()

    def open_deal(self, key: bytes, salt: bytes) -> None:
        """Do nothing: the model has forgotten the match."""

    async def _answer(self, seen: Any, legal: tuple[int, ...], asker: Asker) -> None:
        begun = monotonic()
        try:
            found: int | Fault = await self._decide(seen, legal)
        except NoAnswerError as error:
            found = _no_answer(error, self._settings.pause_s)
        except sqlite3.Error as error:
            found = _void(Cause.MACHINE, f"its answers cannot be kept: {error}")
        # A bug of ours is no fault of the model's, and must not leave the match waiting for ever.
        except Exception as error:
            found = _void(Cause.REFEREE, f"the referee failed: {type(error).__name__}: {error}")
        seconds, self._asked_at = monotonic() - begun, None
        asker.answered(found if isinstance(found, Fault) else Choice(found, seconds))

    async def _decide(self, seen: Any, legal: tuple[int, ...]) -> int | Fault:
        """The index of the chosen action, or the fault of a model that chose none."""
        sight, settings = self._sight, self._settings
        moot = sight.view.moot(seen)
        if moot in legal:
            # No choice can change anything, and everybody knows it: a question is money.
            self.decisions.append(())
            return legal.index(moot)
        own, wish = prompt(sight, settings, seen, legal), wanted(sight, settings, seen)
        messages = own.messages()
        tries: list[ModelTry] = []
        # A fault tells how the tries went, not only the last of them.
        verdicts = Counter[AnswerVerdict]()
        number = len(self.decisions)
        # Entered before it is asked: what was tried is in the record also when a match ends here.
        self.decisions.append(())
        answer: ModelAnswer | None = None
        for attempt in range(settings.tries):
            place = Place(self._match, sight.seat, number, attempt)
            answer = await self._client.ask(place, self._request(messages, number, attempt))
            self._took = min(answer.reply.milliseconds / 1000, settings.answer_s)
            reading = read(answer.reply, sight, seen, legal, listed=settings.legal)
            tries.append(_noted(answer, reading))
            self.decisions[-1] = tuple(tries)
            if reading.index is not None:
                self._remember(reading)
                return reading.index
            verdicts[reading.verdict] += 1
            cut_off = verdicts[AnswerVerdict.TRUNCATED]
            messages = ask_again(own, answer.reply, reading, wish, cut_off)
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
        if self._settings.scaffold == "notes" and reading.notes is not None:
            self._sight.notes = printable(reading.notes)[:MOST_NOTES]


def _noted(answer: ModelAnswer, reading: Reading) -> ModelTry:
    reply = answer.reply
    return ModelTry(
        prompt=answer.request,
        verdict=str(reading.verdict),
        answer=(reply.refusal or reply.text)[-_KEPT:],
        read=reply.read,
        written=reply.written,
        milliseconds=reply.milliseconds,
        cost=round(answer.cost, 9),
        kept=answer.kept,
    )


def _no_answer(error: NoAnswerError, pause: float) -> Fault:
    hold = Hold(whole=True)
    if isinstance(error, EndpointError) and error.of_request:
        hold = Hold(whole=False, all_after=_REFUSED_MATCHES)
    elif isinstance(error, EndpointError) and error.passing:
        hold = Hold(whole=True, seconds=pause, stated=error.wait or 0.0)
    elif isinstance(error, BudgetError):
        hold = Hold(whole=error.whole)
    return _void(Cause.MACHINE, str(error), hold)


def _void(cause: Cause, why: str, hold: Hold | None = None) -> Fault:
    """What makes the match void."""
    return Fault(
        kind=FaultKind.DISCONNECTED,
        stage=FaultStage.PLAY,
        text=why,
        cause=cause,
        evidence=Evidence(load=load()),
        hold=hold,
    )


def _chose_nothing(verdicts: Counter[AnswerVerdict], last: ModelAnswer | None) -> Fault:
    told = ", ".join(f"{times} {verdict}" for verdict, times in sorted(verdicts.items()))
    # The last words alone: all of them are among the record's measured parts.
    words = last.reply.text[-_KEPT:] if last else ""
    return Fault(
        kind=FaultKind.ILLEGAL,
        stage=FaultStage.PLAY,
        text=f"chose no legal action in {verdicts.total()} answers: {told}",
        evidence=Evidence(words=words),
    )
