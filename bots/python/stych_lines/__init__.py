"""The bridge for bots that read lines: gRPC to the referee, a line of JSON to the bot's program.

docs/lines.md describes the lines. A bridge is started for each process of such a bot, so it loads
little: the SDK, and of a game only its notation and the names of its fields.
"""
