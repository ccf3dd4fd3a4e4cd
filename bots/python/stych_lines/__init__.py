"""The bridge for bots that read lines: gRPC to the referee, a line of JSON to the bot's program.

docs/lines.md describes the lines. It is started for each process of such a bot, so it loads little:
the SDK, and of a game its notation alone.
"""
