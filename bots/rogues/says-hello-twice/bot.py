"""Says hello again when it is asked for a decision."""

from talk import hello, seated

stream, _ = seated()
stream.say(hello())
stream.serve()
