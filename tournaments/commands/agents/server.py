"""The MCP server with all tools, whatever carries its messages."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import chain
from typing import Any, Final

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, InputRequiredResult
from pydantic import ValidationError

from referee.errors import StychError, UserError
from referee.sandbox.probe import Mode
from referee.text import did_you_mean, shown
from referee.version import STYCH
from tournaments.commands.agents.build_tools import BuildTools
from tournaments.commands.agents.caller import CommandCaller
from tournaments.commands.agents.folder import AgentFolder
from tournaments.commands.agents.play_tools import PlayTools
from tournaments.commands.agents.results import refusal
from tournaments.commands.agents.tables import agent_tables
from tournaments.commands.agents.watching import WatchingTools
from tournaments.commands.isolation import Needed, isolating
from tournaments.config.entrants import programs

_INSTRUCTIONS: Final = (
    "Stych plays hidden-information card games between programs. To play yourself: games, rules,"
    " sit_down, then choose until the state is over. To build a bot: new, edit its files, check,"
    " submit, duel against the version before; then table, matches, faults, replay, record_show and"
    " ask tell what to make better."
)


_MOST_CHARACTERS: Final = 1 << 16
"""Of all arguments of a call together: more than that no command line has room for."""


class AgentServer(MCPServer[Any]):
    """A server whose tools tell in one sentence what was wrong with a call."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call the tool; what the caller can put right is a result with `is_error`."""
        try:
            _check_texts(name, arguments)
            await self._check_names(name, arguments)
            return await super().call_tool(name, arguments, context)
        except StychError as error:
            return refusal(_told(error))
        except ToolError as error:
            # The package puts words of its own before the sentence.
            match error.__cause__:
                case StychError() as cause:
                    return refusal(_told(cause))
                case ValidationError() as cause:
                    return refusal(_first_problem(name, cause))
                case _:
                    raise

    async def _check_names(self, name: str, arguments: dict[str, Any]) -> None:
        """Raise UserError for an argument that the tool does not have."""
        # Else a misspelt one would be passed over, and its default taken.
        tool = next((each for each in await self.list_tools() if each.name == name), None)
        if tool is None:
            return
        known = tool.input_schema.get("properties", {})
        for each in arguments:
            if each not in known:
                raise UserError(
                    f"the arguments of {name} are {', '.join(known)}; received {shown(each)}"
                    f"{did_you_mean(each, known)}"
                )


@asynccontextmanager
async def agent_server(folder: AgentFolder, mode: Mode) -> AsyncIterator[AgentServer]:
    """The server; nothing that its tools started is left when the block ends."""
    async with agent_tables(
        folder, lambda entrants: isolating(mode, Needed(programs(entrants)), console=None)()
    ) as tables:
        caller = CommandCaller(folder, mode)
        server = AgentServer(
            "stych",
            title="Štych",
            version=STYCH,
            instructions=_INSTRUCTIONS,
            log_level="WARNING",
        )
        PlayTools(tables).add_to(server)
        WatchingTools(folder, caller).add_to(server)
        BuildTools(folder, caller).add_to(server)
        # Commands end before the tables do: both may take a moment.
        try:
            yield server
        finally:
            await caller.close()


def _check_texts(tool: str, arguments: dict[str, Any]) -> None:
    """Raise UserError for what cannot be a word of a command."""
    written = json.dumps(arguments, default=str)
    if len(written) > _MOST_CHARACTERS:
        raise UserError(
            f"the arguments of {tool} may have {_MOST_CHARACTERS} characters in all; received"
            f" {len(written)}"
        )
    if any("\0" in text for text in _texts(arguments)):
        raise UserError(f"the arguments of {tool} may have no NUL characters; received one")


def _texts(value: object) -> Iterator[str]:
    """All texts in a JSON value, keys too."""
    match value:
        case str():
            yield value
        case dict():
            yield from _texts([*value, *value.values()])
        case list():
            yield from chain.from_iterable(map(_texts, value))


def _told(error: StychError) -> str:
    return "\n".join(error.sentences()) if isinstance(error, UserError) else str(error)


def _first_problem(tool: str, error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    wish = first["msg"].removeprefix("Input ")
    if first["type"] == "missing":
        return f"{tool} needs the argument {place}"
    return f"the argument {place} of {tool} {wish}; received {shown(first['input'])}"
