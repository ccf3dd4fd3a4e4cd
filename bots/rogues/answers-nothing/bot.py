"""Sends an answer without an answer in it."""

from talk import answers, seated

stream, _ = seated()
stream.say(answers())
stream.serve()
