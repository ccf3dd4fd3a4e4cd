"""The bots of a worker: which of their processes plays in which match."""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack
from types import TracebackType
from typing import TYPE_CHECKING, Self

from referee.conduct import Fault
from referee.rpc.bot_handle import BotHandle, Entered
from referee.rpc.local_bot import LocalBot
from referee.rpc.remote_bot import RemoteBot
from referee.sandbox.processors import available
from tournaments.core.dealing import encounters
from tournaments.run.orders import PlayOrder
from tournaments.run.plan import Plan
from tournaments.run.waiting import StallMonitor

if TYPE_CHECKING:
    from referee.models.model_bots import ModelBot, ModelBots

Place = tuple[str, int, int]
"""A process of a local bot: the bot's name, how often the bot met before what the process plays
(tournaments.core.dealing), and which of the seats that it holds in one match."""


class WorkerBots:
    """The bots of a worker, started when they are first needed; all end with this context."""

    def __init__(self, plan: Plan, worker: int, watch: StallMonitor | None = None) -> None:
        """`watch` is told every bot; files of output are named after the number of the `worker`."""
        self._plan = plan
        self._worker = worker
        self._watch = watch
        self._cpu_slots = asyncio.Semaphore(plan.cpu_slots)
        self._remote: dict[tuple[str, int], BotHandle] = {}
        """By name, and which of the seats that it holds in one match, from 0."""
        # Tasks and not bots, so that two matches that need the same one wait for the same start.
        self._local: dict[Place, asyncio.Task[LocalBot]] = {}
        """The local bots that stay from match to match."""
        self._models = _model_bots(plan)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End all bots at once: each may take a moment, and the runner does not wait for ever."""
        if self._models:
            await self._models.close()
        if not self._local:
            return
        # Nobody would end one that is still being made.
        made, _ = await asyncio.wait(self._local.values())
        bots = [each.result() for each in made if not each.cancelled() and not each.exception()]
        await asyncio.gather(*(bot.__aexit__(kind, error, trace) for bot in bots))

    def add(self, name: str, bot: BotHandle) -> None:
        """Let a bot play under this name that others started and will end: a person."""
        self._remote[name, 0] = bot

    def expect(self, names: Iterable[str]) -> dict[str, list[RemoteBot]]:
        """The remote bots of these names, which will dial in: one for each seat that a name holds.

        So no process of a bot sees the cards of two seats (docs/hosting.md, Several seats).
        """
        plan, expected = self._plan, dict[str, list[RemoteBot]]()
        for name in sorted(names):
            expected[name] = [
                RemoteBot(name, plan.game, plan.conduct) for _ in range(plan.processes)
            ]
            for number, bot in enumerate(expected[name]):
                self._remote[name, number] = bot
                self._watch_for(name, bot)
        return expected

    async def start(self, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Start these local bots; returns those that this machine cannot start, and why.

        As many start at once as there are processors: more would only be slower to say hello, and
        the time for that is limited.
        """
        places = asyncio.Semaphore(available())

        async def start(name: str) -> str:
            async with places:
                try:
                    fault = await self._start_one(name)
                except OSError as error:
                    return f"no room can be made for it: {error.strerror}"
                return fault.text if fault else ""

        problems = await asyncio.gather(*map(start, names))
        named = zip(names, problems, strict=True)
        return tuple((name, problem) for name, problem in named if problem)

    async def _start_one(self, name: str) -> Fault | None:
        """Start a bot; returns the fault, if it has one.

        Raises OSError when there is no place for the bot.
        """
        # The process is kept for the first match, unless each match has its own.
        if not self._plan.fresh_processes:
            return await (await self._staying((name, 0, 0))).ensure_started()
        async with self._made(name, 0, "start") as bot:
            return await bot.ensure_started()

    async def seated(self, order: PlayOrder, stack: AsyncExitStack) -> list[Entered | None]:
        """The bots by seat, None for a withdrawn one; those of this match end with the `stack`.

        None of their processes has seen the deal in another match. Raises OSError when the machine
        has no place for one.
        """
        plan, fixture = self._plan, order.fixture
        # Whoever sat in it when it came to nothing has seen the deal.
        met = None if plan.fresh_processes or order.begun else encounters(fixture, plan.deals)
        own = f"match-{fixture.id}" + (f"-again-{order.begun}" if order.begun else "")
        bots: list[Entered | None] = []
        for seat, name in enumerate(fixture.seats):
            number = fixture.seats[:seat].count(name)
            if name in order.withdrawn:
                bots.append(None)
            elif self._models and name in self._models:
                model = self._models.bot(name, fixture.id)
                stack.callback(model.leave)
                self._watch_for(name, model)
                bots.append(model)
            elif (name, number) in self._remote:
                bots.append(self._remote[name, number])
            elif met:
                bots.append(await self._staying((name, met[name], number)))
            else:
                bot = self._made(name, number, own)
                bots.append(await stack.enter_async_context(bot))
        return bots

    async def _staying(self, place: Place) -> LocalBot:
        """The bot that stays in this place; it is made when it is first needed. Raises OSError."""
        if place not in self._local:
            name, encounter, number = place
            met = f"-meeting-{encounter + 1}" if encounter else ""
            bot = self._made(name, number, f"worker-{self._worker}{met}")
            self._local[place] = asyncio.create_task(bot.__aenter__())
        try:
            # A match that is given up leaves it to the others: it is not cancelled along.
            return await asyncio.shield(self._local[place])
        except Exception:
            # The next match tries anew: there may be room by then.
            self._local.pop(place, None)
            raise

    def _made(self, name: str, number: int, output: str) -> LocalBot:
        plan = self._plan
        logs = plan.logs / name / (output if plan.processes == 1 else f"{output}-seat-{number}")
        bot = LocalBot(
            plan.entries[name], plan.game, plan.conduct, logs, plan.confining, self._cpu_slots
        )
        self._watch_for(name, bot)
        return bot

    def _watch_for(self, name: str, bot: "LocalBot | RemoteBot | ModelBot") -> None:
        if self._watch:
            self._watch.add(name, bot)


def _model_bots(plan: Plan) -> "ModelBots | None":
    if not plan.models:
        return None
    # Imported here: it is slow to load, and hardly any tournament needs it.
    from referee.models.model_bots import ModelBots

    return ModelBots(plan.models, plan.tournament, plan.rules)
