"""What tools return: a text to read, and the same as JSON."""

from collections.abc import Awaitable, Callable
from typing import Any

from mcp.server.mcpserver import Context
from mcp_types import CallToolResult, TextContent, ToolAnnotations

# Nothing here reaches beyond this machine, but for what builds of bots fetch.
READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
ADDS = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
)
RUNS = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=True
)
REPLACES = ToolAnnotations(
    read_only_hint=False, destructive_hint=True, idempotent_hint=False, open_world_hint=True
)


def answer(text: str, values: dict[str, Any]) -> CallToolResult:
    """The result of a tool that did what it was asked for."""
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=values, is_error=False
    )


def refusal(text: str) -> CallToolResult:
    """The result of a tool that could not: what was wrong, in words."""
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)


def progress(context: Context[Any, Any], begins: str = "") -> Callable[[str], Awaitable[None]]:
    """A function that tells the client each line as progress, if it asked to be told.

    Only lines that begin so are told.
    """
    number = 0

    async def tell(line: str) -> None:
        nonlocal number
        if not line.startswith(begins):
            return
        # How many lines there will be nobody knows, so there is no total.
        number += 1
        await context.report_progress(number, message=line)

    return tell
