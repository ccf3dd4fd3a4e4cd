"""The bots of a worker: chooses or starts the processes of bots that play in a match."""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack
from types import TracebackType
from typing import TYPE_CHECKING, Self

from referee.conduct import Fault
from referee.rpc.bot_handle import BotHandle, Seatable
from referee.rpc.local_bot import LocalBot
from referee.rpc.remote_bot import RemoteBot
from referee.sandbox.processors import available
from tournaments.core.dealing import encounters
from tournaments.run.orders import PlayOrder
from tournaments.run.plan import Plan
from tournaments.run.waiting import StallMonitor

if TYPE_CHECKING:
    from referee.models.model_bots import ModelBot, ModelBots

ProcessKey = tuple[str, int, int]
"""Which process of a local bot: the name of the entrant, the encounter with a deal in which the
process plays (tournaments.core.dealing), and which of the entrant's seats in a match, from 0."""


class WorkerBots:
    """The bots of a worker, or of the referee of one person.

    Their processes start when first needed. Those that stay from match to match end with this
    context.
    """

    def __init__(self, plan: Plan, worker: int, watch: StallMonitor | None = None) -> None:
        """`watch` gets all bots made here. `worker` is the worker's number, for folders' names."""
        self._plan = plan
        self._worker = worker
        self._watch = watch
        self._cpu_slots = asyncio.Semaphore(plan.cpu_slots)
        self._remote: dict[tuple[str, int], BotHandle] = {}
        """Bots that are not started here, by name of the entrant and which of its seats, from 0."""
        # Tasks and not bots, so that two matches that need the same bot wait for the same start.
        self._local: dict[ProcessKey, asyncio.Task[LocalBot]] = {}
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
        """End all bots at the same time, since the runner kills a worker that takes too long."""
        if self._models:
            await self._models.close()
        if not self._local:
            return
        # A bot that is still being made has to be there before it can be ended.
        made, _ = await asyncio.wait(self._local.values())
        bots = [each.result() for each in made if not each.cancelled() and not each.exception()]
        await asyncio.gather(*(bot.__aexit__(kind, error, trace) for bot in bots))

    def add(self, name: str, bot: BotHandle) -> None:
        """Let a bot play under this name that the caller starts and ends, such as a person."""
        self._remote[name, 0] = bot

    def expect(self, names: Iterable[str]) -> dict[str, list[RemoteBot]]:
        """Make the remote bots that will dial in: for each name one for each seat that it holds.

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
        """Start these local bots; returns pairs of a bot that this machine cannot start, and why.

        As many start at once as there are processors. With more, each would take longer to its
        hello, and the time for that is limited.
        """
        slots = asyncio.Semaphore(available())

        async def start(name: str) -> str:
            async with slots:
                try:
                    fault = await self._start_one(name)
                except OSError as error:
                    return f"its folders or its socket cannot be made: {error.strerror}"
                return fault.text if fault else ""

        problems = await asyncio.gather(*map(start, names))
        pairs = zip(names, problems, strict=True)
        return tuple((name, problem) for name, problem in pairs if problem)

    async def _start_one(self, name: str) -> Fault | None:
        """Start a bot; returns why the machine cannot start it, None if it can.

        Raises OSError when the bot's folders or its socket cannot be made.
        """
        # The process is kept for the first match, unless each match has its own.
        if not self._plan.fresh_processes:
            return await (await self._staying((name, 0, 0))).ensure_started()
        async with self._make(name, 0, "start") as bot:
            return await bot.ensure_started()

    async def seated(self, order: PlayOrder, stack: AsyncExitStack) -> list[Seatable | None]:
        """The bots by seat, None for a withdrawn one; processes of this match end with the `stack`.

        No process of a local bot has seen the deal before. Only with `deals = "board"`, as in old
        tournaments, it may have seen the deal in another block. Raises OSError when the folders or
        the socket of a bot cannot be made, and as `ModelBots.bot` does.
        """
        plan, fixture = self._plan, order.fixture
        # After an earlier attempt, the processes that sat in the match have seen the deal.
        attempts = order.earlier_attempts
        own_processes = plan.fresh_processes or attempts
        by_name = None if own_processes else encounters(fixture, plan.deals)
        output = f"match-{fixture.id}" + (f"-again-{attempts}" if attempts else "")
        bots: list[Seatable | None] = []
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
            elif by_name:
                bots.append(await self._staying((name, by_name[name], number)))
            else:
                bot = self._make(name, number, output)
                bots.append(await stack.enter_async_context(bot))
        return bots

    async def _staying(self, key: ProcessKey) -> LocalBot:
        """The bot that stays for this key; it is made when it is first needed. Raises OSError."""
        if key not in self._local:
            name, encounter, number = key
            suffix = f"-encounter-{encounter}" if encounter else ""
            bot = self._make(name, number, f"worker-{self._worker}{suffix}")
            self._local[key] = asyncio.create_task(bot.__aenter__())
        try:
            # When this match is cancelled, the bot is not: other matches may wait for it.
            return await asyncio.shield(self._local[key])
        except Exception:
            # Not remembered, so that the next match tries again: there may be room by then.
            self._local.pop(key, None)
            raise

    def _make(self, name: str, number: int, output: str) -> LocalBot:
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
