"""The tools with which an agent looks at games, rules, tables, matches, faults and records."""

import asyncio
import json
from typing import Annotated, Any, Final

from anyio.to_thread import run_sync
from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult
from pydantic import Field

from tournaments.commands.agents.agent_records import (
    ReadableRecord,
    closed_ids,
    listed_matches,
    readable_record,
    without_seeds,
)
from tournaments.commands.agents.caller import CommandCaller, HandedFile, option
from tournaments.commands.agents.folder import AgentFolder
from tournaments.commands.agents.handing import handed_record, handed_tournament
from tournaments.commands.agents.results import READS, answer

Tournament = Annotated[
    str,
    Field(
        description="duel for the last duel, play for the last series of `stych play`, or a"
        " tournament file below the folder of this server",
        max_length=1000,
    ),
]
Record = Annotated[
    str,
    Field(description="a match's id, its beginning, or the file of a record", max_length=1000),
]

_WITHHELD: Final = "withheld: matches on its board are still to be played"


class WatchingTools:
    """The tools, for agents that work in `folder`."""

    def __init__(self, folder: AgentFolder, caller: CommandCaller) -> None:
        self._folder = folder
        self._caller = caller

    def add_to(self, server: MCPServer[Any]) -> None:
        """Add the tools to the server."""
        server.add_tool(self.games, title="Games, and options of one", annotations=READS)
        server.add_tool(self.rules, title="Rules of a game", annotations=READS)
        server.add_tool(self.table, title="Table of a tournament", annotations=READS)
        server.add_tool(self.matches, title="Matches of a tournament", annotations=READS)
        server.add_tool(self.faults, title="Faults in a tournament", annotations=READS)
        server.add_tool(self.replay, title="Replay of a match", annotations=READS)
        server.add_tool(self.record_show, title="Record of a match", annotations=READS)

    async def games(
        self, game: Annotated[str | None, Field(description="a game's id, for its options")] = None
    ) -> CallToolResult:
        """List the games, or the options of one."""
        done = (await self._caller.call("games", "--", *([game] if game else []))).checked()
        return answer(done.out, {"text": done.out})

    async def rules(
        self, game: Annotated[str, Field(description="the game's id, such as fox")]
    ) -> CallToolResult:
        """Read the rules of a game as they are played, with the notation of its actions."""
        done = (await self._caller.call("rules", "--", game)).checked()
        return answer(done.out, {"text": done.out})

    async def table(self, tournament: Tournament) -> CallToolResult:
        """See the table of what was played so far: ranks, ratings, shares of the points.

        The seed is left out as long as anything can be played with it.
        """
        async with handed_tournament(self._folder, tournament) as handed:
            text, json_text = await self._both(["table"], ["table", "--format=json"], handed.file)
        # In a thread, as schedules of large tournaments take time, and other calls must not wait.
        values = await run_sync(without_seeds, self._folder.data, json.loads(json_text))
        return answer(text, values)

    async def matches(
        self,
        tournament: Tournament,
        entrant: Annotated[
            str | None, Field(description="only matches of this entrant", max_length=100)
        ] = None,
        first: Annotated[
            int, Field(description="begin with the match of this number, from 0", ge=0)
        ] = 0,
        most: Annotated[
            int, Field(description="list at most this many matches", ge=1, le=500)
        ] = 50,
    ) -> CallToolResult:
        """List matches whose records can be read: ids, boards, entrants and points by seat.

        Matches on boards that are still played are left out. The tools replay, record_show and ask
        take the ids.
        """
        async with handed_tournament(self._folder, tournament) as handed:
            names = handed.names.tournaments
        closed = await run_sync(listed_matches, self._folder.data, names, entrant)
        listed = [each.as_json() for each in closed[first : first + most]]
        lines = [f"{len(closed)} matches can be read; {len(listed)} of them from number {first}:"]
        lines += [
            f"{each['match']} board {each['board']}: "
            + ", ".join(f"{who} {n}" for who, n in zip(each["seats"], each["points"], strict=True))
            for each in listed
        ]
        return answer("\n".join(lines), {"total": len(closed), "matches": listed})

    async def faults(
        self,
        tournament: Tournament,
        entrant: Annotated[
            str | None, Field(description="only the faults of this entrant", max_length=100)
        ] = None,
    ) -> CallToolResult:
        """Tell what went wrong: whose fault, in which phase, the evidence, the last words.

        What bots printed or answered on boards that are still played is withheld: it may tell
        cards.
        """
        async with handed_tournament(self._folder, tournament) as handed:
            words = ["faults", "--json", *option("bot", entrant), "--"]
            done = (await self._caller.call(*words, handed.file)).checked()
        # Looked up after the command has ended, since only boards that are closed now may be shown.
        reports, names = json.loads(done.out), handed.names.tournaments
        closed = await run_sync(closed_ids, self._folder.data, names)
        # A bot's last words, and what was wrong with its answer, may name cards of its hand.
        shown = [each if each["match"] in closed else _withheld(each) for each in reports]
        lines = [f"{len(shown)} faults and voids." if shown else "No faults, and no void matches."]
        lines += [
            f"{each['entrant'] or each['cause']}, match {each['match']}, board {each['board']}:"
            f" {each['kind']}: {each['text']}"
            for each in shown
        ]
        return answer("\n".join(lines), {"faults": shown})

    async def replay(
        self,
        record: Record,
        seat: Annotated[
            int | None, Field(description="only what this seat saw, from 0", ge=0)
        ] = None,
    ) -> CallToolResult:
        """Show a match that is over, trick by trick, with all hands or as one seat saw it.

        Matches on boards that are still played are refused.
        """
        readable = await readable_in(self._folder, record)
        async with handed_record(readable) as file:
            words = ["replay", *option("seat", seat), "--"]
            done = (await self._caller.call(*words, file)).checked()
        return answer(done.out, {"match": readable.record.id, "text": done.out})

    async def record_show(self, record: Record) -> CallToolResult:
        """Spell a match out: all cards dealt, every decision with all that was legal, the result.

        Decisions have numbers, which `ask` takes. Matches on boards that are still played are
        refused.
        """
        readable = await readable_in(self._folder, record)
        words = ["record", "show"]
        async with handed_record(readable) as file:
            text, json_text = await self._both(words, [*words, "--json"], file)
        return answer(readable.as_text(text), readable.as_json(json_text))

    async def _both(
        self, as_text: list[str], as_json: list[str], file: HandedFile
    ) -> tuple[str, str]:
        """The outputs of two commands for the same file; the commands run at the same time."""
        calls = (self._caller.call(*words, "--", file) for words in (as_text, as_json))
        text_done, json_done = await asyncio.gather(*calls)
        return text_done.checked().out, json_done.checked().out


async def readable_in(folder: AgentFolder, record: str) -> ReadableRecord:
    """The record that the text `record` names, if an agent may see it; read in a thread.

    Raises UserError when there is no such record, or its board is open.
    """
    return await run_sync(readable_record, folder, record)


def _withheld(fault: dict[str, Any]) -> dict[str, Any]:
    return {**fault, "text": _WITHHELD, "evidence": None}
