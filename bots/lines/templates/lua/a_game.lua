local json = require "cjson"
for line in io.lines() do
  local asked = json.decode(line)
  -- The policy of the game a-game answers with the index of a random legal action.
  -- When the match is played again, the answers are the same.
  math.randomseed(asked.seed + asked.decision)
  io.write(math.random(#asked.legal) - 1, "\n"):flush()
end
