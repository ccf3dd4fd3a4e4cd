"""When it is asked for a decision, sends a second Hello."""

from talk import hello, seated

stream, _ = seated()
stream.say(hello())
stream.serve()
