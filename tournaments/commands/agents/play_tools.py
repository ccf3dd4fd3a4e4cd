"""The tools with which an agent plays: sit_down, look, choose, leave."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

import anyio
from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult
from pydantic import Field

from referee.errors import UserError
from tournaments.commands.agents.results import ADDS, ENDS, READS, SEATS, answer
from tournaments.commands.agents.tables import AgentTable, AgentTables
from tournaments.config.quick import parse_options
from tournaments.person.open_tables import SeatRequest

OptionValues = Annotated[
    dict[str, bool | int | str],
    Field(description="options of the game by name, such as {'target': 11}; see the tool games"),
]
Table = Annotated[str, Field(description="the id that sit_down returned", max_length=100)]

_PATIENCE: Final = 50.0
"""How many seconds a call waits for the other players. Clients give up after a minute."""


class PlayTools:
    """The tools, with the tables of this server."""

    def __init__(self, tables: AgentTables) -> None:
        self._tables = tables

    def add_to(self, server: MCPServer[Any]) -> None:
        """Add the tools to the server."""
        server.add_tool(self.sit_down, title="Sit down at a table", annotations=SEATS)
        server.add_tool(self.look, title="Look at the table", annotations=READS)
        server.add_tool(self.choose, title="Choose an action", annotations=ADDS)
        server.add_tool(self.leave, title="Leave the table", annotations=ENDS)

    async def sit_down(
        self,
        game: Annotated[str, Field(description="the game's id, such as fox; see the tool games")],
        opponents: Annotated[
            list[str],
            Field(
                description="the bots in the other seats in their order, or one bot for all of"
                " them: sample/thumb, sample/random, a stored bot NAME@N, or a bot's folder; empty"
                " for a game that you play alone",
                max_length=20,
            ),
        ],
        options: OptionValues = {},  # noqa: B006  only read
        seat: Annotated[int, Field(description="your seat, from 0", ge=0, le=100)] = 0,
        seed: Annotated[
            str,
            Field(
                description="the same seed deals the same cards; leave it out for new ones",
                max_length=200,
            ),
        ] = "",
        silent: Annotated[
            bool, Field(description="you never talk: The Game does not ask you to")
        ] = False,
    ) -> CallToolResult:
        """Begin a match against bots of this machine, in a seat of your own.

        Returns the table's id and the first decision, as `look` does. You get what a player in the
        seat may know, and nothing else. A table without a call for 30 minutes is closed; eight can
        be open at once.
        """
        request = SeatRequest(game, _parsed(options), opponents, seat, seed, silent)
        return await _look(await self._tables.open(request))

    async def look(
        self,
        table: Table,
        history: Annotated[
            bool, Field(description="tell all that happened openly in the match as well")
        ] = False,
    ) -> CallToolResult:
        """See what your seat may know now: the table, your hand, the question, the legal actions.

        `state` is "your turn", "waiting" (the others think; look again), or "over", with places and
        points by seat. `decision` is the number that `choose` wants; `legal` are the legal actions,
        by their numbers from 1. Where the list is empty the text says what to write.
        """
        agent_table = self._tables.find(table)
        return await _look(agent_table, history=history)

    async def choose(
        self,
        table: Table,
        decision: Annotated[int, Field(description="the number of the decision, from look", ge=1)],
        choice: Annotated[
            int | Annotated[str, Field(max_length=1000)],
            Field(
                description="the number of a legal action in the list, from 1; or the text of one"
            ),
        ],
    ) -> CallToolResult:
        """Choose a legal action, and see the next decision or the end, as `look` shows it.

        A choice that is none of the legal actions changes nothing: choose again. Forced moves are
        made for you.
        """
        agent_table = self._tables.find(table)
        question = agent_table.seat.question
        # A client that got no answer in time repeats the call, which must not answer the question
        # after that one.
        if question is None or question.number != decision:
            open_now = f"decision {question.number} is" if question else "no decision is"
            raise UserError(f"{open_now} open at this table; received decision {decision}")
        try:
            agent_table.seat.choose(choice)
        except ValueError as error:
            raise UserError(str(error)) from None
        return await _look(agent_table)

    async def leave(self, table: Table) -> CallToolResult:
        """Leave a table, which forfeits its match. All its processes end."""
        agent_table = self._tables.find(table)
        agent_table.close()
        await agent_table.done.wait()
        return answer("You have left the table.", {"table": agent_table.id, "state": "over"})


def _parsed(options: Mapping[str, object]) -> Mapping[str, object]:
    """The options as `parse_options` reads them from a command line. Raises UserError."""
    return parse_options([f"{name}={text_of(value)}" for name, value in options.items()])


def text_of(value: object) -> str:
    """The value of an option as it is written on a command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


async def _look(table: AgentTable, *, history: bool = False) -> CallToolResult:
    """The result of `look`, at the next question or the end, or after `_PATIENCE` seconds.

    Raises the error that ended the match before its end, if there was one.
    """
    with anyio.move_on_after(_PATIENCE):
        await table.seat.changed.wait()
    seat, question = table.seat, table.seat.question
    events = seat.history() if history else ""
    values: dict[str, Any] = {"table": table.id, "state": "waiting", "seats": list(seat.names)}
    # The question goes first: at the end there is none.
    if question:
        values |= {"state": "your turn", "decision": question.number, "text": seat.text}
        values["legal"] = [
            {"number": number, "action": action} for number, action in enumerate(seat.legal, 1)
        ]
        return answer(f"{events}{seat.text}\n(decision {question.number})", values)
    if seat.over:
        return answer(f"{events}{await _ended(table)}", values | _result(table))
    if table.problem:
        raise table.problem
    return answer(f"{events}The others think: look again.", values)


async def _ended(table: AgentTable) -> str:
    """The screen of the end, with the record's id; waits for the record, which is written last."""
    with anyio.move_on_after(_PATIENCE):
        await table.done.wait()
    record = f"\nIts record: {table.record.stem}\n" if table.record else ""
    return f"{table.seat.ending}{record}"


def _result(table: AgentTable) -> dict[str, Any]:
    """The JSON of a match that is over; empty before the end."""
    over = table.seat.over
    if over is None:
        return {}
    faults = [{"seat": each.seat, "text": each.text} for each in over.faults]
    record = table.record.stem if table.record else None
    places, points = list(over.places), list(over.points)
    return {
        "state": "over",
        "places": places,
        "points": points,
        "faults": faults,
        "record": record,
        "text": table.seat.ending,
    }
