"""Sends a very long name in its Hello, full of escape sequences; then it plays."""

from talk import Stream, hello

stream = Stream()
stream.say(hello(bot_name="\x1b[31mx" * 3000, bot_version="\u202e" * 3000, sdk="\r\n" * 3000))
stream.serve()
