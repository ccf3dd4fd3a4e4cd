"""Answers a decision whose number it was never given; another bot may have it."""

from talk import answers, seated

stream, decisions = seated()
stream.say(answers((decisions[-1].decision + 1000, 0)))
stream.serve()
