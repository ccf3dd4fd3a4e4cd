"""The MCP server with all tools; `serving` connects it to standard input and output, or HTTP."""

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
from referee.text import did_you_mean, quoted
from referee.version import STYCH
from tournaments.commands.agents.build_tools import BuildTools
from tournaments.commands.agents.caller import CommandCaller
from tournaments.commands.agents.folder import AgentFolder
from tournaments.commands.agents.play_tools import PlayTools
from tournaments.commands.agents.results import refusal
from tournaments.commands.agents.tables import agent_tables
from tournaments.commands.agents.watching import WatchingTools
from tournaments.commands.isolation import BotPrograms, isolation_finder
from tournaments.config.entrants import programs

_INSTRUCTIONS: Final = (
    "Stych plays hidden-information card games between programs. To play yourself: games, rules,"
    " sit_down, then choose until the state is over. To build a bot: new, edit its files, check,"
    " submit, duel against the version before; then table, matches, faults, replay, record_show and"
    " ask tell what to make better."
)


_MOST_CHARACTERS: Final = 1 << 16
"""The most characters of all arguments of a call, as JSON.

So every argument fits into a command line, where Linux allows 128 KiB for one.
"""


class AgentServer(MCPServer[Any]):
    """A server whose results say in sentences what was wrong with a call."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call the tool; for an error that we foresee the result has `is_error` and sentences."""
        try:
            _check_texts(name, arguments)
            await self._check_names(name, arguments)
            return await super().call_tool(name, arguments, context)
        except StychError as error:
            return refusal(_message(error))
        except ToolError as error:
            # The text of a ToolError has words of the package mcp before our sentence.
            match error.__cause__:
                case StychError() as cause:
                    return refusal(_message(cause))
                case ValidationError() as cause:
                    return refusal(_first_problem(name, cause))
                case _:
                    raise

    async def _check_names(self, name: str, arguments: dict[str, Any]) -> None:
        """Raise UserError for an argument that the tool does not have."""
        # A misspelt argument would be ignored without this, and the default taken.
        tool = next((each for each in await self.list_tools() if each.name == name), None)
        if tool is None:
            return
        parameters = tool.input_schema.get("properties", {})
        for argument in arguments:
            if argument not in parameters:
                raise UserError(
                    f"the arguments of {name} are {', '.join(parameters)}; received"
                    f" {quoted(argument)}{did_you_mean(argument, parameters)}"
                )


@asynccontextmanager
async def agent_server(folder: AgentFolder, mode: Mode) -> AsyncIterator[AgentServer]:
    """Give the server; when the block ends, all processes that its tools started are ended."""
    async with agent_tables(
        folder,
        lambda entrants: isolation_finder(mode, BotPrograms(programs(entrants)), console=None)(),
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
        # Commands are ended here, and after them the tables, with their block.
        try:
            yield server
        finally:
            await caller.close()


def _check_texts(tool: str, arguments: dict[str, Any]) -> None:
    """Raise UserError for arguments that are too long, or cannot be in a command line."""
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


def _message(error: StychError) -> str:
    return "\n".join(error.sentences()) if isinstance(error, UserError) else str(error)


def _first_problem(tool: str, error: ValidationError) -> str:
    """The first problem of the arguments of a tool, as a sentence."""
    first = error.errors(include_url=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    # Such as "should be a valid integer".
    wish = first["msg"].removeprefix("Input ")
    if first["type"] == "missing":
        return f"{tool} needs the argument {place}"
    return f"the argument {place} of {tool} {wish}; received {quoted(first['input'])}"
