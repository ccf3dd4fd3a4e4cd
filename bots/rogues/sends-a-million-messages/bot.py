"""When it is asked for a decision, sends a million empty messages."""

from talk import seated

stream, _ = seated()
for _ in range(1_000_000):
    stream.say(b"")
stream.serve()
