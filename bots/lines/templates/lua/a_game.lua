local json = require "cjson"
for line in io.lines() do
  local asked = json.decode(line)
  -- The policy of the game a-game: the index of any legal action, by chance, the same when the match is played again.
  math.randomseed(asked.seed + asked.decision)
  io.write(math.random(#asked.legal) - 1, "\n"):flush()
end
