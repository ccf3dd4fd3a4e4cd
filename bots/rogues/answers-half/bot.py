"""Answers the first decision of a batch, and then nothing more."""

import time

from talk import answers, seated

stream, decisions = seated()
# The first batches may have one decision each. After ten of these it stops answering as well.
alone = 0
while len(decisions) == 1 and alone < 10:
    alone += 1
    stream.say(answers((decisions[0].decision, 0)))
    decisions = stream.decisions()
if len(decisions) > 1:
    stream.say(answers((decisions[0].decision, 0)))
time.sleep(3600)
