"""Calls of tools, as a client of the package makes them."""

from typing import Any

from mcp import Client
from mcp_types import CallToolResult, TextContent


async def call(found: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await found.call_tool(tool, arguments)
    assert isinstance(result, CallToolResult)
    assert not result.is_error, result.content
    assert isinstance(result.structured_content, dict)
    return result.structured_content


async def refused(found: Client, tool: str, **arguments: Any) -> str:
    """The one sentence with which a call is refused."""
    result = await found.call_tool(tool, arguments)
    assert isinstance(result, CallToolResult)
    assert result.is_error, result.structured_content
    [text] = result.content
    assert isinstance(text, TextContent)
    assert "\n" not in text.text
    assert "Error executing" not in text.text
    return text.text
