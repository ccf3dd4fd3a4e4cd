"""The server of `stych mcp`: tools with which agents play, and build bots."""
