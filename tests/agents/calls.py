"""Calls of tools, as a client of the package mcp makes them."""

from typing import Any

from mcp import Client
from mcp_types import CallToolResult, TextContent


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The JSON with which the tool answers; it must not refuse the call."""
    result = await client.call_tool(tool, arguments)
    assert isinstance(result, CallToolResult)
    assert not result.is_error, result.content
    assert isinstance(result.structured_content, dict)
    return result.structured_content


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """The one line with which the call is refused; it must not be answered."""
    result = await client.call_tool(tool, arguments)
    assert isinstance(result, CallToolResult)
    assert result.is_error, result.structured_content
    [text] = result.content
    assert isinstance(text, TextContent)
    assert "\n" not in text.text
    assert "Error executing" not in text.text
    return text.text
