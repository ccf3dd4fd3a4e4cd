"""Answers with the index -1, encoded as a signed number, though the field is unsigned."""

from talk import seated

MINUS_ONE = b"\xff" * 9 + b"\x01"
"""-1 as protobuf encodes a signed number: a varint of ten bytes."""

stream, decisions = seated()
while True:
    for each in decisions:
        # The fields PlayRequest.answers, Answers.answers, Answer.decision and Answer.choice are
        # encoded here, as protobuf's classes would refuse the number.
        answer = b"\x08" + bytes([each.decision % 128 | 128, each.decision // 128])
        answer += b"\x10" + MINUS_ONE
        listed = b"\x0a" + bytes([len(answer)]) + answer
        stream.say(b"\x12" + bytes([len(listed)]) + listed)
    decisions = stream.decisions()
