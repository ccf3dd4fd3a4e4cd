local json, abs = require "cjson", math.abs
for line in io.lines() do
  local asked = json.decode(line)
  local trump, led = "^" .. asked.observation.decree:sub(1, 1), asked.observation.trick[1] or ""
  local function rank(card) return (card:match("%d+") or 0) + (card:find(trump) and 11 or 0) end
  local function cost(card) return (rank(card) < rank(led) and 22 or 0) + abs(rank(card) - 4) end
  table.sort(asked.legal, function(one, other) return cost(one) < cost(other) end)
  io.write(asked.legal[1], "\n"):flush()
end
