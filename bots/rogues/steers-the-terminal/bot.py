"""Sends a Hello whose names and games are escape sequences, and prints more of them."""

import sys

from talk import Stream, hello

CLEAR = "\x1b[2J\x1b[H\x1b]0;you have been owned\x07"
BACKWARDS = "\u202egnp.exe\u2066"
ROGUE = f"{CLEAR}{BACKWARDS}[red]\r\x9b31m\u200b\x00<script>"

for output in (sys.stdout, sys.stderr):
    print(ROGUE * 10, file=output)
stream = Stream()
stream.say(hello(bot_name=ROGUE, bot_version=ROGUE, sdk=ROGUE, games=[ROGUE]))
stream.serve()
