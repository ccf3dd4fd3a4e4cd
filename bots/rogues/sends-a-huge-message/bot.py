"""When it is asked for a decision, sends a message of 100 MB."""

from talk import seated

stream, _ = seated()
stream.say(bytes(100 << 20))
stream.serve()
