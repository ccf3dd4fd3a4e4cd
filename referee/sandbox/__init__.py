"""What keeps a bot's program in its place: what it may see, reach and use up, and that it ends.

Nothing here is imported from outside the standard library, and nothing knows what a bot plays.
"""
