"""The results of tools: a text to read, and values as JSON; and the annotations of tools."""

from collections.abc import Awaitable, Callable
from typing import Any

from mcp.server.mcpserver import Context
from mcp_types import CallToolResult, TextContent, ToolAnnotations

# What clients are told of each kind of tool. It is destructive if it may replace or end what was
# there, and idempotent if a second call changes nothing more. Only builds of bots use the network,
# which `open_world_hint` tells.
READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
ADDS = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
)
RUNS = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=True
)
SEATS = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=True
)
ENDS = ToolAnnotations(
    read_only_hint=False, destructive_hint=True, idempotent_hint=False, open_world_hint=False
)
REPLACES = ToolAnnotations(
    read_only_hint=False, destructive_hint=True, idempotent_hint=False, open_world_hint=True
)


def answer(text: str, values: dict[str, Any]) -> CallToolResult:
    """The result of a call that succeeded: `text` to read, and `values` as JSON for programs."""
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=values, is_error=False
    )


def refusal(text: str) -> CallToolResult:
    """The result of a call that failed; `text` says what was wrong."""
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)


def progress(context: Context[Any, Any], prefix: str = "") -> Callable[[str], Awaitable[None]]:
    """A function that sends a line to the client as progress, if it begins with `prefix`.

    Nothing is sent when the client did not ask for progress.
    """
    number = 0

    async def tell(line: str) -> None:
        nonlocal number
        if not line.startswith(prefix):
            return
        # Nobody knows how many lines there will be, so no total is given.
        number += 1
        await context.report_progress(number, message=line)

    return tell
