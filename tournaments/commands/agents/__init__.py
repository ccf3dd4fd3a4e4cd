"""What `stych mcp` serves: tools with which agents play, and build bots."""
