"""Is asked, and sends a million tiny messages that say nothing."""

from talk import seated

stream, _ = seated()
for _ in range(1_000_000):
    stream.say(b"")
stream.serve()
