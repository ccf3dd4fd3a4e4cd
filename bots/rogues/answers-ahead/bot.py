"""Answers its decisions, and one with the next number, which it was not asked for yet."""

from talk import answers, seated

stream, decisions = seated()
asked = [each.decision for each in decisions]
stream.say(answers(*((number, 0) for number in [*asked, max(asked) + 1])))
stream.serve()
