"""Sends Answers without a single answer."""

from talk import answers, seated

stream, _ = seated()
stream.say(answers())
stream.serve()
