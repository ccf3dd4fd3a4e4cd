"""Takes action -1, and writes it as a number with a sign, which the message has no room for."""

from talk import seated

MINUS_ONE = b"\xff" * 9 + b"\x01"

stream, decisions = seated()
while True:
    for each in decisions:
        # PlayRequest.answers, Answers.answers, Answer.decision and Answer.choice by hand.
        answer = b"\x08" + bytes([each.decision % 128 | 128, each.decision // 128])
        answer += b"\x10" + MINUS_ONE
        listed = b"\x0a" + bytes([len(answer)]) + answer
        stream.say(b"\x12" + bytes([len(listed)]) + listed)
    decisions = stream.decisions()
